#pragma once

#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly {

/// Tells an observer of every clock which routers need no look at their output wires.
class SendingRouters {
 public:
  explicit SendingRouters(RouterId routers) : seen_(routers) {}

  /// False if nothing leaves `router` in this clock. Asked in every clock from some clock on.
  bool may_send(const Fabric& fabric, RouterId router) {
    Seen& seen = seen_[router];
    const std::uint64_t flit_hops = fabric.router(router).counters().flit_hops;
    if (flit_hops != seen.flit_hops) seen = {flit_hops, fabric.now()};
    // What is granted in one clock comes out of the router latency - 1 clocks later.
    return seen.changed != never &&
           fabric.now() - seen.changed < fabric.router_parameters().latency;
  }

 private:
  /// What a router had sent when it was last looked at, and when that last changed.
  struct Seen {
    std::uint64_t flit_hops = 0;
    Clock changed = never;
  };

  std::vector<Seen> seen_;
};

}  // namespace swapfly
