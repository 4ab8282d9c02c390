#pragma once

#include <optional>
#include <vector>

#include "model/network/run_control.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {

/// Like run_plain, but steps the routers of all awake drawers in a random order every clock, then
/// settles the drawers, also in a random order.
inline RunEnd run_shuffled(Fabric& fabric, RunControl& control, Random& random) {
  while (true) {
    std::vector<unsigned> drawers;
    std::vector<RouterId> routers;
    for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
      if (fabric.alarm(drawer) <= fabric.now()) fabric.wake(drawer);
      if (!fabric.awake(drawer)) continue;
      drawers.push_back(drawer);
      const unsigned size = fabric.topology().M();
      for (unsigned p = 0; p < size; ++p) routers.push_back(drawer * size + p);
    }
    random.shuffle(routers);
    random.shuffle(drawers);
    for (const RouterId router : routers) fabric.step_router(router);
    for (const unsigned drawer : drawers) fabric.settle_drawer(drawer);
    if (const std::optional<RunEnd> end = control.end_clock()) return *end;
  }
}

}  // namespace swapfly::test
