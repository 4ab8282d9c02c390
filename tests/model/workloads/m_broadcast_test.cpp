#include "model/workloads/m_broadcast.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <tuple>

#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

struct Network {
  unsigned K;
  unsigned M;
  Group group;
};

std::ostream& operator<<(std::ostream& out, const Network& network) {
  return out << "D3_" << network.K << "_" << network.M << "_" << name_of(network.group);
}

const std::vector<Network> networks = {
    {4, 4, Group::cyclic},  {4, 8, Group::cyclic},  {3, 5, Group::cyclic}, {2, 8, Group::cyclic},
    {4, 4, Group::boolean}, {4, 8, Group::boolean}, {2, 8, Group::boolean}};

/// Sources on and off the diagonal, in the first and the last cabinet.
std::vector<Coordinates> sources(const SwappedDragonfly& topology) {
  const unsigned c = topology.K() - 1;
  const unsigned last = topology.M() - 1;
  return {{0, 0, 0}, {c, last, last}, {0, 0, 1}, {c, last, 0}, {c, 1, 2}};
}

/// t_w from router clocks or, so that both are seen, from link clocks.
WorkloadRun with_times(unsigned hop, unsigned nic, bool by_link) {
  WorkloadRun run;
  run.router.latency = by_link ? 1 : hop;
  run.router.local_link = run.router.global_link = by_link ? hop - 1 : 0;
  run.nic.latency = nic;
  return run;
}

class MBroadcastOn : public testing::TestWithParam<std::tuple<Network, unsigned, unsigned>> {
 protected:
  SwappedDragonfly topology{std::get<0>(GetParam()).K, std::get<0>(GetParam()).M,
                            std::get<0>(GetParam()).group, std::get<0>(GetParam()).group};
  unsigned hop = std::get<1>(GetParam());
  unsigned nic = std::get<2>(GetParam());

  void expect_exact(const WorkloadRun& setting, BroadcastTree tree, BroadcastSchedule schedule,
                    const Coordinates& source, std::uint64_t messages, std::uint64_t clocks) {
    const WorkloadContext context = setting.context(topology);
    MBroadcast workload(
        context, {source, tree, schedule, generated_flits(messages, context.payload_bits, 7)});
    const WorkloadRun::Outcome outcome = setting.run(topology, workload);
    SCOPED_TRACE(std::string(name_of(tree)) + " " + std::string(name_of(schedule)) + " from " +
                 to_string(source));
    EXPECT_TRUE(outcome.complete());
    EXPECT_EQ(outcome.figures.cycles, clocks);
    EXPECT_EQ(outcome.figures.link_conflicts, 0U);
    EXPECT_EQ(outcome.figures.stalls, 0U);
    ASSERT_EQ(outcome.claims.size(), 1U);
    EXPECT_TRUE(outcome.claims[0].ok);
    EXPECT_EQ(outcome.claims[0].expected, clocks);
  }
};

INSTANTIATE_TEST_SUITE_P(SweepNetworks, MBroadcastOn,
                         testing::Combine(testing::ValuesIn(networks), testing::Values(1, 2, 3),
                                          testing::Values(1, 3, 4)));

TEST_P(MBroadcastOn, OneRoundTakesExactlyOneHandOverAndFourHops) {
  for (const Coordinates& source : sources(topology)) {
    for (const bool by_link : {false, true}) {
      expect_exact(with_times(hop, nic, by_link), BroadcastTree::depth4,
                   BroadcastSchedule::one_round, source, topology.M(), nic + 5ULL * hop);
    }
  }
}

TEST_P(MBroadcastOn, OneRoundWithoutDuplicatingRoutersTakesFourNicLatencies) {
  for (const Coordinates& source : sources(topology)) {
    WorkloadRun setting = with_times(hop, nic, false);
    setting.router.multicast = false;
    expect_exact(setting, BroadcastTree::depth4, BroadcastSchedule::one_round, source, topology.M(),
                 4ULL * nic + 5ULL * hop);
  }
}

TEST_P(MBroadcastOn, PublishedStartsARoundEveryThreeHops) {
  constexpr std::uint64_t rounds = 5;
  for (const Coordinates& source : sources(topology)) {
    // The rule of the design page, said in its own words.
    const unsigned phase = nic % (3 * hop);
    const bool diagonal = source.d == source.p;
    const bool meets = phase == 2 * hop || (diagonal && phase == hop);
    const std::uint64_t lengthened = meets ? (nic / (3 * hop) + 1) * 3 * hop : nic;
    expect_exact(with_times(hop, nic, true), BroadcastTree::depth4, BroadcastSchedule::published,
                 source, rounds * topology.M(), (rounds - 1) * 3 * hop + lengthened + 5ULL * hop);
  }
}

TEST_P(MBroadcastOn, EveryHopStartsARoundEveryClockWithTheClashingTreesLeftOut) {
  constexpr std::uint64_t rounds = 20;
  for (const Coordinates& source : sources(topology)) {
    const unsigned width = topology.M() - (source.d == source.p ? 1 : 2);
    for (const bool by_link : {false, true}) {
      expect_exact(with_times(hop, nic, by_link), BroadcastTree::depth4,
                   BroadcastSchedule::every_hop, source, rounds * width,
                   rounds - 1 + 5ULL * hop + nic);
    }
  }
}

TEST_P(MBroadcastOn, EveryHopWithoutDuplicatingRoutersIsConflictFreeToo) {
  constexpr std::uint64_t rounds = 9;
  for (const Coordinates& source : sources(topology)) {
    const unsigned width = topology.M() - (source.d == source.p ? 1 : 2);
    WorkloadRun setting = with_times(hop, nic, false);
    setting.router.multicast = false;
    expect_exact(setting, BroadcastTree::depth4, BroadcastSchedule::every_hop, source,
                 rounds * width, rounds - 1 + 5ULL * hop + 4ULL * nic);
  }
}

TEST_P(MBroadcastOn, EveryTreeAndScheduleMeetsItsPlanWithoutConflict) {
  for (const BroadcastTree tree : {BroadcastTree::depth4, BroadcastTree::depth3}) {
    for (const BroadcastSchedule schedule :
         {BroadcastSchedule::unchained, BroadcastSchedule::published, BroadcastSchedule::bursts,
          BroadcastSchedule::every_hop}) {
      if (tree == BroadcastTree::depth3 && schedule == BroadcastSchedule::bursts) continue;
      for (const Coordinates& source : sources(topology)) {
        for (const bool multicast : {true, false}) {
          WorkloadRun setting = with_times(hop, nic, true);
          setting.router.multicast = multicast;
          const WorkloadContext context = setting.context(topology);
          const std::uint64_t messages = tree == BroadcastTree::depth4 ? 13 * topology.M() : 13;
          const MBroadcast planned(context, {source, tree, schedule, Content(messages)});
          expect_exact(setting, tree, schedule, source, messages, planned.plan().clocks());
        }
      }
    }
  }
}

class MBroadcastUnequal
    : public testing::TestWithParam<std::tuple<Network, std::pair<unsigned, unsigned>>> {};

INSTANTIATE_TEST_SUITE_P(SweepLinks, MBroadcastUnequal,
                         testing::Combine(testing::ValuesIn(networks),
                                          testing::Values(std::pair{0U, 1U}, std::pair{0U, 3U},
                                                          std::pair{2U, 0U}, std::pair{1U, 4U})));

TEST_P(MBroadcastUnequal, LinkClocksKeepEveryScheduleFreeOfConflict) {
  const Network& network = std::get<0>(GetParam());
  const SwappedDragonfly topology(network.K, network.M, network.group, network.group);
  for (const BroadcastSchedule schedule :
       {BroadcastSchedule::one_round, BroadcastSchedule::unchained, BroadcastSchedule::published,
        BroadcastSchedule::bursts, BroadcastSchedule::every_hop}) {
    for (const Coordinates& source : sources(topology)) {
      for (const bool multicast : {true, false}) {
        for (const unsigned nic : {1U, 2U, 5U}) {
          WorkloadRun setting;
          setting.router.local_link = std::get<1>(GetParam()).first;
          setting.router.global_link = std::get<1>(GetParam()).second;
          setting.router.depth = std::max(8U, setting.router.depth_for_full_rate());
          setting.router.multicast = multicast;
          setting.nic.latency = nic;
          const WorkloadContext context = setting.context(topology);
          const std::uint64_t messages =
              schedule == BroadcastSchedule::one_round ? topology.M() : 6 * topology.M();
          MBroadcast workload(
              context, {source, BroadcastTree::depth4, schedule, generated_flits(messages, 64, 3)});
          const WorkloadRun::Outcome outcome = setting.run(topology, workload);
          SCOPED_TRACE(std::string(name_of(schedule)) + " from " + to_string(source) + " t_s " +
                       std::to_string(nic) + (multicast ? "" : " without multicast"));
          EXPECT_TRUE(outcome.complete());
          EXPECT_TRUE(outcome.conflict_free());
          EXPECT_EQ(outcome.figures.cycles, workload.plan().clocks());
        }
      }
    }
  }
}

TEST(MBroadcast, EveryHopWithUnequalLinksTakesThreeLocalAndTwoGlobalHops) {
  const SwappedDragonfly topology(3, 4);
  WorkloadRun setting;
  setting.router.local_link = 1;
  setting.router.global_link = 4;
  setting.router.depth = 16;
  setting.nic.latency = 2;
  MBroadcast workload(
      setting.context(topology),
      {{1, 2, 2}, BroadcastTree::depth4, BroadcastSchedule::every_hop, generated_flits(30, 64, 1)});
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, 9U + 3 * 2 + 2 * 5 + 2);
  EXPECT_FALSE(outcome.figures.hops.has_value());
}

TEST(MBroadcast, ALaneShortOfTheNeedsStallsSoTheCheckForStallsCanFail) {
  // The plan asks for lanes that no two flits of a clock share. With fewer, flits wait: the claim
  // must notice.
  const SwappedDragonfly topology(2, 4);
  WorkloadRun setting;
  setting.nic.receive = 1;  // the one-port model: several copies arrive in a clock, one is taken
  MBroadcast workload(
      setting.context(topology),
      {{0, 1, 2}, BroadcastTree::depth4, BroadcastSchedule::every_hop, generated_flits(20, 64, 1)});
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_GT(outcome.figures.stalls, 0U);
  EXPECT_FALSE(outcome.claims.at(0).ok);
}

TEST(MBroadcast, RoundsTooCloseMeetSoTheCheckForConflictsCanFail) {
  // All M trees every clock: the two that every_hop leaves out do clash.
  const SwappedDragonfly topology(2, 4);
  RouterParameters router;
  router.K = 2;
  router.M = 4;
  router.lanes = 4;
  NicParameters nic;
  nic.lanes = 4;
  Fabric fabric(topology, router, nic);
  for (unsigned round = 0; round < 6; ++round) {
    for (unsigned p = 0; p < 4; ++p) {
      Departure tree;
      tree.due = 1 + round;
      tree.header = {4, false, every_port, every_port, every_port};
      fabric.nic(topology.id({0, 1, p})).send(tree);
    }
  }
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  EXPECT_GT(fabric.router_counters().link_conflicts, 0U);
}

TEST(MBroadcast, DegenerateNetworksBroadcastToo) {
  for (const auto& [K, M] : {std::pair{1U, 1U}, {1U, 2U}, {3U, 1U}, {1U, 5U}, {2U, 2U}}) {
    const SwappedDragonfly topology(K, M);
    for (RouterId source = 0; source < topology.routers(); ++source) {
      for (const BroadcastTree tree : {BroadcastTree::depth4, BroadcastTree::depth3}) {
        const WorkloadRun setting;
        MBroadcast workload(setting.context(topology),
                            {topology.coordinates(source), tree, BroadcastSchedule::published,
                             generated_flits(9, 64, 1)});
        const WorkloadRun::Outcome outcome = setting.run(topology, workload);
        SCOPED_TRACE(to_string(topology) + " from " + to_string(topology.coordinates(source)));
        EXPECT_TRUE(outcome.complete());
        EXPECT_TRUE(outcome.conflict_free());
        EXPECT_EQ(outcome.figures.cycles, workload.plan().clocks());
      }
    }
  }
}

TEST(MBroadcast, EveryHopIsRefusedWhereNoTreeIsLeft) {
  const WorkloadRun setting;
  const auto every_hop = [&](const SwappedDragonfly& topology, const Coordinates& source) {
    MBroadcast(setting.context(topology),
               {source, BroadcastTree::depth4, BroadcastSchedule::every_hop, Content(1)});
  };
  EXPECT_THROW(every_hop(SwappedDragonfly(3, 1), {0, 0, 0}), std::invalid_argument);
  EXPECT_THROW(every_hop(SwappedDragonfly(3, 2), {0, 0, 1}), std::invalid_argument);
  EXPECT_NO_THROW(every_hop(SwappedDragonfly(3, 2), {0, 1, 1}));
}

TEST(MBroadcast, MoreMessagesThanTreesAreRefusedInOneRound) {
  const SwappedDragonfly topology(2, 3);
  const WorkloadRun setting;
  const auto one_round = [&](BroadcastTree tree, std::uint64_t messages) {
    MBroadcast(setting.context(topology),
               {{0, 0, 1}, tree, BroadcastSchedule::one_round, Content(messages)});
  };
  EXPECT_NO_THROW(one_round(BroadcastTree::depth4, 3));
  EXPECT_THROW(one_round(BroadcastTree::depth4, 4), std::invalid_argument);
  EXPECT_THROW(one_round(BroadcastTree::depth3, 2), std::invalid_argument);
  EXPECT_THROW(one_round(BroadcastTree::depth4, 0), std::invalid_argument);
}

TEST(MBroadcast, DataThatDifferAtOneNodeAreNoticed) {
  NodeMemories memories(2, 2);
  const Content content = {5, 6};
  memories.store(0, 0, 5);
  memories.store(0, 1, 6);
  EXPECT_TRUE(memories.holds(0, content));
  EXPECT_FALSE(memories.holds(1, content));  // nothing came
  memories.store(1, 0, 5);
  memories.store(1, 1, 7);
  EXPECT_FALSE(memories.holds(1, content));  // wrong
  memories.store(0, 1, 6);
  EXPECT_FALSE(memories.holds(0, content));  // twice
}

}  // namespace
}  // namespace swapfly::test
