#include "model/network/ideal_run.hpp"

#include <gtest/gtest.h>

#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/scheduled_traffic.hpp"

namespace swapfly::test {
namespace {

/// When counters of the network first became more than 0, and where.
struct FirstCounts : ClockObserver {
  void clock_done(const Fabric& fabric) override {
    const RouterCounters routers = fabric.router_counters();
    if (routers.link_conflicts > 0 && conflict == never) {
      conflict = fabric.now();
      for (RouterId id = fabric.topology().routers(); id-- > 0;) {
        if (fabric.router(id).counters().link_conflicts > 0) router = id;
      }
    }
    if (routers.stalls > 0) stall = std::min(stall, fabric.now());
    // The NIC knows a clock ahead that a flit cannot go in the clock its program asked for.
    if (fabric.traffic().late > 0) stall = std::min(stall, fabric.now() + 1);
  }

  Clock conflict = never;
  Clock stall = never;
  RouterId router = 0;  ///< the lowest with a conflict in that clock
};

FirstCounts counts_of(const FlitSchedule& schedule, const SwappedDragonfly& topology,
                      const RouterParameters& router, const NicParameters& nic) {
  Fabric fabric(topology, router, nic);
  for (const ScheduledFlit& flit : schedule) {
    Departure sent = departure(flit.clock, flit.header);
    sent.lane = flit.lane;
    fabric.nic(flit.router).send(sent);
  }
  FirstCounts counts;
  RunControl control(fabric, {&counts});
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  return counts;
}

struct Tally {
  unsigned free = 0, conflicts = 0, credits = 0, receives = 0, lanes = 0;
};

/// Compares what is worked out with what the clocked network counts.
void compare(std::uint64_t seed, const std::vector<SwappedDragonfly>& networks, Tally& tally) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  const SwappedDragonfly topology = networks[random.below(static_cast<unsigned>(networks.size()))];
  RouterParameters router = router_for(topology);
  router.latency = random.between(1, 3);
  router.local_link = random.below(3);
  router.global_link = random.below(3);
  router.lanes = random.between(1, 3);
  router.depth = random.one_in(2) ? 8 : random.between(1, 4);
  NicParameters nic = nic_for(router);
  if (random.one_in(3)) nic.receive = random.between(1, 2);
  const unsigned count = 1 + random.below(random.one_in(2) ? 6 : 40);
  const FlitSchedule schedule = random_schedule(random, topology, router.lanes, count,
                                                random.between(1, 40), random.below(4) * 3);
  const IdealRun ideal = ideal_run(schedule, topology, router, nic);
  const FirstCounts counted = counts_of(schedule, topology, router, nic);

  ASSERT_EQ(ideal.free(), counted.conflict == never && counted.stall == never);
  if (ideal.free()) {
    ++tally.free;
    return;
  }
  if (ideal.conflict_comes_first()) {
    ++tally.conflicts;
    EXPECT_EQ(ideal.conflict->clock, counted.conflict);
    EXPECT_EQ(ideal.conflict->router, counted.router);
    EXPECT_EQ(ideal.conflict->clock, counted.stall) << "of those who meet, one has to wait";
    EXPECT_GE(ideal.conflict->contenders.size(), 2U);
  } else {
    ASSERT_TRUE(ideal.wait.has_value());
    EXPECT_EQ(ideal.wait->clock, counted.stall);
    EXPECT_GE(counted.conflict, ideal.wait->clock);
    tally.credits += ideal.wait->cause == WaitCause::credit ? 1 : 0;
    tally.receives += ideal.wait->cause == WaitCause::receive ? 1 : 0;
    tally.lanes += ideal.wait->cause == WaitCause::lane ? 1 : 0;
  }
}

TEST(SweepIdealRun, TellsWhatTheClockedNetworkCountsUpToTheFirstWait) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    compare(seed, networks, tally);
    if (::testing::Test::HasFailure()) return;
  }
  // All there is to tell came up often.
  EXPECT_GT(tally.free, 500U);
  EXPECT_GT(tally.conflicts, 1000U);
  EXPECT_GT(tally.credits, 20U);
  EXPECT_GT(tally.receives, 50U);
  EXPECT_GT(tally.lanes, 20U);
}

class IdealRunOnD34 : public testing::Test {
 protected:
  IdealRun run(const FlitSchedule& schedule) const {
    RouterParameters routers = router;
    routers.K = topology.K();
    routers.M = topology.M();
    NicParameters nics = nic;
    nics.lane_depth = routers.depth;
    return ideal_run(schedule, topology, routers, nics);
  }

  SwappedDragonfly topology{3, 4};
  RouterParameters router;
  NicParameters nic;
};

TEST_F(IdealRunOnD34, TwoFlitsThatMeetAreNamedWithWhereTheyAreAndCameFrom) {
  const FlitSchedule apart = {scheduled(4, 9, 0, {4, false, 0, 3, 1}, 9),  // (0,2,1)
                              scheduled(5, 2, 1, {1, false, 0, 0, 1}, 3)};
  // By global0 to (0,1,2), which it leaves by local1; (0,0,2) is elsewhere.
  EXPECT_TRUE(run(apart).free());

  FlitSchedule clash = apart;
  clash[1].router = topology.id({0, 1, 2});
  const IdealRun ideal = run(clash);
  ASSERT_TRUE(ideal.conflict.has_value());
  EXPECT_FALSE(ideal.wait.has_value());
  EXPECT_EQ(ideal.conflict->clock, 5U);
  EXPECT_EQ(ideal.conflict->router, topology.id({0, 1, 2}));
  EXPECT_EQ(ideal.conflict->output, topology.local_port(1));
  const std::vector<Contender>& contenders = ideal.conflict->contenders;
  ASSERT_EQ(contenders.size(), 2U);
  EXPECT_EQ(contenders[0].flit, 1U) << "line 3 comes before line 9";
  EXPECT_EQ(contenders[0].input, topology.ports() + 1) << "lane 1";
  EXPECT_EQ(contenders[1].flit, 0U);
  EXPECT_EQ(contenders[1].header, (Header{3, false, 0, 3, 1}));
  EXPECT_EQ(contenders[1].input, topology.global_port(0));
}

TEST_F(IdealRunOnD34, TwoThatSpreadMeetOnlyAtOneRouter) {
  const Header spread{1, false, 0, 0, every_port};
  EXPECT_TRUE(run({scheduled(1, 0, 0, spread), scheduled(1, 1, 0, spread)}).free());
  // The same router twice: every output is wanted twice; the lowest is named.
  const IdealRun twice = run({scheduled(1, 0, 0, spread), scheduled(1, 0, 1, spread)});
  ASSERT_TRUE(twice.conflict.has_value());
  EXPECT_EQ(twice.conflict->output, 0U);
}

TEST_F(IdealRunOnD34, AShallowFifoMakesTheSecondOfTwoWaitForItsCredit) {
  router.depth = 1;
  const Header hold{1, false, 0, 0, 0};
  const IdealRun ideal = run({scheduled(3, 0, 0, hold), scheduled(4, 0, 1, hold)});
  ASSERT_TRUE(ideal.wait.has_value());
  EXPECT_EQ(ideal.wait->cause, WaitCause::credit);
  EXPECT_EQ(ideal.wait->clock, 4U);
  EXPECT_EQ(ideal.wait->flit, 1U);
  EXPECT_TRUE(run({scheduled(3, 0, 0, hold), scheduled(5, 0, 1, hold)}).free())
      << "a slot taken in clock 3 is free in 4, its credit usable in 5";
}

TEST_F(IdealRunOnD34, TheOnePortModelMakesTheSecondArrivalOfAClockWait) {
  const FlitSchedule both = {scheduled(1, 1, 0, {1, false, 0, 0, 3}),   // (0,0,1) to (0,0,0)
                             scheduled(1, 2, 0, {1, false, 0, 0, 2})};  // (0,0,2) to (0,0,0)
  EXPECT_TRUE(run(both).free());
  nic.receive = 1;
  const IdealRun ideal = run(both);
  ASSERT_TRUE(ideal.wait.has_value());
  EXPECT_EQ(ideal.wait->cause, WaitCause::receive);
  EXPECT_EQ(ideal.wait->clock, 2U);
  EXPECT_EQ(ideal.wait->router, 0U);
}

TEST_F(IdealRunOnD34, LongPausesCostNothing) {
  EXPECT_TRUE(run({scheduled(1, 0, 0, {3, false, 1, 1, 1}),
                   scheduled(1000000000000, 0, 0, {3, false, 1, 1, 1})})
                  .free());
}

}  // namespace
}  // namespace swapfly::test
