#include "model/network/run_control.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/networks.hpp"
#include "tests/support/random_traffic.hpp"

namespace swapfly {
namespace {

using test::departure;
using test::Random;
using test::Recorder;
using test::Script;

RouterParameters slow(const SwappedDragonfly& topology) {
  RouterParameters router = test::router_for(topology);
  router.latency = 4;
  router.local_link = 5;
  router.global_link = 30;
  return router;
}

TEST(Watchdog, IsNotFooledByLongLinks) {
  const SwappedDragonfly topology(2, 3);
  for (const Header& header : {Header{4, false, 1, 1, 1}, Header{3, false, 1, 1, 1},
                               Header{4, true, 1, 0, 0}, test::depth4_tree}) {
    const RouterParameters router = slow(topology);
    Fabric fabric(topology, router, test::nic_for(router));
    fabric.nic(5).send(departure(1, header));
    RunControl control(fabric);
    EXPECT_EQ(run_plain(fabric, control), RunEnd::drained) << to_string(header);
    EXPECT_EQ(fabric.ledger().open_packets(), 0U);
  }
}

TEST(Watchdog, IsNotFooledByLongWaitsForCredits) {
  for (const auto& [local, global] : {std::pair{5U, 30U}, {30U, 5U}, {64U, 0U}, {0U, 64U}}) {
    for (unsigned latency = 1; latency <= 4; ++latency) {
      const SwappedDragonfly topology(2, 2);
      RouterParameters router = test::router_for(topology);
      router.latency = latency;
      router.local_link = local;
      router.global_link = global;
      router.depth = 1;
      Fabric fabric(topology, router, test::nic_for(router));
      for (Clock i = 0; i < 5; ++i) {
        fabric.nic(0).send(departure(1, {1, false, 0, 0, 1}));
        fabric.nic(3).send(departure(1, {2, true, 1, 0, 0}));
      }
      RunControl control(fabric);
      ASSERT_EQ(run_plain(fabric, control), RunEnd::drained)
          << "links " << local << " and " << global << ", latency " << latency;
      ASSERT_EQ(fabric.traffic().delivered, 10U);
    }
  }
}

TEST(Watchdog, IsNotFooledByALongNicLatency) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  NicParameters nic = test::nic_for(router);
  nic.latency = 1000;
  Fabric fabric(topology, router, nic);
  Recorder recorder([](NicCore& at, const Arrival& arrival) {
    if (arrival.flit.label < 4) {
      at.answer(arrival, departure(0, {1, false, 0, 0, 1}, arrival.flit.label + 1));
    }
  });
  test::run_everywhere(fabric, recorder);
  fabric.nic(0).send(departure(1, {1, false, 0, 0, 1}, 0));
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 5U);
  EXPECT_EQ(recorder.deliveries.back().clock, 2U + 4 * 1001);
}

TEST(Watchdog, IsNotFooledByAFlitThatWaitsInItsNic) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(5000, {1, false, 0, 0, 1}));
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  EXPECT_EQ(fabric.traffic().last_ejected, 5001U);
}

/// The last clock in which something moved.
struct LastMove : ClockObserver {
  void clock_done(const Fabric& fabric) override {
    if (fabric.moves() == moves) return;
    moves = fabric.moves();
    clock = fabric.now();
  }
  std::uint64_t moves = 0;
  Clock clock = 0;
};

/// One router whose two self-loops wait for each other; nothing moves after a few clocks.
void stick(Fabric& fabric) {
  fabric.nic(0).send(departure(1, {3, false, 0, 0, 0}));
  Departure other = departure(1, {4, false, 0, 0, 0});
  other.lane = 1;
  fabric.nic(0).send(other);
}

RouterParameters sticking() {
  RouterParameters router;
  router.virtual_channels = 1;
  router.depth = 1;
  router.lanes = 2;
  return router;
}

TEST(Watchdog, IsPrompt) {
  for (const auto& [latency, local, global] :
       {std::tuple{1U, 0U, 0U}, {1U, 3U, 0U}, {4U, 5U, 30U}}) {
    RouterParameters router = sticking();
    router.latency = latency;
    router.local_link = local;
    router.global_link = global;
    Fabric fabric(SwappedDragonfly(1, 1), router, test::nic_for(router));
    stick(fabric);
    LastMove last;
    RunControl control(fabric, {&last});
    ASSERT_EQ(run_plain(fabric, control), RunEnd::deadlocked);
    EXPECT_LE(fabric.now() - last.clock, latency + std::max(local, global) + 4);
    // Not before the longest wait there can be has passed.
    EXPECT_GT(fabric.now() - last.clock, latency + std::max(local, global));
  }
}

TEST(Watchdog, SeesADeadlockWhoseNodesHaveProgramsStillToRun) {
  const RouterParameters router = sticking();
  Fabric fabric(SwappedDragonfly(1, 1), router, test::nic_for(router));
  Script script([](NicCore&, const std::vector<Arrival>&) {});
  fabric.nic(0).run_program(&script);
  fabric.nic(0).call_at(100000);
  stick(fabric);
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::deadlocked);
  EXPECT_LT(fabric.now(), 20U);
}

TEST(RunControl, StopsInTheClockInWhichItIsAsked) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(100, {1, false, 0, 0, 1}));
  struct Stop : ClockObserver {
    void clock_done(const Fabric& seen) override { flag = seen.now() == 7; }
    std::atomic<bool> flag{false};
  } stop;
  RunControl control(fabric, {&stop}, &stop.flag);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::interrupted);
  EXPECT_EQ(fabric.now(), 8U);
  stop.flag = false;
  RunControl again(fabric);
  EXPECT_EQ(run_plain(fabric, again), RunEnd::drained) << "and a run may go on from there";
  EXPECT_EQ(fabric.traffic().last_ejected, 101U);
}

TEST(RunControl, ShowsEveryClockToEveryObserverOnce) {
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(50, {4, false, 1, 1, 1}));
  struct Clocks : ClockObserver {
    void clock_done(const Fabric& seen) override { clocks.push_back(seen.now()); }
    std::vector<Clock> clocks;
  } first, second;
  RunControl control(fabric, {&first, &second});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  // Ejected in 54; the credit of the last hop comes home in 55.
  ASSERT_EQ(first.clocks.size(), 56U);
  for (Clock clock = 0; clock < 56; ++clock) EXPECT_EQ(first.clocks[clock], clock);
  EXPECT_EQ(first.clocks, second.clocks);
}

TEST(RunControl, LetsAProgramsExceptionThrough) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  Script script([](NicCore& nic, const std::vector<Arrival>&) {
    throw std::domain_error("node " + std::to_string(nic.node()));
  });
  test::run_everywhere(fabric, script);
  fabric.nic(1).call_at(9);
  RunControl control(fabric);
  EXPECT_THROW(run_plain(fabric, control), std::domain_error);
  EXPECT_EQ(fabric.now(), 9U);
}

TEST(RunControl, FlitsToOneselfDoNotHideADeadlock) {
  // One flit in each FIFO of a single channel wants the other's only slot.
  const SwappedDragonfly topology(1, 1);
  RouterParameters router = test::router_for(topology);
  router.virtual_channels = 1;
  router.depth = 1;
  router.lanes = 2;
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(1, {3, false, 0, 0, 0}));
  Departure other = departure(1, {4, false, 0, 0, 0});
  other.lane = 1;
  fabric.nic(0).send(other);
  Script busy([](NicCore& nic, const std::vector<Arrival>&) {
    if (nic.now() > 1000) return;
    nic.send(departure(nic.now() + 1, {}));
    nic.call_at(nic.now() + 1);
  });
  test::run_everywhere(fabric, busy);
  fabric.nic(0).call_at(1);
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::deadlocked);
  EXPECT_LT(fabric.now(), 20U);
}

TEST(RunControl, CountsFlitsInFlightAndMoves) {
  const SwappedDragonfly topology(2, 2);
  RouterParameters router = test::router_for(topology);
  router.global_link = 2;
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(3, {3, false, every_port, 0, 1}));
  struct Flights : ClockObserver {
    void clock_done(const Fabric& seen) override {
      flights.push_back(seen.flits_in_flight());
      moves.push_back(seen.moves());
    }
    std::vector<std::uint64_t> flights, moves;
  } seen;
  RunControl control(fabric, {&seen});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  // In the lane in 3, local hop in 3, two copies in 4, on the wire until 7, a hold in 7, ejected
  // in 8.
  const std::vector<std::uint64_t> flights{0, 0, 1, 1, 2, 2, 2, 2, 0};
  const std::vector<std::uint64_t> moves{0, 0, 1, 2, 4, 4, 4, 6, 8};
  ASSERT_GE(seen.flights.size(), flights.size());
  seen.flights.resize(flights.size());
  seen.moves.resize(moves.size());
  EXPECT_EQ(seen.flights, flights);
  EXPECT_EQ(seen.moves, moves);
}

}  // namespace
}  // namespace swapfly
