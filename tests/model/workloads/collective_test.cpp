#include "model/workloads/collective.hpp"

#include <gtest/gtest.h>

#include "tests/support/logarithm.hpp"
#include "tests/support/random.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

constexpr std::uint64_t best = 0;

CollectiveOrder order_of(const std::string& algorithm, Rank processors, std::uint64_t flits,
                         std::uint64_t blocks) {
  CollectiveOrder order;
  order.algorithm = algorithm;
  order.request.processors = processors;
  order.flits = flits;
  if (blocks != best) order.blocks = blocks;
  return order;
}

/// Runs it; what must always hold is checked here.
WorkloadRun::Outcome run(const SwappedDragonfly& topology, Collective& collective,
                         const WorkloadRun& setting = {}) {
  const WorkloadRun::Outcome outcome = setting.run(topology, collective);
  EXPECT_TRUE(outcome.complete());
  for (const std::string& fault : outcome.faults) ADD_FAILURE() << fault;
  for (const Claim& claim : outcome.claims) {
    EXPECT_TRUE(claim.ok) << claim.id << ": " << claim.measured << ", not " << claim.expected;
  }
  return outcome;
}

TEST(Collective, TakesAsManyStepsOnTheNetworkAsThePlanSays) {
  for (const Rank p : {2U, 3U, 7U, 14U, 15U, 16U, 63U, 64U, 100U, 255U, 256U}) {
    SCOPED_TRACE(::testing::Message() << "p = " << p);
    const SwappedDragonfly topology = p < 64 ? SwappedDragonfly(4, 4) : SwappedDragonfly(5, 8);
    const WorkloadRun setting;
    CollectiveOrder order = order_of("two_tree_broadcast", p + 1, 48, 8);
    order.request.root = p / 3;
    Collective collective(setting.context(topology), order);
    const WorkloadRun::Outcome outcome = run(topology, collective);
    const BlockCollectiveParameters& parameters = collective.parameters();
    ASSERT_EQ(parameters.shared_links, 0U);
    EXPECT_TRUE(outcome.conflict_free());
    EXPECT_EQ(collective.late_blocks(), 0U);
    const std::uint64_t steps = *collective.last_block_clocks() / parameters.step_clocks + 1;
    EXPECT_EQ(steps, parameters.plan.steps());
    EXPECT_LE(steps, 2 * ceiling_log2(p) + 2 * 8);
    const std::uint64_t first = *collective.first_block_clocks() / parameters.step_clocks + 1;
    EXPECT_LE(first, 2 * ceiling_log2(p + 2));
    // A step is a block's train over the longest route, and t_s.
    EXPECT_EQ(parameters.step_clocks, 48 / 16 - 1 + collective.choice().longest_route + 1);
    ASSERT_EQ(outcome.claims.size(), 1U);
    EXPECT_EQ(outcome.claims.front().expected, outcome.figures.cycles);
  }
}

TEST(Collective, MovesEveryMessageWhateverItsLengthRootAndMode) {
  const SwappedDragonfly topology(2, 3);
  const WorkloadRun setting;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    for (const Rank processors : {1U, 2U, 3U, 4U, 7U, 8U, 18U}) {
      for (const std::uint64_t flits : {1U, 2U, 3U, 5U, 16U}) {
        for (const std::uint64_t blocks : {best, std::uint64_t{1}, (flits + 1) / 2}) {
          for (const BlockMode mode : {BlockMode::steps, BlockMode::free}) {
            SCOPED_TRACE(::testing::Message()
                         << algorithm.name << ", " << processors << " processors, " << flits
                         << " flits, " << blocks << " blocks, " << name_of(mode));
            CollectiveOrder order = order_of(algorithm.name, processors, flits, blocks);
            order.request.root = (processors + static_cast<Rank>(flits)) % processors;
            order.mode = mode;
            order.place = flits % 2 == 0 ? PlacementKind::random : PlacementKind::drawer_order;
            Collective collective(setting.context(topology), order);
            run(topology, collective);
          }
        }
      }
    }
  }
}

TEST(Collective, KeepsTheOrderOfOperandsThatDoNotCommute) {
  const SwappedDragonfly topology(2, 3);
  for (const char* algorithm : {"two_tree_reduce", "two_tree_scan"}) {
    for (const SecondTree tree : {SecondTree::shift, SecondTree::mirror}) {
      for (Rank processors = 1; processors <= topology.routers(); ++processors) {
        const bool scan = algorithm == std::string("two_tree_scan");
        if (tree == SecondTree::mirror && (processors - (scan ? 0 : 1)) % 2 == 1) continue;
        for (Rank root = 0; root < (scan ? 1 : processors); ++root) {
          for (const BlockMode mode : {BlockMode::steps, BlockMode::free}) {
            SCOPED_TRACE(::testing::Message() << algorithm << ", " << processors << " processors, "
                                              << "root " << root << ", " << name_of(mode));
            CollectiveOrder order = order_of(algorithm, processors, 6, 2);
            order.request.root = root;
            order.request.tree = tree;
            order.request.commutative = false;
            order.combine = CombineOperator::matrix_product;
            order.mode = mode;
            const WorkloadRun setting;
            Collective collective(setting.context(topology), order);
            run(topology, collective);
          }
        }
      }
    }
  }
}

/// Runs the parameters as they are, whatever is wrong with them.
bool right_after_run(BlockCollectiveParameters parameters) {
  const SwappedDragonfly topology(2, 3);
  const WorkloadRun setting;
  BlockCollective collective(setting.context(topology), std::move(parameters));
  const WorkloadRun::Outcome outcome = setting.run(topology, collective);
  return outcome.end == RunEnd::drained && outcome.data_ok &&
         outcome.figures.delivered == outcome.figures.expected;
}

TEST(Collective, FindsOperandsInTheWrongOrderInItsData) {
  const SwappedDragonfly topology(2, 3);
  for (const char* algorithm : {"two_tree_reduce", "two_tree_scan"}) {
    CollectiveOrder order = order_of(algorithm, 9, 6, 2);
    order.request.commutative = false;
    order.combine = CombineOperator::matrix_product;
    PreparedCollective prepared = prepare_collective(WorkloadRun{}.context(topology), order);
    EXPECT_TRUE(right_after_run(prepared.parameters));
    for (BlockStream& stream : prepared.parameters.plan.streams) {
      if (stream.kind == BlockKind::from_left) {
        stream.kind = BlockKind::from_right;
      } else if (stream.kind == BlockKind::from_right) {
        stream.kind = BlockKind::from_left;
      }
    }
    EXPECT_FALSE(right_after_run(prepared.parameters)) << algorithm;
  }
}

TEST(Collective, FindsAMissingStream) {
  const SwappedDragonfly topology(2, 3);
  for (const char* algorithm : {"two_tree_broadcast", "two_tree_reduce", "two_tree_scan"}) {
    const CollectiveOrder order = order_of(algorithm, 9, 6, 2);
    const PreparedCollective prepared = prepare_collective(WorkloadRun{}.context(topology), order);
    for (std::size_t i = 0; i < prepared.parameters.plan.streams.size(); ++i) {
      BlockCollectiveParameters parameters = prepared.parameters;
      parameters.plan.streams.erase(parameters.plan.streams.begin() +
                                    static_cast<std::ptrdiff_t>(i));
      bool found = false;
      try {
        found = !right_after_run(parameters);
      } catch (const std::logic_error&) {
        found = true;  // refused: a processor is to pass on what nobody sends it
      }
      EXPECT_TRUE(found) << algorithm << ", stream " << i;
    }
  }
}

TEST(Collective, StartsABlockInTheClockOfItsStep) {
  // Two processors in a drawer, a route of one hop: blocks of 3 flits take steps of 3 + t_s - 1 +
  // t_w = 6 clocks, and the third one ends 2 steps, its 2 further flits and a hop after the first.
  const SwappedDragonfly topology(1, 2);
  WorkloadRun setting;
  setting.router.latency = 2;
  setting.nic.latency = 2;
  CollectiveOrder order = order_of("linear_pipeline", 2, 9, 3);
  order.place = PlacementKind::drawer_order;
  Collective collective(setting.context(topology), order);
  const WorkloadRun::Outcome outcome = run(topology, collective, setting);
  EXPECT_EQ(collective.parameters().step_clocks, 6U);
  EXPECT_EQ(outcome.figures.cycles, 2 * 6 + 2 + 2);
  EXPECT_EQ(*collective.first_block_clocks(), 2 + 2);
}

TEST(Collective, ForwardsABlockAsSoonAsItIsThereInModeFree) {
  // Three processors in a drawer: the second one has the first block, of 4 flits, in clock 1 + 3 +
  // t_w, sends it t_s later, and the second block right behind it.
  const SwappedDragonfly topology(1, 3);
  WorkloadRun setting;
  setting.nic.latency = 5;
  CollectiveOrder order = order_of("linear_pipeline", 3, 8, 2);
  order.mode = BlockMode::free;
  order.place = PlacementKind::drawer_order;
  Collective collective(setting.context(topology), order);
  const WorkloadRun::Outcome outcome = run(topology, collective, setting);
  EXPECT_EQ(outcome.figures.cycles, (3 + 1 + 5) + (7 + 1));
  EXPECT_EQ(*collective.first_block_clocks(), (3 + 1 + 5) + (3 + 1));
}

TEST(Collective, SendsLateWhatComesLateAndCountsIt) {
  // Steps too short for their blocks by two clocks.
  const SwappedDragonfly topology(2, 3);
  const CollectiveOrder order = order_of("linear_pipeline", 4, 12, 3);
  PreparedCollective prepared = prepare_collective(WorkloadRun{}.context(topology), order);
  prepared.parameters.step_clocks -= 2;
  BlockCollective collective(WorkloadRun{}.context(topology), prepared.parameters);
  const WorkloadRun::Outcome outcome = WorkloadRun{}.run(topology, collective);
  EXPECT_TRUE(outcome.complete());
  EXPECT_GT(collective.late_blocks(), 0U);
  EXPECT_FALSE(outcome.claims.front().ok);
}

TEST(Collective, UsesEveryLaneItIsGivenInModeFree) {
  const SwappedDragonfly topology(2, 3);
  const auto cycles = [&topology](unsigned lanes) {
    WorkloadRun setting;
    setting.nic.receive = 2;
    WorkloadContext context = setting.context(topology);
    context.lanes = lanes;
    CollectiveOrder order = order_of("binary_tree_pipeline", 15, 64, 4);
    order.mode = BlockMode::free;
    Collective collective(context, order);
    return run(topology, collective, setting).figures.cycles;
  };
  EXPECT_LT(cycles(2), cycles(1));
}

TEST(SweepCollective, ChoosesTheBlocksThatTakeLeast) {
  const SwappedDragonfly topology(4, 4);
  for (const char* algorithm : {"two_tree_broadcast", "linear_pipeline", "binary_tree_pipeline",
                                "fibonacci_tree_pipeline", "two_tree_scan"}) {
    const std::uint64_t flits = 200;
    const auto cycles = [&](std::uint64_t blocks) {
      Collective collective(WorkloadRun{}.context(topology),
                            order_of(algorithm, 40, flits, blocks));
      return run(topology, collective).figures.cycles;
    };
    Collective chosen(WorkloadRun{}.context(topology), order_of(algorithm, 40, flits, best));
    const std::uint64_t least = run(topology, chosen).figures.cycles;
    // What is chosen counts whole steps, and the last one is shorter.
    for (std::uint64_t blocks = 1; blocks <= 60; ++blocks) {
      EXPECT_LE(static_cast<double>(least), 1.02 * static_cast<double>(cycles(blocks)))
          << algorithm << ", " << blocks << " blocks";
    }
  }
}

}  // namespace
}  // namespace swapfly::test
