#include <gtest/gtest.h>

#include <memory>

#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/shuffled_run.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Planned;
using test::Random;
using test::Recorder;
using test::Script;
using test::WireLog;

using Case = test::RandomNetwork;

/// Sizes and delays that follow from the seed.
Case case_of(std::uint64_t seed, const std::vector<SwappedDragonfly>& networks) {
  Random random(seed);
  const SwappedDragonfly topology = networks[random.below(static_cast<unsigned>(networks.size()))];
  RouterParameters router = test::router_for(topology);
  router.depth = random.between(1, 4);
  router.lanes = random.between(1, 2);
  router.latency = random.between(1, 4);
  router.local_link = random.below(3);
  router.global_link = random.below(8);
  return {random.below(1U << 30U), topology, router};
}

RunEnd run_natural(Case& run) {
  RunControl control(*run.fabric, {&run.log});
  return run_plain(*run.fabric, control);
}

RunEnd run_shuffled(Case& run, Random& random) {
  RunControl control(*run.fabric, {&run.log});
  return test::run_shuffled(*run.fabric, control, random);
}

/// Steps every router in every clock and lets no drawer sleep, up to clock `end`.
void run_sleepless(Case& run, Clock end) {
  Fabric& fabric = *run.fabric;
  RunControl control(fabric, {&run.log});
  while (fabric.now() < end) {
    for (RouterId router = 0; router < fabric.topology().routers(); ++router) {
      fabric.step_router(router);
    }
    ASSERT_FALSE(control.end_clock().has_value());
  }
}

TEST(Order, OfStepsWithinAClockChangesNothing) {
  const std::vector<SwappedDragonfly> networks = test::small_networks(4);
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Case natural = case_of(seed, networks), shuffled = case_of(seed, networks);
    ASSERT_EQ(run_natural(natural), RunEnd::drained);
    Random random(seed + 1000);
    ASSERT_EQ(run_shuffled(shuffled, random), RunEnd::drained);
    ASSERT_EQ(natural.fabric->now(), shuffled.fabric->now());
    expect_same(natural, shuffled);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Sleep, ChangesNothing) {
  const std::vector<SwappedDragonfly> networks = test::small_networks(4);
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Case sleeping = case_of(seed, networks), sleepless = case_of(seed, networks);
    ASSERT_EQ(run_natural(sleeping), RunEnd::drained);
    run_sleepless(sleepless, sleeping.fabric->now() + 50);
    expect_same(sleeping, sleepless);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Sleep, AnIdleNetworkIsAsleepAfterOneClock) {
  const SwappedDragonfly topology(2, 3);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
    EXPECT_TRUE(fabric.awake(drawer)) << "to see what its programs want";
  }
  EXPECT_FALSE(fabric.quiescent());
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  EXPECT_EQ(fabric.now(), 1U);
  EXPECT_TRUE(fabric.quiescent());
  for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
    EXPECT_FALSE(fabric.awake(drawer));
    EXPECT_EQ(fabric.alarm(drawer), never);
  }
}

/// Which drawers are awake at the end of each clock.
struct AwakeLog : ClockObserver {
  void clock_done(const Fabric& fabric) override {
    std::vector<bool> awake;
    for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
      awake.push_back(fabric.awake(drawer));
    }
    clocks.push_back(awake);
  }
  std::vector<std::vector<bool>> clocks;
};

TEST(Sleep, OnlyDrawersThatAFlitTouchesAreAwakeAndOnlyThen) {
  // From (0,0,1) by global 1 to (1,1,0): drawers 0 and 4 of six; link of 10 clocks.
  const SwappedDragonfly topology(2, 3);
  RouterParameters router = test::router_for(topology);
  router.global_link = 10;
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(1).send(departure(100, {2, true, 1, 0, 0}));
  AwakeLog log;
  RunControl control(fabric, {&log});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  // Arbitrated in 100, ejected in 111, the credit home in 122.
  ASSERT_EQ(log.clocks.size(), 123U);
  for (Clock clock = 0; clock < 123; ++clock) {
    SCOPED_TRACE(clock);
    // Clock 99 fills the lane; 100 sends; the source then only waits for the credit.
    const bool source = clock == 99 || (clock >= 111 && clock < 122);
    const bool target = clock >= 100 && clock < 111;
    for (unsigned drawer = 0; drawer < 6; ++drawer) {
      ASSERT_EQ(log.clocks[clock][drawer], (drawer == 0 && source) || (drawer == 4 && target));
    }
  }
}

TEST(Sleep, AnAlarmIsTheClockOfTheNextEvent) {
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  fabric.nic(0).call_at(50);
  fabric.nic(1).call_at(40);
  fabric.nic(2).send(departure(30, {1, false, 0, 0, 1}));  // its lane is filled in 29
  fabric.nic(4).send(departure(20, {}));                   // itself, in 20
  for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
    for (RouterId id = 2 * drawer; id < 2 * drawer + 2; ++id) fabric.step_router(id);
    fabric.settle_drawer(drawer);
  }
  EXPECT_EQ(fabric.alarm(0), 40U);
  EXPECT_EQ(fabric.alarm(1), 29U);
  EXPECT_EQ(fabric.alarm(2), 20U);
  EXPECT_EQ(fabric.alarm(3), never);
  EXPECT_FALSE(fabric.quiescent()) << "alarms are still to come";
}

TEST(Sleep, IsNotWorthItForOneClock) {
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).call_at(1);
  fabric.nic(2).call_at(2);
  for (unsigned drawer = 0; drawer < 2; ++drawer) fabric.settle_drawer(drawer);
  EXPECT_TRUE(fabric.awake(0));
  EXPECT_FALSE(fabric.awake(1));
}

TEST(Sleep, TellsWhoeverListensThatADrawerWoke) {
  const SwappedDragonfly topology(2, 3);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  std::vector<std::pair<Clock, unsigned>> woken;
  fabric.on_wake([&](unsigned drawer) { woken.emplace_back(fabric.now(), drawer); });
  fabric.nic(1).send(departure(100, {2, true, 1, 0, 0}));
  RunControl control(fabric);
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  // By its alarm; by the flit sent to it; by the credit sent back.
  const std::vector<std::pair<Clock, unsigned>> expected{{99, 0}, {100, 4}, {101, 0}};
  EXPECT_EQ(woken, expected);
}

}  // namespace
}  // namespace swapfly
