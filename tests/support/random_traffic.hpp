#pragma once

#include <algorithm>
#include <vector>

#include "model/packet/swapped_route.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly::test {

/// A flit that a node is to send.
struct Planned {
  RouterId node = 0;
  unsigned lane = 0;
  Clock due = 0;
  Header header;
  std::uint32_t label = 0;
};

constexpr Header depth4_tree{4, false, every_port, every_port, every_port};
constexpr Header depth3_tree{3, false, every_port, every_port, every_port};

/// Shortest-path unicast, other headers, and whole broadcasts, `count` flits over the clocks
/// 1..`last`; labels count up from 1. In order of `due`.
inline std::vector<Planned> mixed_traffic(Random& random, const SwappedDragonfly& topology,
                                          unsigned lanes, unsigned count, unsigned last,
                                          bool with_stars = true) {
  std::vector<Planned> plan;
  for (unsigned i = 0; i < count; ++i) {
    Planned flit;
    flit.node = random.below(topology.routers());
    flit.lane = random.below(lanes);
    flit.due = random.between(1, last);
    const unsigned kind = random.below(with_stars ? 10 : 6);
    if (kind < 4) {
      const RouterId to = random.below(topology.routers());
      flit.header =
          shortest_header(topology.coordinates(flit.node), topology.coordinates(to), topology);
    } else if (kind < 6) {
      flit.header = random_header(random, topology.K(), topology.M(), 4, 0);
    } else if (kind < 7) {
      flit.header = random_header(random, topology.K(), topology.M(), 4, 2);
    } else {
      flit.header = kind == 7 ? depth3_tree : depth4_tree;
    }
    if (flit.header.hops == 0) flit.header = depth4_tree;
    plan.push_back(flit);
  }
  std::stable_sort(plan.begin(), plan.end(),
                   [](const Planned& a, const Planned& b) { return a.due < b.due; });
  for (std::size_t i = 0; i < plan.size(); ++i) plan[i].label = static_cast<std::uint32_t>(i + 1);
  return plan;
}

inline void send_all(Fabric& fabric, const std::vector<Planned>& plan) {
  for (const Planned& flit : plan) {
    Departure sent = departure(flit.due, flit.header, flit.label);
    sent.lane = flit.lane;
    sent.payload = flit.label * std::uint64_t{0x9E3779B97F4A7C15U};
    fabric.nic(flit.node).send(sent);
  }
}

/// Answers some of what arrives: one time in four on average and twice in a row at most, to a node
/// that follows from the arrival alone, so that the answers do not depend on who is stepped first.
inline Recorder::Respond answering(const SwappedDragonfly& topology) {
  return [K = topology.K(), M = topology.M()](NicCore& nic, const Arrival& arrival) {
    const std::uint32_t label = arrival.flit.label;
    const std::uint64_t mixed =
        (std::uint64_t{label} * 1000003U + nic.node()) * std::uint64_t{0x9E3779B97F4A7C15U} >> 24U;
    if (label >= 2000000 || mixed % 4 != 0) return;
    const auto field = [](std::uint64_t number) { return static_cast<std::uint16_t>(number); };
    Departure sent;
    sent.header = {static_cast<std::uint8_t>(3 + mixed / 4 % 2), mixed / 8 % 2 == 0,
                   field(mixed / 16 % K), field(mixed / 64 % M), field(mixed / 256 % M)};
    sent.label = label + 1000000;
    sent.payload = mixed;
    sent.lane = static_cast<unsigned>(mixed / 1024 % nic.parameters().lanes);
    if (mixed % 3 == 0) {
      nic.answer(arrival, sent);
    } else {
      sent.due = nic.now() + 1 + mixed % 40;
      nic.send(sent);
    }
  };
}

}  // namespace swapfly::test
