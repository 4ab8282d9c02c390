#pragma once

#include <deque>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "model/packet/flit.hpp"
#include "model/router/router_parameters.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly::test {

/// The router's contract in the plainest words, slow and without a clock of its own: what is in its
/// FIFOs decides what it does. The tests compare RouterCore with it.
class ReferenceRouter {
 public:
  struct Outcome {
    std::vector<std::pair<Port, Flit>> sent;
    std::vector<std::pair<Port, unsigned>> granted;  ///< (output, FIFO)
    std::vector<std::pair<Port, unsigned>> freed;
    std::vector<unsigned> freed_lanes;
    std::vector<std::pair<Port, Flit>> ejected;
    unsigned conflicts = 0;
    unsigned stalls = 0;
  };
  /// Given the ports that offer a flit, in order: which of them are accepted.
  using Accept = std::function<std::vector<bool>(const std::vector<Port>&)>;

  explicit ReferenceRouter(const RouterParameters& parameters)
      : parameters_(parameters),
        fifos_(parameters.fifos()),
        served_(parameters.fifos()),
        credits_(parameters.ports(),
                 std::vector<unsigned>(parameters.virtual_channels, parameters.depth)),
        pointers_(parameters.ports(), 0) {}

  void flit_arrives(unsigned input, const Flit& flit) {
    const unsigned channels = parameters_.virtual_channels;
    const unsigned fifo = input < parameters_.ports()
                              ? input * channels + shown_channel(flit.header.hops / 2U)
                              : parameters_.link_fifos() + input - parameters_.ports();
    fifos_[fifo].push_back(flit);
  }
  void credit_arrives(Port port, unsigned channel) { ++credits_[port][channel]; }

  std::size_t held(unsigned fifo) const { return fifos_[fifo].size(); }
  unsigned credits(Port port, unsigned channel) const { return credits_[port][channel]; }

  Outcome step(const Accept& accept) {
    Outcome outcome;
    std::vector<unsigned> offering, leaving;
    std::vector<Port> offered;
    std::vector<std::vector<unsigned>> wanting(parameters_.ports()), asking(parameters_.ports());
    unsigned heads = 0;
    for (unsigned fifo = 0; fifo < fifos_.size(); ++fifo) {
      if (fifos_[fifo].empty()) continue;
      ++heads;
      const Header& header = fifos_[fifo].front().header;
      if (header.hops == 0) {
        offering.push_back(fifo);
        offered.push_back(fifo / parameters_.virtual_channels);
        continue;
      }
      const ReferenceHop hop = hop_of(fifo);
      for (const Port port : hop.ports) {
        if (served_[fifo].count(port) != 0) continue;
        wanting[port].push_back(fifo);
        if (credits_[port][shown_channel(hop.channel)] > 0) asking[port].push_back(fifo);
      }
    }
    const std::vector<bool> accepted = accept(offered);
    for (std::size_t i = 0; i < offering.size(); ++i) {
      if (!accepted[i]) continue;
      outcome.ejected.emplace_back(offered[i], fifos_[offering[i]].front());
      leaving.push_back(offering[i]);
    }
    for (Port port = 0; port < parameters_.ports(); ++port) {
      if (wanting[port].size() > 1) ++outcome.conflicts;
      if (asking[port].empty()) continue;
      const unsigned winner = choose(asking[port], pointers_[port]);
      pointers_[port] = (winner + 1) % parameters_.fifos();
      Flit flit = fifos_[winner].front();
      const ReferenceHop hop = hop_of(winner);
      flit.header = hop.next;
      --credits_[port][shown_channel(hop.channel)];
      outcome.sent.emplace_back(port, flit);
      outcome.granted.emplace_back(port, winner);
      served_[winner].insert(port);
      if (served_[winner].size() == hop.ports.size()) leaving.push_back(winner);
    }
    for (const unsigned fifo : leaving) {
      served_[fifo].clear();
      fifos_[fifo].pop_front();
      if (fifo >= parameters_.link_fifos()) {
        outcome.freed_lanes.push_back(fifo - parameters_.link_fifos());
      } else {
        outcome.freed.emplace_back(fifo / parameters_.virtual_channels,
                                   fifo % parameters_.virtual_channels);
      }
    }
    outcome.stalls = heads - static_cast<unsigned>(leaving.size());
    return outcome;
  }

 private:
  ReferenceHop hop_of(unsigned fifo) const {
    return reference_hop(fifos_[fifo].front().header, parameters_.K, parameters_.M);
  }
  unsigned shown_channel(unsigned channel) const {
    return channel < parameters_.virtual_channels ? channel : parameters_.virtual_channels - 1;
  }
  static unsigned choose(const std::vector<unsigned>& asking, unsigned pointer) {
    for (const unsigned fifo : asking) {
      if (fifo >= pointer) return fifo;
    }
    return asking.front();
  }

  RouterParameters parameters_;
  std::vector<std::deque<Flit>> fifos_;
  std::vector<std::set<Port>> served_;
  std::vector<std::vector<unsigned>> credits_;
  std::vector<unsigned> pointers_;
};

}  // namespace swapfly::test
