#include "tests/support/block_plans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "model/schedules/block_cut.hpp"
#include "model/schedules/collective_algorithms.hpp"
#include "model/schedules/two_tree_plans.hpp"
#include "tests/support/logarithm.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

constexpr SecondTree both_ways[] = {SecondTree::shift, SecondTree::mirror};

bool there_is(SecondTree how, Rank in_trees) {
  return how == SecondTree::shift || in_trees % 2 == 0;
}

TEST(TwoTreePlans, NeverTakeMoreThanTheirSteps) {
  for (Rank p = 1; p <= 400; ++p) {
    for (const SecondTree how : both_ways) {
      if (!there_is(how, p)) continue;
      for (const std::uint64_t k : {1U, 2U, 3U, 8U, 33U, 64U}) {
        const std::uint64_t most = 2 * ceiling_log2(p) + 2 * k;
        EXPECT_LE(two_tree_broadcast_plan(p + 1, 0, k, how).steps(), most) << p << ", " << k;
        EXPECT_LE(two_tree_reduce_plan(p + 1, p, k, how, false).steps(), most) << p << ", " << k;
        EXPECT_LE(two_tree_scan_plan(p, k, how).steps(), 2 * most) << p << ", " << k;
      }
    }
  }
}

TEST(TwoTreePlans, TakeThePublishedStepsForEightBlocks) {
  const std::pair<Rank, std::uint64_t> published[] = {{6, 20},  {14, 22}, {15, 22},
                                                      {16, 23}, {64, 27}, {256, 31}};
  for (const auto& [p, steps] : published) {
    for (const SecondTree how : both_ways) {
      if (!there_is(how, p)) continue;
      EXPECT_EQ(two_tree_broadcast_plan(p + 1, 0, 8, how).steps(), steps) << p << name_of(how);
    }
  }
}

TEST(SweepTwoTreePlans, HaveTheFirstBlocksEverywhereAfterTwiceTheHeight) {
  for (Rank p = 3; p <= 1100; ++p) {
    const bool power_of_two = (p & (p - 1)) == 0;
    const std::uint64_t most = 2 * ceiling_log2(p) + (power_of_two ? 1 : 0);
    for (const SecondTree how : both_ways) {
      if (!there_is(how, p)) continue;
      EXPECT_LE(two_tree_broadcast_plan(p + 1, p / 2, 1, how).steps(), most) << p << name_of(how);
    }
  }
  EXPECT_EQ(two_tree_broadcast_plan(2, 0, 1, SecondTree::shift).steps(), 2U);
  EXPECT_EQ(two_tree_broadcast_plan(3, 0, 1, SecondTree::shift).steps(), 4U);
}

TEST(SweepTwoTreePlans, DoNotClashAtAnyPortForAnyRoot) {
  constexpr std::uint64_t seed = 5;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  for (Rank processors = 1; processors <= 200; ++processors) {
    for (const SecondTree how : both_ways) {
      const std::uint64_t blocks = random.between(1, 40);
      SCOPED_TRACE(::testing::Message()
                   << processors << " processors, " << blocks << " blocks, " << name_of(how));
      if (there_is(how, processors)) {
        EXPECT_EQ(port_clash(two_tree_scan_plan(processors, blocks, how)), "");
      }
      if (!there_is(how, processors - 1)) continue;
      const Rank step = processors < 40 ? 1 : 17;
      for (Rank root = 0; root < processors; root += step) {
        EXPECT_EQ(port_clash(two_tree_broadcast_plan(processors, root, blocks, how)), "") << root;
        EXPECT_EQ(port_clash(two_tree_reduce_plan(processors, root, blocks, how, false)), "")
            << root;
      }
    }
  }
}

TEST(SweepTwoTreePlans, OfManyProcessorsDoNotClashAtAnyPort) {
  for (const Rank processors : {4096U, 65535U, 65536U}) {
    for (const std::uint64_t blocks : {1U, 1000U}) {
      const BlockPlan plan =
          two_tree_broadcast_plan(processors, processors / 2, blocks, SecondTree::shift);
      EXPECT_EQ(port_clash(plan), "");
      EXPECT_LE(plan.steps(), 2 * ceiling_log2(processors - 1) + 2 * blocks);
      EXPECT_EQ(port_clash(two_tree_scan_plan(processors, blocks, SecondTree::shift)), "");
    }
  }
}

TEST(BlockPlans, BringEveryBlockInOrderAndNeverBeforeItIsThere) {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (Rank processors = 1; processors <= 34; ++processors) {
      for (const SecondTree how : both_ways) {
        const bool scan = algorithm.operation == BlockOperation::scan;
        if (!there_is(how, processors - (scan ? 0 : 1))) continue;
        if (!algorithm.two_trees && how == SecondTree::mirror) continue;
        const Rank roots = scan ? 1 : processors;
        for (Rank root = 0; root < roots; root += processors < 10 ? 1 : 5) {
          SCOPED_TRACE(::testing::Message()
                       << algorithm.name << ", " << processors << " processors, root " << root
                       << ", " << name_of(how));
          CollectiveRequest request;
          request.processors = processors;
          request.root = root;
          request.blocks = algorithm.pipelined ? 3 : 1;
          request.tree = how;
          request.commutative = false;
          const BlockPlan plan = algorithm.plan(request);
          EXPECT_EQ(port_clash(plan), "");
          EXPECT_EQ(PlanPlayer(plan, algorithm.operation, root).play(), "");
          EXPECT_LE(plan.steps(), algorithm.steps(request));
        }
      }
    }
  }
}

// Every block of a stream depends on the blocks of the same number, which lie as many steps before
// it: what is right for one block is right for any number, if no ports clash.
TEST(BlockPlans, OfManyProcessorsBringTheirBlockInOrder) {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (const Rank processors : {63U, 64U, 65U, 101U, 128U, 256U, 257U}) {
      for (const Rank root : {0U, processors / 3, processors - 1}) {
        if (algorithm.operation == BlockOperation::scan && root > 0) continue;
        CollectiveRequest request;
        request.processors = processors;
        request.root = root;
        request.commutative = false;
        EXPECT_EQ(PlanPlayer(algorithm.plan(request), algorithm.operation, root).play(), "")
            << algorithm.name << ", " << processors << " processors, root " << root;
      }
    }
  }
}

TEST(TwoTreePlans, ReduceToAnyRootWithoutADetourWhereTheOperatorCommutes) {
  for (Rank processors = 1; processors <= 34; ++processors) {
    for (Rank root = 0; root < processors; ++root) {
      const BlockPlan plan = two_tree_reduce_plan(processors, root, 2, SecondTree::shift, true);
      SCOPED_TRACE(::testing::Message() << processors << " processors, root " << root);
      EXPECT_EQ(port_clash(plan), "");
      EXPECT_EQ(PlanPlayer(plan, BlockOperation::reduce, root, false).play(), "");
      EXPECT_EQ(plan.steps(), two_tree_broadcast_plan(processors, 0, 2, SecondTree::shift).steps());
    }
  }
  // In order it is not: that is what the detour by rank 0 is for.
  const BlockPlan plan = two_tree_reduce_plan(9, 4, 2, SecondTree::shift, true);
  EXPECT_NE(PlanPlayer(plan, BlockOperation::reduce, 4).play(), "");
}

TEST(BlockPlans, WithAStreamOfTheOtherColourAreFoundOut) {
  // Enough blocks for every stream to run beside those of its neighbours.
  const BlockPlan plan = two_tree_broadcast_plan(31, 7, 16, SecondTree::shift);
  ASSERT_EQ(port_clash(plan), "");
  for (std::size_t i = 0; i < plan.streams.size(); ++i) {
    BlockPlan wrong = plan;
    ++wrong.streams[i].first_step;
    EXPECT_NE(port_clash(wrong), "") << plan.streams[i].from << " -> " << plan.streams[i].to;
  }
}

TEST(BlockPlans, WithAStreamAStepTooEarlyAreFoundOut) {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    CollectiveRequest request;
    request.processors = 12;
    request.blocks = algorithm.pipelined ? 2 : 1;
    const BlockPlan plan = algorithm.plan(request);
    unsigned tried = 0;
    for (std::size_t i = 0; i < plan.streams.size(); ++i) {
      // Some have steps to spare; those that leave right behind the block they pass on have none.
      const BlockStream& stream = plan.streams[i];
      const bool follows = std::any_of(
          plan.streams.begin(), plan.streams.end(), [&stream](const BlockStream& other) {
            return other.to == stream.from && other.part == stream.part &&
                   other.first_step + 1 == stream.first_step &&
                   (other.kind == stream.kind || other.kind != BlockKind::down);
          });
      if (!follows || (algorithm.operation == BlockOperation::scan &&
                       stream.kind == BlockKind::down && stream.to < stream.from)) {
        continue;
      }
      BlockPlan wrong = plan;
      --wrong.streams[i].first_step;
      ++tried;
      EXPECT_FALSE(port_clash(wrong).empty() &&
                   PlanPlayer(wrong, algorithm.operation, 0).play().empty())
          << algorithm.name << ", " << stream.from << " -> " << stream.to;
    }
    EXPECT_GT(tried, 2U);
    BlockPlan missing = plan;
    missing.streams.pop_back();
    EXPECT_NE(PlanPlayer(missing, algorithm.operation, 0).play(), "") << algorithm.name;
    BlockPlan twice = plan;
    twice.streams.push_back(plan.streams.front());
    EXPECT_NE(port_clash(twice), "") << algorithm.name;
  }
}

TEST(BlockPlans, OfOperandsInTheWrongOrderAreFoundOut) {
  for (const BlockOperation operation : {BlockOperation::reduce, BlockOperation::scan}) {
    BlockPlan plan = operation == BlockOperation::scan
                         ? two_tree_scan_plan(9, 2, SecondTree::shift)
                         : two_tree_reduce_plan(9, 0, 2, SecondTree::shift, false);
    EXPECT_EQ(PlanPlayer(plan, operation, 0).play(), "");
    for (BlockStream& stream : plan.streams) {
      if (stream.kind == BlockKind::from_left) {
        stream.kind = BlockKind::from_right;
      } else if (stream.kind == BlockKind::from_right) {
        stream.kind = BlockKind::from_left;
      }
    }
    EXPECT_NE(PlanPlayer(plan, operation, 0).play(), "");
  }
}

TEST(BlockCut, HasBlocksThatDifferByOneFlitAndCoverTheMessage) {
  for (std::uint64_t flits = 1; flits <= 40; ++flits) {
    for (const unsigned parts : {1U, 2U}) {
      for (std::uint64_t blocks = 1; blocks <= BlockCut::most_blocks(flits, parts); ++blocks) {
        const BlockCut cut{flits, parts, blocks};
        std::uint64_t at = 0, empty = 0;
        for (unsigned part = 0; part < parts; ++part) {
          for (std::uint64_t block = 0; block < blocks; ++block) {
            EXPECT_EQ(cut.start(part, block), at);
            EXPECT_TRUE(cut.size(part, block) == cut.largest() ||
                        cut.size(part, block) + 1 == cut.largest());
            if (cut.size(part, block) == 0) ++empty;
            at += cut.size(part, block);
          }
        }
        EXPECT_EQ(at, flits);
        EXPECT_LE(empty, 1U);
      }
    }
  }
}

TEST(CollectiveAlgorithms, HaveTheBestBlocksOfTheirFormulas) {
  // Two trees: sqrt(beta m h / 2 alpha); a pipeline: sqrt((P - 2) beta m / alpha).
  CollectiveRequest request;
  request.processors = 65;
  EXPECT_DOUBLE_EQ(best_blocks(collective_algorithm("two_tree_broadcast"), request, 3, 1, 256), 16);
  EXPECT_DOUBLE_EQ(best_blocks(collective_algorithm("linear_pipeline"), request, 7, 1, 36), 18);
  EXPECT_DOUBLE_EQ(best_blocks(collective_algorithm("binomial_tree"), request, 3, 1, 256), 1);
  request.processors = 2;
  EXPECT_DOUBLE_EQ(best_blocks(collective_algorithm("linear_pipeline"), request, 3, 1, 256), 1);
}

TEST(CollectiveAlgorithms, HaveThePublishedTime) {
  CollectiveRequest request;
  request.processors = 65;
  request.blocks = 16;
  // (2 * 6 + 2 * 16)(3 + 256 / 32).
  const double clocks =
      published_clocks(collective_algorithm("two_tree_broadcast"), request, 3, 1, 256);
  EXPECT_DOUBLE_EQ(clocks, 44 * 11);
}

}  // namespace
}  // namespace swapfly::test
