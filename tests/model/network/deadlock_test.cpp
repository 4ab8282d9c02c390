#include "model/network/deadlock.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random_traffic.hpp"

namespace swapfly {
namespace {

using test::Random;

/// Every node sends unicasts and broadcasts as fast as it can.
std::unique_ptr<Fabric> loaded(const SwappedDragonfly& topology, unsigned channels, unsigned depth,
                               std::uint64_t seed) {
  RouterParameters router = test::router_for(topology);
  router.virtual_channels = channels;
  router.depth = depth;
  auto fabric = std::make_unique<Fabric>(topology, router, test::nic_for(router));
  Random random(seed);
  test::send_all(*fabric, test::mixed_traffic(random, topology, 1, 30 * topology.routers(), 40));
  return fabric;
}

void expect_real_cycle(const Fabric& fabric, const std::vector<Wait>& cycle) {
  const RouterParameters& parameters = fabric.router_parameters();
  ASSERT_FALSE(cycle.empty());
  std::set<std::pair<RouterId, unsigned>> places;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Wait& wait = cycle[i];
    const Wait& next = cycle[(i + 1) % cycle.size()];
    const RouterCore& router = fabric.router(wait.router);
    ASSERT_TRUE(places.insert({wait.router, wait.fifo}).second) << "no FIFO twice";
    ASSERT_GT(router.held(wait.fifo), 0U);
    ASSERT_EQ(router.front(wait.fifo), wait.flit);
    // What the head wants, by the routing rule.
    const test::ReferenceHop hop =
        test::reference_hop(wait.flit.header, parameters.K, parameters.M);
    ASSERT_EQ(std::count(hop.ports.begin(), hop.ports.end(), wait.output), 1);
    ASSERT_EQ(wait.channel, std::min(hop.channel, parameters.virtual_channels - 1));
    ASSERT_EQ(router.credits(wait.output, wait.channel), 0U);
    // The FIFO at the other end, which is full, and which is the next in the cycle.
    const LinkEnd end = fabric.topology().neighbour(wait.router, wait.output);
    ASSERT_EQ(wait.full_router, end.router);
    ASSERT_EQ(wait.full_fifo, end.port * parameters.virtual_channels + wait.channel);
    ASSERT_EQ(fabric.router(wait.full_router).held(wait.full_fifo),
              fabric.router_parameters().depth);
    ASSERT_EQ(wait.full_router, next.router);
    ASSERT_EQ(wait.full_fifo, next.fifo);
  }
}

TEST(Deadlock, OneChannelDeadlocksAndTheCycleFoundIsReal) {
  for (const SwappedDragonfly& topology : {SwappedDragonfly(2, 3), SwappedDragonfly(3, 3)}) {
    for (unsigned depth = 1; depth <= 4; ++depth) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(::testing::Message()
                     << to_string(topology) << " depth " << depth << " seed " << seed);
        const auto fabric = loaded(topology, 1, depth, seed);
        RunControl control(*fabric);
        ASSERT_EQ(run_plain(*fabric, control), RunEnd::deadlocked);
        EXPECT_LT(fabric->now(), 100U + 40);
        ASSERT_GT(fabric->flits_in_flight(), 0U);
        const Deadlock deadlock = find_deadlock(*fabric);
        expect_real_cycle(*fabric, deadlock.cycle);
        EXPECT_GE(deadlock.waits.size(), deadlock.cycle.size());
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Deadlock, TwoChannelsDrainTheSameTraffic) {
  for (const SwappedDragonfly& topology : {SwappedDragonfly(2, 3), SwappedDragonfly(3, 3)}) {
    for (unsigned depth = 1; depth <= 4; ++depth) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto fabric = loaded(topology, 2, depth, seed);
        RunControl control(*fabric);
        ASSERT_EQ(run_plain(*fabric, control), RunEnd::drained)
            << to_string(topology) << " depth " << depth << " seed " << seed;
      }
    }
  }
}

TEST(Deadlock, WaitsInAWorkingNetworkMakeNoCycle) {
  struct Look : ClockObserver {
    void clock_done(const Fabric& fabric) override {
      const Deadlock deadlock = find_deadlock(fabric);
      waits += deadlock.waits.size();
      ASSERT_TRUE(deadlock.cycle.empty());
      for (const Wait& wait : deadlock.waits) {
        ASSERT_EQ(fabric.router(wait.router).credits(wait.output, wait.channel), 0U);
      }
    }
    std::size_t waits = 0;
  } look;
  const auto fabric = loaded(SwappedDragonfly(2, 3), 2, 1, 1);
  RunControl control(*fabric, {&look});
  ASSERT_EQ(run_plain(*fabric, control), RunEnd::drained);
  EXPECT_GT(look.waits, 0U) << "or the test has seen nothing";
  EXPECT_TRUE(find_deadlock(*fabric).waits.empty());
}

/// Whether waits close a ring, found another way: FIFOs whose heads wait for nothing that waits are
/// struck out until none is left to strike out.
bool rings_exist(const std::vector<Wait>& waits) {
  using Place = std::pair<RouterId, unsigned>;
  std::set<Place> left;
  for (const Wait& wait : waits) left.insert({wait.router, wait.fifo});
  while (true) {
    std::set<Place> kept;
    for (const Wait& wait : waits) {
      const Place at{wait.router, wait.fifo};
      if (left.count(at) != 0 && left.count({wait.full_router, wait.full_fifo}) != 0) {
        kept.insert(at);
      }
    }
    if (kept.size() == left.size()) return !left.empty();
    left = kept;
  }
}

TEST(Deadlock, ACycleIsFoundInEveryClockInWhichThereIsOne) {
  struct Look : ClockObserver {
    void clock_done(const Fabric& fabric) override {
      const Deadlock deadlock = find_deadlock(fabric);
      const bool expected = rings_exist(deadlock.waits);
      ASSERT_EQ(!deadlock.cycle.empty(), expected) << "clock " << fabric.now();
      ++(expected ? with : without);
    }
    unsigned with = 0, without = 0;
  } look;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    const auto fabric = loaded(SwappedDragonfly(2, 3), 1, 2, seed);
    RunControl control(*fabric, {&look});
    ASSERT_EQ(run_plain(*fabric, control), RunEnd::deadlocked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(look.with, 20U);
  EXPECT_GT(look.without, 20U);
}

/// One router, one channel, one slot: two flits take the two self-loops and then want each other's.
std::unique_ptr<Fabric> ring() {
  const SwappedDragonfly topology(1, 1);
  RouterParameters router = test::router_for(topology);
  router.virtual_channels = 1;
  router.depth = 1;
  router.lanes = 2;
  auto fabric = std::make_unique<Fabric>(topology, router, test::nic_for(router));
  Departure sent = test::departure(1, {3, false, 0, 0, 0}, 1);
  fabric->nic(0).send(sent);
  sent = test::departure(1, {4, false, 0, 0, 0}, 2);
  sent.lane = 1;
  fabric->nic(0).send(sent);
  return fabric;
}

TEST(Deadlock, TheSmallestOneIsTwoSelfLoops) {
  const auto fabric = ring();
  RunControl control(*fabric);
  ASSERT_EQ(run_plain(*fabric, control), RunEnd::deadlocked);
  const Deadlock deadlock = find_deadlock(*fabric);
  ASSERT_EQ(deadlock.waits.size(), 2U);
  ASSERT_EQ(deadlock.cycle.size(), 2U);
  expect_real_cycle(*fabric, deadlock.cycle);
}

TEST(Deadlock, IsDescribedALineAWait) {
  const auto fabric = ring();
  RunControl control(*fabric);
  ASSERT_EQ(run_plain(*fabric, control), RunEnd::deadlocked);
  const Deadlock deadlock = find_deadlock(*fabric);
  const std::vector<std::string> lines = describe(deadlock, *fabric, 10);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0],
            "flit [2;g0,p0,d0] of packet 0x0 in local0 vc0 of router (0,0,0) waits for a slot in "
            "global0 vc0 of router (0,0,0)");
  EXPECT_EQ(lines[1],
            "flit [3;g0,p0,d0] of packet 0x1 in global0 vc0 of router (0,0,0) waits for a slot in "
            "local0 vc0 of router (0,0,0)");
  const std::vector<std::string> short_list = describe(deadlock, *fabric, 1);
  ASSERT_EQ(short_list.size(), 2U);
  EXPECT_EQ(short_list[1], "... and 1 more");
}

TEST(Deadlock, WaitsAreDescribedWhereThereIsNoCycle) {
  Deadlock deadlock;
  Wait wait;
  wait.fifo = 6;  // beyond the six FIFOs of three ports: lane 0
  wait.flit.header = {1, false, 0, 0, 1};
  wait.flit.packet = 0x2a;
  wait.full_router = 1;
  wait.full_fifo = 3;
  deadlock.waits = {wait, wait, wait};
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  const Fabric fabric(topology, router, test::nic_for(router));
  const std::vector<std::string> lines = describe(deadlock, fabric, 2);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0],
            "flit [1;g0,p0,d1] of packet 0x2a in lane0 of router (0,0,0) waits for a slot in "
            "local1 vc1 of router (0,0,1)");
  EXPECT_EQ(lines[2], "... and 1 more");
}

}  // namespace
}  // namespace swapfly
