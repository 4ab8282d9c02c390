#pragma once

#include <cstdint>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// What is found by walking every link and searching breadth first from every router: the formulas
/// of SwappedDragonfly and of distances() have no part in it.
struct LinkSurvey {
  std::uint64_t routers = 0;       ///< reached from router 0, itself included
  std::uint64_t local_links = 0;   ///< pairs of distinct routers joined by local ports
  std::uint64_t global_links = 0;  ///< pairs of distinct routers joined by global ports
  std::uint64_t degree = 0;        ///< other routers that a router is joined to, at most
  std::uint64_t diameter = 0;      ///< among the routers that reach each other
  double mean_distance = 0;        ///< over all ordered pairs, self pairs included
};

/// Takes routers * links steps.
LinkSurvey survey(const SwappedDragonfly& topology);

}  // namespace swapfly
