#include "model/network/audit.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/node_programs.hpp"

namespace swapfly {
namespace {

using test::departure;

/// Asks for a stop at the end of a clock.
struct StopAt : ClockObserver {
  explicit StopAt(Clock when) : clock(when) {}
  void clock_done(const Fabric& fabric) override { flag = fabric.now() == clock; }
  Clock clock;
  std::atomic<bool> flag{false};
};

void run_until(Fabric& fabric, Clock clock) {
  StopAt stop(clock);
  RunControl control(fabric, {&stop}, &stop.flag);
  ASSERT_EQ(run_plain(fabric, control), RunEnd::interrupted);
}

using Lines = std::vector<std::string>;

TEST(Audit, FindsNothingInANetworkAtRest) {
  for (const SwappedDragonfly& topology : test::small_networks(2)) {
    const RouterParameters router = test::router_for(topology);
    Fabric fabric(topology, router, test::nic_for(router));
    EXPECT_TRUE(audit(fabric).empty()) << "before a run";
    fabric.nic(0).send(departure(1, {4, false, every_port, every_port, every_port}));
    RunControl control(fabric);
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    EXPECT_TRUE(audit(fabric).empty()) << "after it";
  }
}

TEST(Audit, FindsAFlitThatWasNeverInjected) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(1).send(departure(10, {1, false, 0, 0, 1}));
  fabric.nic(1).send(departure(11, {}));
  EXPECT_EQ(audit(fabric), Lines{"NIC (0,0,1): 2 flits were never injected"});
}

TEST(Audit, FindsCreditsThatAreNotHomeAndPacketsUnderWay) {
  const SwappedDragonfly topology(1, 2);
  RouterParameters router = test::router_for(topology);
  router.local_link = 5;
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(3, {1, false, 0, 0, 1}));
  run_until(fabric, 3);  // on the wire
  EXPECT_EQ(audit(fabric), (Lines{"router (0,0,0): output 1 channel 0 has 7 of 8 credits",
                                  "1 packets have copies outstanding"}));
  run_until(fabric, 9);  // ejected; the credit is on the wire
  EXPECT_EQ(audit(fabric), Lines{"router (0,0,0): output 1 channel 0 has 7 of 8 credits"});
}

TEST(Audit, FindsAFlitInAFifoAndALaneSlotTaken) {
  const SwappedDragonfly topology(1, 2);
  RouterParameters router = test::router_for(topology);
  router.depth = 1;
  Fabric fabric(topology, router, test::nic_for(router));
  for (int i = 0; i < 3; ++i) fabric.nic(0).send(departure(3, {1, false, 0, 0, 1}));
  run_until(fabric, 5);
  const Lines faults = audit(fabric);
  const auto found = [&](const std::string& line) {
    return std::count(faults.begin(), faults.end(), line) == 1;
  };
  // The second flit is sent in 5 and its slot is free for 6; the third waits in the NIC.
  EXPECT_TRUE(found("router (0,0,0): output 1 channel 0 has 0 of 1 credits"));
  EXPECT_TRUE(found("NIC (0,0,0): 1 flits were never injected"));
  EXPECT_TRUE(found("1 packets have copies outstanding"));
  run_until(fabric, 6);
  const Lines later = audit(fabric);
  EXPECT_EQ(std::count(later.begin(), later.end(), "NIC (0,0,0): lane 0 has 0 of 1 credits"), 1);
}

TEST(Audit, FindsFlitsThatNoPacketAccountsFor) {
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  const Flit stray{{}, 5, 0, 0};
  std::vector<Ejection> offered{{0, &stray, false}, {1, &stray, false}};
  NicScratch scratch;
  fabric.nic(1).accept(3, offered, scratch);
  EXPECT_EQ(audit(fabric), Lines{"2 flits arrived that no packet accounts for"});
}

TEST(Audit, NamesTheFifoThatHoldsFlits) {
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
  ASSERT_EQ(run_plain(fabric, control), RunEnd::deadlocked);
  EXPECT_EQ(audit(fabric),
            (Lines{"router (0,0,0): FIFO 0 holds 1 flits", "router (0,0,0): FIFO 1 holds 1 flits",
                   "router (0,0,0): output 0 channel 0 has 0 of 1 credits",
                   "router (0,0,0): output 1 channel 0 has 0 of 1 credits",
                   "2 packets have copies outstanding"}));
}

}  // namespace
}  // namespace swapfly
