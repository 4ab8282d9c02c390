#include "model/nic/delivery_observer.hpp"

#include <gtest/gtest.h>

#include "model/network/run_control.hpp"
#include "tests/support/delivery_list.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"

namespace swapfly {
namespace {

using test::DeliveryList;
using test::departure;

class Deliveries : public testing::Test {
 protected:
  void run() {
    fabric_.watch_deliveries(list_);
    RunControl control(fabric_);
    ASSERT_EQ(run_plain(fabric_, control), RunEnd::drained);
  }

  SwappedDragonfly topology_{2, 2};
  RouterParameters router_ = test::router_for(topology_);
  Fabric fabric_{topology_, router_, test::nic_for(router_)};
  DeliveryList list_;
};

TEST_F(Deliveries, OfEveryCopyAreToldInTheClockOfEjection) {
  fabric_.nic(3).send(departure(5, {3, false, every_port, every_port, every_port}, 9));
  run();
  ASSERT_EQ(list_.entries.size(), topology_.routers());
  std::vector<bool> seen(topology_.routers());
  for (const DeliveryList::Entry& entry : list_.entries) {
    EXPECT_EQ(entry.clock, 8U);
    EXPECT_EQ(entry.arrival.record.injected, 5U);
    EXPECT_EQ(entry.arrival.record.header, (Header{3, false, every_port, every_port, every_port}));
    EXPECT_EQ(entry.arrival.flit.label, 9U);
    EXPECT_EQ(fabric_.ledger().source_of(entry.arrival.record.id), 3U);
    EXPECT_FALSE(seen[entry.node]);
    seen[entry.node] = true;
  }
}

TEST_F(Deliveries, OfANodeToItselfAreTold) {
  fabric_.nic(2).send(departure(7, {}, 1));
  run();
  ASSERT_EQ(list_.entries.size(), 1U);
  EXPECT_EQ(list_.entries.front().clock, 7U);
  EXPECT_EQ(list_.entries.front().node, 2U);
  EXPECT_EQ(list_.entries.front().arrival.record.injected, 7U);
}

TEST_F(Deliveries, ThatAreNotFinalAreTold) {
  Departure handed_over = departure(1, {1, false, 0, 0, 1});
  handed_over.final = false;
  fabric_.nic(0).send(handed_over);
  run();
  ASSERT_EQ(list_.entries.size(), 1U);
  EXPECT_FALSE(list_.entries.front().arrival.record.final);
  EXPECT_EQ(fabric_.traffic().delivered, 0U);
}

TEST_F(Deliveries, AreNotWhatNoCopyIsDueFor) {
  NicScratch scratch;
  const Flit stray{{}, 17, 0, 0};
  std::vector<Ejection> offered{{0, &stray, false}};
  fabric_.watch_deliveries(list_);
  fabric_.nic(0).accept(4, offered, scratch);
  EXPECT_TRUE(offered.front().accepted);
  EXPECT_TRUE(list_.entries.empty());
  EXPECT_EQ(fabric_.traffic().duplicated, 1U);
}

}  // namespace
}  // namespace swapfly
