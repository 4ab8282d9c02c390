#pragma once

#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "model/nic/nic_core.hpp"
#include "tests/support/reference_router.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly::test {

/// Reference routers, wired by the text of the contract, with NICs that only send what they were
/// given beforehand. Nothing sleeps, nothing is shared, every wire is a list of what arrives when.
class ReferenceNetwork {
 public:
  ReferenceNetwork(const SwappedDragonfly& topology, const RouterParameters& router,
                   const NicParameters& nic)
      : topology_(topology),
        parameters_(router),
        nic_(nic),
        routers_(topology.routers(), ReferenceRouter(router)),
        lanes_(topology.routers(), std::vector<Lane>(router.lanes, Lane{{}, router.depth, 0})),
        next_accepted_(topology.routers(), 0) {}

  struct Queued {
    Clock due = 0;
    Flit flit;
  };
  /// In order of `due` for each lane.
  void send(RouterId node, unsigned lane, Clock due, const Flit& flit) {
    lanes_[node][lane].queue.push_back({due, flit});
  }

  /// One clock.
  void step() {
    deliver();
    for (RouterId id = 0; id < routers_.size(); ++id) step_router(id);
    for (RouterId id = 0; id < routers_.size(); ++id) fill_lanes(id);
    ++now_;
  }

  bool drained() const { return under_way_ == 0 && queued() == 0; }
  Clock now() const { return now_; }

  RouterCounters counters;
  std::uint64_t late = 0;
  std::vector<WireEvent> events;
  /// From the clock of injection, and from the clock asked for.
  std::vector<std::uint64_t> network_latencies, latencies;

 private:
  struct Lane {
    std::deque<Queued> queue;
    unsigned credits = 0;
    unsigned freed = 0;
  };
  struct Start {
    Clock due = 0;
    Clock injected = 0;
  };

  std::size_t queued() const {
    std::size_t total = 0;
    for (const auto& node : lanes_) {
      for (const Lane& lane : node) total += lane.queue.size();
    }
    return total;
  }

  Port back(RouterId from, Port port, RouterId to) const {
    // The port of the same kind by which the far side reaches back.
    const bool local = port < topology_.M();
    for (Port other = local ? 0 : topology_.M();; ++other) {
      const Coordinates there = reference_neighbour(topology_, topology_.coordinates(to), other);
      if (topology_.id(there) == from && sums_to_zero(port, other)) return other;
    }
  }
  bool sums_to_zero(Port a, Port b) const {
    const unsigned M = topology_.M();
    if (a < M) return sum_in(topology_.drawer_group(), a, b, M) == 0;
    return sum_in(topology_.cabinet_group(), a - M, b - M, topology_.K()) == 0;
  }

  void log(RouterId router, WireEvent::Kind kind, unsigned port, unsigned channel,
           const Flit& flit) {
    events.push_back({now_, router, kind, port, channel, flit});
  }

  void deliver() {
    for (const auto& [router, input, flit] : flits_[now_]) {
      routers_[router].flit_arrives(input, flit);
    }
    for (const auto& [router, port, channel] : credits_[now_]) {
      routers_[router].credit_arrives(port, channel);
    }
    flits_.erase(now_);
    credits_.erase(now_);
  }

  std::vector<bool> accept(RouterId id, const std::vector<Port>& offered) {
    std::vector<bool> accepted(offered.size(), false);
    if (offered.empty()) return accepted;
    const std::size_t most = std::min<std::size_t>(offered.size(), nic_.receive);
    // Where there is nothing to choose, ports are taken in order.
    if (most == offered.size()) next_accepted_[id] = 0;
    for (std::size_t taken = 0; taken < most; ++taken) {
      // The first port not yet accepted, at or after the pointer, going round.
      const Port pointer = next_accepted_[id];
      std::size_t chosen = offered.size();
      for (std::size_t i = 0; i < offered.size() && chosen == offered.size(); ++i) {
        if (!accepted[i] && offered[i] >= pointer) chosen = i;
      }
      for (std::size_t i = 0; i < offered.size() && chosen == offered.size(); ++i) {
        if (!accepted[i]) chosen = i;
      }
      accepted[chosen] = true;
      next_accepted_[id] = offered[chosen] + 1;
    }
    return accepted;
  }

  void step_router(RouterId id) {
    const ReferenceRouter::Outcome outcome = routers_[id].step(
        [this, id](const std::vector<Port>& offered) { return accept(id, offered); });
    counters.link_conflicts += outcome.conflicts;
    counters.stalls += outcome.stalls;
    counters.flit_hops += outcome.sent.size();
    for (const auto& [port, flit] : outcome.sent) {
      const RouterId to =
          topology_.id(reference_neighbour(topology_, topology_.coordinates(id), port));
      const unsigned link = port < topology_.M() ? parameters_.local_link : parameters_.global_link;
      flits_[now_ + parameters_.latency + link].emplace_back(to, back(id, port, to), flit);
      log(id, WireEvent::Kind::grant, port, 0, flit);
      ++under_way_;
    }
    for (const auto& [port, channel] : outcome.freed) {
      const RouterId from =
          topology_.id(reference_neighbour(topology_, topology_.coordinates(id), port));
      const unsigned link = port < topology_.M() ? parameters_.local_link : parameters_.global_link;
      credits_[now_ + 1 + link].emplace_back(from, back(id, port, from), channel);
      log(id, WireEvent::Kind::credit, port, channel, {});
      --under_way_;
    }
    for (const unsigned lane : outcome.freed_lanes) {
      ++lanes_[id][lane].freed;
      --under_way_;
    }
    for (const auto& [port, flit] : outcome.ejected) {
      log(id, WireEvent::Kind::ejection, port, 0, flit);
      const Start& start = starts_.at(flit.label);
      network_latencies.push_back(now_ - start.injected);
      latencies.push_back(now_ - start.due);
    }
  }

  void fill_lanes(RouterId id) {
    for (unsigned index = 0; index < lanes_[id].size(); ++index) {
      Lane& lane = lanes_[id][index];
      const auto due = [&] { return !lane.queue.empty() && lane.queue.front().due <= now_ + 1; };
      if (due() && lane.credits > 0) {
        const Queued sent = lane.queue.front();
        lane.queue.pop_front();
        --lane.credits;
        flits_[now_ + 1].emplace_back(id, parameters_.ports() + index, sent.flit);
        log(id, WireEvent::Kind::lane, index, 0, sent.flit);
        starts_[sent.flit.label] = {sent.due, now_ + 1};
        ++under_way_;
      }
      if (due()) ++late;
      lane.credits += lane.freed;
      lane.freed = 0;
    }
  }

  SwappedDragonfly topology_;
  RouterParameters parameters_;
  NicParameters nic_;
  std::vector<ReferenceRouter> routers_;
  std::vector<std::vector<Lane>> lanes_;
  std::vector<Port> next_accepted_;
  Clock now_ = 0;
  std::uint64_t under_way_ = 0;
  std::map<Clock, std::vector<std::tuple<RouterId, unsigned, Flit>>> flits_;
  std::map<Clock, std::vector<std::tuple<RouterId, Port, unsigned>>> credits_;
  std::map<std::uint32_t, Start> starts_;
};

}  // namespace swapfly::test
