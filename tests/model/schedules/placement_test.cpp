#include "model/schedules/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "model/packet/swapped_route.hpp"
#include "model/schedules/collective_algorithms.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

BlockPlan plan_of(const CollectiveAlgorithm& algorithm, Rank processors, Rank root = 0) {
  CollectiveRequest request;
  request.processors = processors;
  request.root = root;
  return algorithm.plan(request);
}

void expect_placement(const Placement& placement, const SwappedDragonfly& topology,
                      Rank processors) {
  EXPECT_EQ(placement.size(), processors);
  EXPECT_EQ(std::set<RouterId>(placement.begin(), placement.end()).size(), processors);
  for (const RouterId router : placement) EXPECT_LT(router, topology.routers());
}

/// Pairs of streams of one colour that share a link, by comparing all routes with all.
std::uint64_t clashes_by_hand(const BlockPlan& plan, const Placement& placement,
                              const SwappedDragonfly& topology) {
  std::multiset<std::tuple<std::uint64_t, RouterId, Port>> uses;
  for (const BlockStream& stream : plan.streams) {
    RouterId at = placement[stream.from];
    const RouterId to = placement[stream.to];
    const Header header =
        shortest_header(topology.coordinates(at), topology.coordinates(to), topology);
    const std::vector<Port> ports = path(header, at, to, topology).value();
    for (const Port port : ports) {
      uses.insert({plan.colour(stream), at, port});
      at = topology.neighbour(at, port).router;
    }
  }
  const std::set<std::tuple<std::uint64_t, RouterId, Port>> links(uses.begin(), uses.end());
  return uses.size() - links.size();
}

TEST(Placement, CountsTheLinksThatRoutesOfOneColourShare) {
  constexpr std::uint64_t seed = 11;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (int i = 0; i < 20; ++i) {
      const SwappedDragonfly topology(random.between(1, 4), random.between(1, 4));
      const Rank processors = random.between(1, topology.routers());
      const BlockPlan plan = plan_of(algorithm, processors, random.below(processors));
      const Placement placement = random_placement(topology, processors, random.word());
      expect_placement(placement, topology, processors);
      const SharedLinks shared = shared_links(plan, placement, topology, 1000);
      EXPECT_EQ(shared.clashes, clashes_by_hand(plan, placement, topology));
      EXPECT_EQ(shared.pairs.empty(), shared.clashes == 0);
      for (const auto& [a, b] : shared.pairs) {
        BlockPlan two = plan;
        two.streams = {plan.streams[a], plan.streams[b]};
        EXPECT_GT(clashes_by_hand(two, placement, topology), 0U);
      }
    }
  }
}

TEST(Placement, PlannedHasNoSharedLinks) {
  for (const auto& [K, M] : {std::pair{2U, 2U},
                             {2U, 3U},
                             {3U, 3U},
                             {2U, 4U},
                             {3U, 4U},
                             {4U, 4U},
                             {4U, 8U},
                             {5U, 8U},
                             {8U, 8U}}) {
    const SwappedDragonfly topology(K, M);
    for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
      const Rank processors = topology.routers();
      for (const Rank root : {Rank{0}, processors / 3}) {
        SCOPED_TRACE(::testing::Message() << to_string(topology) << ", " << algorithm.name);
        const BlockPlan plan = plan_of(algorithm, processors, root);
        const PlannedPlacement planned = planned_placement(plan, topology, 1);
        expect_placement(planned.placement, topology, processors);
        EXPECT_EQ(planned.clashes, 0U);
        EXPECT_EQ(shared_links(plan, planned.placement, topology).clashes, 0U);
      }
    }
  }
}

TEST(Placement, PlannedUsesRoutersWithoutAProcessorToo) {
  const SwappedDragonfly topology(2, 4);
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (const Rank processors : {2U, 5U, 17U, 31U}) {
      const BlockPlan plan = plan_of(algorithm, processors);
      const PlannedPlacement planned = planned_placement(plan, topology, 1);
      expect_placement(planned.placement, topology, processors);
      EXPECT_EQ(shared_links(plan, planned.placement, topology).clashes, planned.clashes);
      EXPECT_EQ(planned.clashes, 0U) << algorithm.name << ", " << processors;
    }
  }
}

TEST(Placement, PlannedGivesTheBestThatItFoundWhereThereIsNone) {
  // Three streams of one colour from one router: two at least share its way out to the same place.
  BlockPlan plan;
  plan.processors = 4;
  for (const Rank to : {1U, 2U, 3U}) plan.streams.push_back({0, to, 0, BlockKind::down, 0});
  for (const Rank to : {1U, 2U, 3U}) plan.streams.push_back({0, to, 0, BlockKind::down, 0});
  const SwappedDragonfly topology(2, 2);
  const PlannedPlacement planned = planned_placement(plan, topology, 1);
  EXPECT_GE(planned.clashes, 3U);
  EXPECT_EQ(shared_links(plan, planned.placement, topology).clashes, planned.clashes);
}

TEST(Placement, IsTheSameForTheSameSeed) {
  const SwappedDragonfly topology(4, 4);
  const BlockPlan plan = plan_of(collective_algorithm("two_tree_scan"), 64);
  EXPECT_EQ(planned_placement(plan, topology, 3).placement,
            planned_placement(plan, topology, 3).placement);
  EXPECT_EQ(random_placement(topology, 64, 3), random_placement(topology, 64, 3));
  EXPECT_NE(random_placement(topology, 64, 3), random_placement(topology, 64, 4));
}

}  // namespace
}  // namespace swapfly::test
