#include "model/workloads/message_cost.hpp"

#include <gtest/gtest.h>

#include "model/packet/swapped_route.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

TEST(MessageCost, IsTheRouteAndOneFlitAClockAtFullRate) {
  const SwappedDragonfly topology(2, 3);
  for (const unsigned latency : {1U, 3U}) {
    for (const unsigned nic : {1U, 4U}) {
      WorkloadRun setting;
      setting.router.latency = latency;
      setting.router.global_link = 1;
      setting.nic.latency = nic;
      for (RouterId to = 1; to < topology.routers(); ++to) {
        const Header header =
            shortest_header(topology.coordinates(0), topology.coordinates(to), topology);
        const Clock route = path_clocks(header, latency, latency + 1);
        const MessageCost cost = message_cost(setting.context(topology), 0, to);
        EXPECT_EQ(cost.beta, 1.0);
        EXPECT_EQ(cost.alpha, static_cast<double>(route + nic) - 1);
        EXPECT_EQ(cost.largest_residual, 0.0);
      }
    }
  }
}

TEST(MessageCost, ShowsFifosTooShallowForTheirLinks) {
  const SwappedDragonfly topology(2, 3);
  WorkloadRun setting;
  setting.router.latency = 2;
  setting.router.local_link = 2;
  setting.router.global_link = 2;
  // A depth of 1 lets a flit pass in every depth_for_full_rate() clocks.
  setting.router.depth = 1;
  const MessageCost cost = message_cost(setting.context(topology), 0, 1);
  EXPECT_NEAR(cost.beta, setting.router.depth_for_full_rate(), 0.01);
}

TEST(MessageCost, OfTrainsCountsEachFromItsOwnFirstClock) {
  const SwappedDragonfly topology(2, 3);
  const WorkloadRun setting;
  const std::vector<Clock> clocks = train_clocks(setting.context(topology), 0, 1, {5, 1, 9, 1});
  EXPECT_EQ(clocks, (std::vector<Clock>{6, 2, 10, 2}));
}

}  // namespace
}  // namespace swapfly::test
