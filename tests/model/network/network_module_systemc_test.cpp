// Every test here elaborates one SystemC network, so every test needs a process of its own.

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "model/network/audit.hpp"
#include "model/network/network_module.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/random_network.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Random;
using test::Recorder;
using test::Script;
using test::WireLog;

RunEnd run_systemc(Fabric& fabric, RunControl& control) {
  NetworkModule network("network", fabric, control);
  return network.run();
}

struct Traffic {
  SwappedDragonfly topology;
  unsigned depth = 8;
  unsigned latency = 1;
  unsigned local_link = 0;
  unsigned global_link = 0;
  unsigned nic_latency = 1;
  unsigned receive = NicParameters::all;
  /// Flits are due in clocks 1..last; a large one lets the drawers sleep.
  unsigned last = 20;
  unsigned flits = 40;
};

struct Case {
  explicit Case(const Traffic& traffic, std::uint64_t seed)
      : recorder(test::answering(traffic.topology)) {
    RouterParameters router = test::router_for(traffic.topology);
    router.depth = traffic.depth;
    router.latency = traffic.latency;
    router.local_link = traffic.local_link;
    router.global_link = traffic.global_link;
    router.lanes = 2;
    NicParameters nic = test::nic_for(router);
    nic.latency = traffic.nic_latency;
    nic.receive = traffic.receive;
    fabric = std::make_unique<Fabric>(traffic.topology, router, nic);
    fabric->watch_ejections();
    test::run_everywhere(*fabric, recorder);
    Random random(seed);
    test::send_all(*fabric, test::mixed_traffic(random, traffic.topology, router.lanes,
                                                traffic.flits, traffic.last));
  }

  Recorder recorder;
  std::unique_ptr<Fabric> fabric;
  WireLog log;
};

class SystemC : public ::testing::TestWithParam<Traffic> {};

TEST_P(SystemC, RunsTheSameClocksAsThePlainLoop) {
  const std::uint64_t seed = 20240517;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Case plain(GetParam(), seed), kernel(GetParam(), seed);
  RunControl plain_control(*plain.fabric, {&plain.log});
  RunControl kernel_control(*kernel.fabric, {&kernel.log});
  ASSERT_EQ(run_plain(*plain.fabric, plain_control), RunEnd::drained);
  ASSERT_EQ(run_systemc(*kernel.fabric, kernel_control), RunEnd::drained);

  EXPECT_EQ(plain.fabric->now(), kernel.fabric->now());
  test::expect_same(plain, kernel);
  EXPECT_GT(plain.recorder.deliveries.size(), GetParam().flits) << "trees and answers";
  EXPECT_TRUE(audit(*kernel.fabric).empty());
}

std::vector<Traffic> traffics() {
  std::vector<Traffic> all;
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(1, 1), SwappedDragonfly(1, 2), SwappedDragonfly(3, 1),
        SwappedDragonfly(2, 3), SwappedDragonfly(3, 3),
        SwappedDragonfly(4, 4, Group::boolean, Group::boolean)}) {
    Traffic busy{topology};
    busy.depth = 2;
    busy.flits = 3 * topology.routers() + 20;
    all.push_back(busy);
    Traffic sparse{topology};
    sparse.latency = 2;
    sparse.local_link = 1;
    sparse.global_link = 9;
    sparse.nic_latency = 33;
    sparse.receive = 1;
    sparse.last = 3000;
    all.push_back(sparse);
  }
  return all;
}

std::string name_of(const Traffic& traffic) {
  return (traffic.last > 100 ? "SparseOn" : "BusyOn") + std::to_string(traffic.topology.K()) + "x" +
         std::to_string(traffic.topology.M());
}

void PrintTo(const Traffic& traffic, std::ostream* out) { *out << name_of(traffic); }

std::string name_of_case(const ::testing::TestParamInfo<Traffic>& tested) {
  return name_of(tested.param);
}

INSTANTIATE_TEST_SUITE_P(Traffic, SystemC, ::testing::ValuesIn(traffics()), name_of_case);

TEST(SystemCNetwork, LetsAProgramsExceptionOutAsItWasThrown) {
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  Script script([](NicCore& nic, const std::vector<Arrival>&) {
    throw std::domain_error("node " + std::to_string(nic.node()));
  });
  test::run_everywhere(fabric, script);
  fabric.nic(5).call_at(70);
  RunControl control(fabric);
  try {
    run_systemc(fabric, control);
    ADD_FAILURE() << "no exception";
  } catch (const std::domain_error& error) {
    EXPECT_STREQ(error.what(), "node 5");
  }
  EXPECT_LE(fabric.now(), 71U);
  EXPECT_GE(fabric.now(), 70U);
}

TEST(SystemCNetwork, StepsNothingAfterAnException) {
  const SwappedDragonfly topology(3, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  unsigned runs = 0;
  Script script([&runs](NicCore&, const std::vector<Arrival>&) {
    ++runs;
    throw std::domain_error("this one");
  });
  test::run_everywhere(fabric, script);
  // One in every drawer, all in the same clock.
  for (RouterId node = 0; node < topology.routers(); node += 2) fabric.nic(node).call_at(9);
  RunControl control(fabric);
  EXPECT_THROW(run_systemc(fabric, control), std::domain_error);
  EXPECT_EQ(runs, 1U);
}

TEST(SystemCNetwork, LetsAnObserversExceptionOutAsItWasThrown) {
  class Refusing : public ClockObserver {
    void clock_done(const Fabric& fabric) override {
      if (fabric.now() == 12) throw std::domain_error("clock 12");
    }
  };
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  Script script([](NicCore&, const std::vector<Arrival>&) {});
  test::run_everywhere(fabric, script);
  fabric.nic(0).call_at(50);
  Refusing observer;
  RunControl control(fabric, {&observer});
  try {
    run_systemc(fabric, control);
    ADD_FAILURE() << "no exception";
  } catch (const std::domain_error& error) {
    EXPECT_STREQ(error.what(), "clock 12");
  }
  EXPECT_EQ(fabric.now(), 12U);
}

TEST(SystemCNetwork, WakesASleepingDrawerInTheClockAskedForNotBeforeAndNotAfter) {
  const SwappedDragonfly topology(2, 3);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  std::vector<std::pair<Clock, RouterId>> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) {
    called.emplace_back(nic.now(), nic.node());
    if (nic.node() == 4 && called.size() < 8) nic.call_at(nic.now() + (1U << called.size()));
  });
  test::run_everywhere(fabric, script);
  fabric.nic(4).call_at(1);
  fabric.nic(17).call_at(2);
  fabric.nic(9).call_at(100000);
  RunControl control(fabric);
  EXPECT_EQ(run_systemc(fabric, control), RunEnd::drained);
  const std::vector<std::pair<Clock, RouterId>> expected{
      {1, 4}, {2, 17}, {3, 4}, {11, 4}, {27, 4}, {59, 4}, {123, 4}, {251, 4}, {100000, 9}};
  EXPECT_EQ(called, expected);
  EXPECT_EQ(fabric.now(), 100001U);
}

TEST(SystemCNetwork, AnEmptyRunEndsAfterOneClock) {
  const SwappedDragonfly topology(2, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  RunControl control(fabric);
  EXPECT_EQ(run_systemc(fabric, control), RunEnd::drained);
  EXPECT_EQ(fabric.now(), 1U);
}

TEST(SystemCNetwork, ReportsADeadlock) {
  RouterParameters router;
  router.virtual_channels = 1;
  router.depth = 1;
  router.lanes = 2;
  Fabric fabric(SwappedDragonfly(1, 1), router, test::nic_for(router));
  fabric.nic(0).send(departure(1, {3, false, 0, 0, 0}));
  Departure other = departure(1, {4, false, 0, 0, 0});
  other.lane = 1;
  fabric.nic(0).send(other);
  RunControl control(fabric);
  EXPECT_EQ(run_systemc(fabric, control), RunEnd::deadlocked);
  EXPECT_LT(fabric.now(), 20U);
}

TEST(SystemCNetwork, StopsInTheClockInWhichItIsAsked) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(100, {1, false, 0, 0, 1}));
  struct Stop : ClockObserver {
    void clock_done(const Fabric& seen) override { flag = seen.now() == 7; }
    std::atomic<bool> flag{false};
  } stop;
  RunControl control(fabric, {&stop}, &stop.flag);
  EXPECT_EQ(run_systemc(fabric, control), RunEnd::interrupted);
  EXPECT_EQ(fabric.now(), 8U);
}

TEST(SystemCNetwork, NamesItsPartsByCabinetDrawerAndRouter) {
  const SwappedDragonfly topology(2, 3);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  RunControl control(fabric);
  const NetworkModule network("network", fabric, control);
  const auto* part =
      dynamic_cast<RouterModule*>(sc_core::sc_find_object("network.cabinet1.drawer2.router0"));
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(part->router(), topology.id({1, 2, 0}));
  const auto* nic =
      dynamic_cast<NicModule*>(sc_core::sc_find_object("network.cabinet0.drawer1.nic2"));
  ASSERT_NE(nic, nullptr);
  EXPECT_EQ(&nic->core(), &fabric.nic(topology.id({0, 1, 2})));
  EXPECT_EQ(sc_core::sc_find_object("network.cabinet2"), nullptr);
}

}  // namespace
}  // namespace swapfly
