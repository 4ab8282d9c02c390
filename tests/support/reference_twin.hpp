#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "model/router/router_follower.hpp"
#include "tests/support/reference_router.hpp"

namespace swapfly::test {

/// A router of which the plain reference decides; its flits show behind the registers of `latency`.
class ReferenceTwin : public RouterTwin {
 public:
  explicit ReferenceTwin(const RouterCore& core) : reference_(core.parameters()), follower_(core) {}

  RouterMoves step(Clock now, const RouterCore& core, RouterScratch& scratch,
                   RouterConnections& connections) override {
    const RouterParameters& shape = core.parameters();
    core.for_each_arriving(now, [&](unsigned fifo, const Flit& flit) {
      const bool lane = fifo >= shape.link_fifos();
      reference_.flit_arrives(
          lane ? shape.ports() + fifo - shape.link_fifos() : fifo / shape.virtual_channels, flit);
    });
    core.for_each_credit_arriving(now, [&](unsigned fifo) {
      reference_.credit_arrives(fifo / shape.virtual_channels, fifo % shape.virtual_channels);
    });
    follower_.begin(now);

    const auto accept = [&](const std::vector<Port>& offered) {
      for (const Port port : offered) {
        const Flit& flit = core.front(port * shape.virtual_channels);
        scratch.ejections.push_back({port, &flit, false});
      }
      follower_.eject(scratch.ejections, connections);
      std::vector<bool> accepted;
      for (const Ejection& ejection : scratch.ejections) accepted.push_back(ejection.accepted);
      scratch.ejections.clear();
      return accepted;
    };
    const ReferenceRouter::Outcome outcome = reference_.step(accept);
    for (const auto& [port, fifo] : outcome.granted) follower_.grant(port, fifo);
    for (const auto& [port, flit] : outcome.sent) leaving_.push_back({now, port, flit});
    const Clock registers = shape.latency - 1;
    while (!leaving_.empty() && leaving_.front().granted + registers == now) {
      const Leaving& leaving = leaving_.front();
      connections.send(leaving.port, core.channel_of(leaving.flit.header.hops),
                       connections.pool().take(leaving.flit), shape.latency - 1);
      leaving_.erase(leaving_.begin());
    }
    follower_.count(outcome.conflicts, outcome.stalls);
    return follower_.finish(connections, freed_);
  }

 private:
  struct Leaving {
    Clock granted = 0;
    Port port = 0;
    Flit flit;
  };

  ReferenceRouter reference_;
  RouterFollower follower_;
  std::vector<Leaving> leaving_;
  std::vector<unsigned> freed_;
};

}  // namespace swapfly::test
