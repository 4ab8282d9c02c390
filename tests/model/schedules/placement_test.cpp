#include "model/schedules/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "model/packet/swapped_route.hpp"
#include "model/schedules/collective_algorithms.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

BlockPlan plan_of(const CollectiveAlgorithm& algorithm, Rank processors, Rank root = 0,
                  SecondTree tree = SecondTree::shift) {
  CollectiveRequest request;
  request.processors = processors;
  request.root = root;
  request.tree = tree;
  return algorithm.plan(request);
}

/// The plans of every algorithm from a root: two trees both ways where their number of nodes, which
/// is without the root but in a scan, allows it.
std::vector<BlockPlan> all_plans(Rank processors, Rank root) {
  std::vector<BlockPlan> plans;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    plans.push_back(plan_of(algorithm, processors, root));
    const bool scan = algorithm.operation == BlockOperation::scan;
    if (algorithm.two_trees && (processors - (scan ? 0 : 1)) % 2 == 0) {
      plans.push_back(plan_of(algorithm, processors, root, SecondTree::mirror));
    }
  }
  return plans;
}

void expect_placement(const Placement& placement, const SwappedDragonfly& topology,
                      Rank processors) {
  EXPECT_EQ(placement.size(), processors);
  EXPECT_EQ(std::set<RouterId>(placement.begin(), placement.end()).size(), processors);
  for (const RouterId router : placement) EXPECT_LT(router, topology.routers());
}

/// Of each colour and link, the streams beyond the first: all uses of links less those that differ.
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
  for (int i = 0; i < 20; ++i) {
    const SwappedDragonfly topology(random.between(1, 4), random.between(1, 4));
    const Rank processors = random.between(1, topology.routers());
    for (const BlockPlan& plan : all_plans(processors, random.below(processors))) {
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

void expect_no_shared_links(const BlockPlan& plan, const SwappedDragonfly& topology) {
  const PlannedPlacement planned = planned_placement(plan, topology, 1);
  expect_placement(planned.placement, topology, plan.processors);
  EXPECT_EQ(planned.clashes, 0U);
  EXPECT_EQ(clashes_by_hand(plan, planned.placement, topology), 0U);
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
    // Whether a mirror image is legal depends on which of the two it is.
    for (const Rank processors : {topology.routers(), topology.routers() - 1}) {
      for (const Rank root : {Rank{0}, processors / 3, processors - 1}) {
        SCOPED_TRACE(::testing::Message()
                     << to_string(topology) << ", " << processors << " processors, root " << root);
        for (const BlockPlan& plan : all_plans(processors, root)) {
          expect_no_shared_links(plan, topology);
        }
      }
    }
  }
}

TEST(Placement, PlannedHasNoSharedLinksWhateverTheRoot) {
  const SwappedDragonfly topology(4, 4);
  for (Rank root = 0; root < 64; ++root) {
    SCOPED_TRACE(::testing::Message() << "root " << root);
    expect_no_shared_links(plan_of(collective_algorithm("two_tree_broadcast"), 64, root), topology);
  }
}

TEST(Placement, PlannedUsesRoutersWithoutAProcessorToo) {
  // Two trees of 6 processors have no such placement on the first 6 routers.
  const SwappedDragonfly topology(2, 3);
  for (const Rank processors : {2U, 5U, 6U, 11U, 17U}) {
    SCOPED_TRACE(::testing::Message() << processors << " processors");
    for (const BlockPlan& plan : all_plans(processors, 0)) expect_no_shared_links(plan, topology);
  }
}

TEST(Placement, PlannedIsAsGoodAsAnyWhereAllCanBeTried) {
  std::uint64_t most = 0;
  for (const auto& [K, M] : {std::pair{1U, 1U}, {2U, 1U}, {4U, 1U}, {1U, 2U}}) {
    const SwappedDragonfly topology(K, M);
    for (Rank processors = 1; processors <= topology.routers(); ++processors) {
      for (const BlockPlan& plan : all_plans(processors, processors - 1)) {
        Placement routers = drawer_order(topology.routers());
        std::uint64_t least = clashes_by_hand(plan, routers, topology);
        while (std::next_permutation(routers.begin(), routers.end())) {
          least = std::min(least, clashes_by_hand(plan, routers, topology));
        }
        const PlannedPlacement planned = planned_placement(plan, topology, 1);
        expect_placement(planned.placement, topology, processors);
        EXPECT_EQ(planned.clashes, least) << to_string(topology) << ", " << processors;
        EXPECT_EQ(clashes_by_hand(plan, planned.placement, topology), least);
        most = std::max(most, least);
      }
    }
  }
  // Two trees of all four processors of D3(1,2) cannot be placed without.
  EXPECT_EQ(most, 1U);
}

TEST(Placement, IsTheSameForTheSameSeed) {
  const SwappedDragonfly topology(4, 4);
  const BlockPlan plan = plan_of(collective_algorithm("two_tree_scan"), 64);
  EXPECT_EQ(planned_placement(plan, topology, 3).placement,
            planned_placement(plan, topology, 3).placement);
  EXPECT_NE(planned_placement(plan, topology, 3).placement,
            planned_placement(plan, topology, 4).placement);
  EXPECT_EQ(random_placement(topology, 64, 3), random_placement(topology, 64, 3));
  EXPECT_NE(random_placement(topology, 64, 3), random_placement(topology, 64, 4));
}

}  // namespace
}  // namespace swapfly::test
