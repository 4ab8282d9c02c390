#include <gtest/gtest.h>

#include "model/workloads/uniform.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

/// Loads of a network; what is known of its saturation is above or below all of them.
struct Loads {
  const char* what;
  SwappedDragonfly topology;
  WorkloadRun setting;
  std::vector<double> rates;
};

WorkloadRun with_depth(unsigned depth) {
  WorkloadRun setting;
  setting.router.depth = depth;
  return setting;
}

WorkloadRun with_long_links() {
  WorkloadRun setting = with_depth(140);
  setting.router.local_link = 64;
  setting.router.global_link = 64;
  return setting;
}

WorkloadRun with_one_port() {
  WorkloadRun setting;
  setting.nic.receive = 1;
  return setting;
}

TrafficFigures run(const Loads& loads, double rate, std::uint64_t seed) {
  // Short windows, and no warm-up at all: the judgement must bear them.
  const UniformParameters parameters{rate, seed % 2 == 0 ? 200U : 0U, 400, 100000};
  Uniform workload(loads.setting.context(loads.topology, seed), parameters);
  const WorkloadRun::Outcome outcome = loads.setting.run(loads.topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_EQ(outcome.figures.traffic->unfinished, 0U);
  return *outcome.figures.traffic;
}

TEST(Saturation, IsNeverSaidOfALoadFarBelowIt) {
  const std::vector<Loads> below = {
      {"plain", SwappedDragonfly(4, 4), {}, {0.05, 0.3, 0.7}},
      {"few nodes", SwappedDragonfly(2, 1), {}, {0.3, 0.7}},
      {"FIFOs of one flit", SwappedDragonfly(3, 3), with_depth(1), {0.2, 0.35}},
      {"long links", SwappedDragonfly(2, 3), with_long_links(), {0.3, 0.6}},
      {"one port", SwappedDragonfly(3, 3), with_one_port(), {0.3, 0.6}},
  };
  for (const Loads& loads : below) {
    for (const double rate : loads.rates) {
      for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        SCOPED_TRACE(testing::Message() << loads.what << ", rate " << rate << ", seed " << seed);
        const TrafficFigures traffic = run(loads, rate, seed);
        EXPECT_EQ(traffic.saturated, false);
        EXPECT_LT(traffic.backlog, traffic.backlog_limit / 2) << "a wide margin";
      }
    }
  }
}

TEST(Saturation, IsAlwaysSaidOfALoadFarAboveIt) {
  const std::vector<Loads> above = {
      {"plain", SwappedDragonfly(4, 4), {}, {0.97, 1}},
      {"FIFOs of one flit", SwappedDragonfly(3, 3), with_depth(1), {0.6, 0.8, 1}},
      // What waits does so in the lanes, not in the source queues.
      {"FIFOs of 1,024 flits", SwappedDragonfly(4, 4), with_depth(1024), {0.97, 1}},
      {"one port", SwappedDragonfly(3, 3), with_one_port(), {0.98, 1}},
  };
  for (const Loads& loads : above) {
    for (const double rate : loads.rates) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SCOPED_TRACE(testing::Message() << loads.what << ", rate " << rate << ", seed " << seed);
        EXPECT_EQ(run(loads, rate, seed).saturated, true);
      }
    }
  }
}

TEST(Saturation, IsFoundCloserToTheEdgeByALongerWindow) {
  // D3(4,4) takes 0.875 to 0.88 flits per node and clock.
  const SwappedDragonfly topology(4, 4);
  const WorkloadRun setting;
  const auto saturated = [&](double rate, Clock measure) {
    Uniform workload(setting.context(topology), {rate, 100, measure, 100000});
    return setting.run(topology, workload).figures.traffic->saturated;
  };
  EXPECT_EQ(saturated(0.89, 500), false);
  EXPECT_EQ(saturated(0.89, 15000), true);
  EXPECT_EQ(saturated(0.86, 15000), false);
}

TEST(Saturation, TheLimitIsADeviationOfEveryNodeAndFourOfFewNodes) {
  EXPECT_EQ(Uniform::backlog_limit(100, 1000000), 10000U);  // 100 each, of 10,000 each
  EXPECT_EQ(Uniform::backlog_limit(4, 10000), 400U);
  EXPECT_EQ(Uniform::backlog_limit(64, 0), 0U);
}

TEST(Saturation, IsNotKnownBeforeTheWindowsPacketsHaveArrived) {
  const SwappedDragonfly topology(2, 3);
  const WorkloadRun setting;
  RouterParameters router;
  router.K = 2;
  router.M = 3;
  NicParameters nic;
  nic.open_loop = true;
  Fabric fabric(topology, router, nic);
  Uniform workload(setting.context(topology), {1, 10, 100, 1000});
  workload.start(fabric);
  struct StopAt : ClockObserver {
    Clock clock = 0;
    std::atomic<bool> stop{false};
    void clock_done(const Fabric& run) override { stop = run.now() >= clock; }
  } end;
  RunControl control(fabric, {&end}, &end.stop);
  const auto run_to = [&](Clock clock, RunEnd expected = RunEnd::interrupted) {
    end.clock = clock;
    EXPECT_EQ(run_plain(fabric, control), expected);
    return *workload.traffic(expected == RunEnd::drained ? never : fabric.now());
  };
  TrafficFigures traffic = run_to(5);
  EXPECT_EQ(traffic.measure, 0U);
  EXPECT_EQ(traffic.offered_rate, 0.0);
  traffic = run_to(60);
  EXPECT_EQ(traffic.measure, 50U);
  EXPECT_EQ(traffic.offered_rate, 1.0);
  EXPECT_GT(traffic.accepted_rate, 0.7);
  EXPECT_LE(traffic.accepted_rate, 1.0);
  EXPECT_FALSE(traffic.saturated.has_value());
  EXPECT_FALSE(run_to(110).saturated.has_value());
  EXPECT_TRUE(run_to(never, RunEnd::drained).saturated.has_value());
}

}  // namespace
}  // namespace swapfly::test
