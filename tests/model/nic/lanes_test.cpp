#include <gtest/gtest.h>

#include "model/network/run_control.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Recorder;

RunEnd run(Fabric& fabric) {
  RunControl control(fabric);
  return run_plain(fabric, control);
}

constexpr Header across{1, false, 0, 0, 1};

struct LaneRun {
  std::vector<Clock> clocks;
  std::uint64_t late = 0;
  std::uint64_t stalls = 0;
};

/// Node 0 of two sends `count` flits, all asked for clock 5; when they are ejected at node 1.
LaneRun all_at_once(unsigned count, unsigned depth, unsigned lanes = 1, bool open_loop = false) {
  const SwappedDragonfly topology(1, 2);
  RouterParameters router = test::router_for(topology);
  router.depth = depth;
  router.lanes = lanes;
  NicParameters nic = test::nic_for(router);
  nic.open_loop = open_loop;
  Fabric fabric(topology, router, nic);
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  for (unsigned i = 0; i < count; ++i) {
    Departure sent = departure(5, across, i);
    sent.lane = i % lanes;
    fabric.nic(0).send(sent);
  }
  EXPECT_EQ(run(fabric), RunEnd::drained);
  LaneRun result;
  for (const Delivery& delivery : recorder.deliveries) result.clocks.push_back(delivery.clock);
  result.late = fabric.traffic().late;
  result.stalls = fabric.router_counters().stalls;
  return result;
}

TEST(Lanes, OfDepthTwoSendAFlitAClock) {
  const LaneRun result = all_at_once(20, 2);
  ASSERT_EQ(result.clocks.size(), 20U);
  for (Clock i = 0; i < 20; ++i) EXPECT_EQ(result.clocks[i], 6 + i);
  EXPECT_EQ(result.stalls, 0U);
}

TEST(Lanes, OfDepthOneSendAFlitEverySecondClock) {
  const LaneRun result = all_at_once(20, 1);
  ASSERT_EQ(result.clocks.size(), 20U);
  for (Clock i = 0; i < 20; ++i) EXPECT_EQ(result.clocks[i], 6 + 2 * i);
}

TEST(Lanes, CountAClockAsLateForEachClockThatAFlitIsKeptPast) {
  EXPECT_EQ(all_at_once(1, 4).late, 0U);
  EXPECT_EQ(all_at_once(2, 4).late, 1U);
  EXPECT_EQ(all_at_once(3, 4).late, 2U);
  EXPECT_EQ(all_at_once(10, 4).late, 9U) << "a (lane, clock) once, however many flits wait";
  EXPECT_EQ(all_at_once(3, 1).late, 4U) << "clocks 5 to 8";
  EXPECT_EQ(all_at_once(4, 4, 2).late, 2U) << "each lane on its own";
}

TEST(Lanes, OfOpenLoopTrafficAreNeverLate) { EXPECT_EQ(all_at_once(10, 4, 1, true).late, 0U); }

TEST(Lanes, AreParallel) {
  const SwappedDragonfly topology(2, 3);
  RouterParameters router = test::router_for(topology);
  router.lanes = 4;
  Fabric fabric(topology, router, test::nic_for(router));
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  const Header headers[] = {
      {1, false, 0, 0, 1}, {1, false, 0, 0, 2}, {2, true, 0, 0, 0}, {2, true, 1, 0, 0}};
  for (unsigned lane = 0; lane < 4; ++lane) {
    Departure sent = departure(3, headers[lane], lane);
    sent.lane = lane;
    fabric.nic(1).send(sent);
  }
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 4U);
  for (const Delivery& delivery : recorder.deliveries) EXPECT_EQ(delivery.clock, 4U);
  EXPECT_EQ(fabric.traffic().late, 0U);
  EXPECT_EQ(fabric.router_counters().stalls, 0U);
}

TEST(Lanes, SendEveryFlitInTheClockAskedFor) {
  // Due clocks in any order of sending, one lane, gaps of any length, asleep in between.
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    test::Random random(seed);
    const SwappedDragonfly topology(1, 2);
    const RouterParameters router = test::router_for(topology);
    Fabric fabric(topology, router, test::nic_for(router));
    Recorder recorder;
    test::run_everywhere(fabric, recorder);
    std::vector<Clock> due;
    Clock next = 0;
    for (unsigned i = 0; i < 200; ++i) {
      next += random.one_in(4) ? random.between(1, 100) : 1;
      due.push_back(next);
    }
    random.shuffle(due);
    for (const Clock clock : due) {
      fabric.nic(0).send(departure(clock, across, static_cast<std::uint32_t>(clock)));
    }
    ASSERT_EQ(fabric.nic(0).waiting(), 200U);
    ASSERT_EQ(run(fabric), RunEnd::drained);
    ASSERT_EQ(recorder.deliveries.size(), 200U);
    for (const Delivery& delivery : recorder.deliveries) {
      ASSERT_EQ(delivery.clock, delivery.label + 1U);
    }
    ASSERT_EQ(fabric.traffic().late, 0U);
    ASSERT_EQ(fabric.traffic().latency.max(), 1U);
    ASSERT_EQ(fabric.nic(0).waiting(), 0U);
  }
}

TEST(Lanes, KeepTheOrderOfSendingAmongFlitsOfOneClock) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  for (std::uint32_t i = 0; i < 100; ++i) fabric.nic(0).send(departure(7, across, i));
  fabric.nic(0).send(departure(6, across, 1000));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 101U);
  EXPECT_EQ(recorder.deliveries[0].label, 1000U);
  for (std::uint32_t i = 0; i < 100; ++i) EXPECT_EQ(recorder.deliveries[i + 1].label, i);
}

TEST(Lanes, CreditsReturnHome) {
  const SwappedDragonfly topology(1, 2);
  RouterParameters router = test::router_for(topology);
  router.depth = 3;
  Fabric fabric(topology, router, test::nic_for(router));
  for (unsigned i = 0; i < 10; ++i) fabric.nic(0).send(departure(1, across));
  EXPECT_EQ(fabric.nic(0).lane_credits(0), 3U);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(fabric.nic(0).lane_credits(0), 3U);
}

TEST(Lanes, TheirWaitingTimeIsLatencyButNotNetworkLatency) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  for (unsigned i = 0; i < 5; ++i) fabric.nic(0).send(departure(3, across));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(fabric.traffic().latency.min(), 1U);
  EXPECT_EQ(fabric.traffic().latency.max(), 5U);
  EXPECT_EQ(fabric.traffic().network_latency.min(), 1U);
  EXPECT_EQ(fabric.traffic().network_latency.max(), 1U);
  EXPECT_EQ(fabric.traffic().first_arbitrated, 3U);
  EXPECT_EQ(fabric.traffic().last_ejected, 8U);
}

}  // namespace
}  // namespace swapfly
