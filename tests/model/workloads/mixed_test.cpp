#include "model/workloads/mixed.hpp"

#include <gtest/gtest.h>

#include "model/network/deadlock.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

TEST(Mixed, ShallowBuffersDrainAndEveryCopyArrivesExactlyOnce) {
  for (const auto& [K, M] : {std::pair{2U, 3U}, {3U, 3U}, {4U, 4U}}) {
    const SwappedDragonfly topology(K, M);
    for (const unsigned depth : {1U, 2U}) {
      for (std::uint64_t seed = 1; seed <= 25; ++seed) {
        SCOPED_TRACE(to_string(topology) + ", depth " + std::to_string(depth) + ", seed " +
                     std::to_string(seed));
        WorkloadRun setting;
        setting.router.depth = depth;
        Mixed workload(setting.context(topology, seed), {20, 1.0, 0.3});
        const WorkloadRun::Outcome outcome = setting.run(topology, workload);
        EXPECT_TRUE(outcome.complete());
        EXPECT_GT(outcome.figures.link_conflicts, 0U);
        EXPECT_EQ(outcome.figures.injected, 20U * topology.routers());
      }
    }
  }
}

TEST(Mixed, OneVirtualChannelDeadlocksAndTheWatchdogNamesTheCycle) {
  for (const auto& [K, M] : {std::pair{2U, 3U}, {3U, 3U}}) {
    const SwappedDragonfly topology(K, M);
    SCOPED_TRACE(to_string(topology));
    RouterParameters router;
    router.K = K;
    router.M = M;
    router.virtual_channels = 1;
    router.depth = 2;
    NicParameters nic;
    nic.lane_depth = 2;
    nic.open_loop = true;
    Fabric fabric(topology, router, nic);
    WorkloadContext context{topology};
    Mixed workload(context, {1000, 1.0, 0.3});
    workload.start(fabric);
    RunControl control(fabric);
    EXPECT_EQ(run_plain(fabric, control), RunEnd::deadlocked);
    EXPECT_LT(fabric.now(), 200U);
    const Deadlock deadlock = find_deadlock(fabric);
    ASSERT_GE(deadlock.cycle.size(), 2U);
    for (std::size_t i = 0; i < deadlock.cycle.size(); ++i) {
      const Wait& wait = deadlock.cycle[i];
      const Wait& next = deadlock.cycle[(i + 1) % deadlock.cycle.size()];
      EXPECT_EQ(wait.full_router, next.router);
      EXPECT_EQ(wait.full_fifo, next.fifo);
      EXPECT_EQ(fabric.router(next.router).held(next.fifo), router.depth);
    }
    EXPECT_EQ(describe(deadlock, fabric, 100).size(), deadlock.cycle.size());
  }
}

TEST(Mixed, BroadcastsAreRefusedWhereRoutersDoNotDuplicate) {
  WorkloadRun setting;
  setting.router.multicast = false;
  const WorkloadContext context = setting.context(SwappedDragonfly(2, 2));
  EXPECT_THROW(Mixed(context, {1, 0.1, 0.1}), std::invalid_argument);
  EXPECT_NO_THROW(Mixed(context, {1, 0.1, 0}));
}

TEST(Mixed, TheRateIsTheShareOfClocksInWhichANodeSends) {
  RandomStream random(3, 0);
  double clocks = 0;
  constexpr int draws = 100000;
  for (int i = 0; i < draws; ++i) clocks += static_cast<double>(random.trials(0.25));
  EXPECT_NEAR(clocks / draws, 4.0, 0.05);
  EXPECT_EQ(RandomStream(1, 2).trials(1.0), 1U);
}

}  // namespace
}  // namespace swapfly::test
