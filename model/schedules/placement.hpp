#pragma once

#include <utility>
#include <vector>

#include "model/schedules/block_plan.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// Where the processors of a collective operation are: [rank], all different.
using Placement = std::vector<RouterId>;

/// Rank i at router i: as many as possible in a drawer.
Placement drawer_order(Rank processors);

/// Any routers of the network, by the seed. Requires processors <= routers.
Placement random_placement(const SwappedDragonfly& topology, Rank processors, std::uint64_t seed);

/// How the routes of a plan's streams meet. Streams of one colour are under way in the same steps;
/// where their routes, shortest_header(), share a link, one of them has to wait.
struct SharedLinks {
  /// Of each colour and link, the routes beyond the first, summed.
  std::uint64_t clashes = 0;
  /// Some of the pairs of streams that meet: places in the plan.
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
};
SharedLinks shared_links(const BlockPlan& plan, const Placement& placement,
                         const SwappedDragonfly& topology, std::size_t most_pairs = 0);

/// A placement in which no two streams of one colour share a link, or the best that was found.
struct PlannedPlacement {
  Placement placement;
  std::uint64_t clashes = 0;  ///< left
  std::uint64_t moves = 0;    ///< that were tried
};

/// Searches for one: from drawer order on, a processor of a stream that meets another changes
/// places with another router's, which may have none; what makes matters worse is taken now and
/// then. The number of moves is bounded, so the same plan, network and seed give the same placement
/// on every machine. Requires processors <= routers.
PlannedPlacement planned_placement(const BlockPlan& plan, const SwappedDragonfly& topology,
                                   std::uint64_t seed);

}  // namespace swapfly
