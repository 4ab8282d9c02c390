#include "testbench/latency/tw_measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/schedules/latency_probes.hpp"
#include "testbench/latency/tw_plot.hpp"
#include "testbench/latency/tw_report.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;

/// A network with t_w 2 on local links and 5 on global ones, and t_s 3.
NetworkScenario some_network() {
  const SwappedDragonfly topology(2, 3);
  NetworkScenario network{topology, {0, 3}, router_for(topology), {}, {}, false};
  network.router.latency = 2;
  network.router.global_link = 3;
  network.nic.latency = 3;
  network.config = {{"engine", "systemc"}};
  return network;
}

/// Clocks of a probe's path, as some engine might have them.
using PathClocks = std::function<std::uint64_t(std::size_t leg, const LatencyProbe& probe)>;

std::uint64_t clocks_asked_for(const LatencyProbe& probe) {
  return 2 * (probe.hops[HopKind::local] + probe.hops[HopKind::hold]) +
         5 * (probe.hops[HopKind::global] + probe.hops[HopKind::self_loop]);
}

/// A result of the probes, from an engine of which this is known.
Json probe_result(const PathClocks& clocks, std::uint64_t in_nic) {
  Json legs = Json::array();
  std::uint64_t now = 1;
  for (const LatencyProbe& probe : latency_probes(some_network().topology, 4)) {
    const std::uint64_t ejected = now + clocks(legs.size(), probe);
    legs.push_back({{"arbitrated", now}, {"ejected", ejected}});
    now = ejected + in_nic + 1 + 3;  // and the pause
  }
  return {{"status", "ok"}, {"relay", {{"legs", legs}}}};
}

/// What is measured where the probes' process writes this.
TwMeasurement measured(const std::string& output, int exit_status = 0) {
  const TemporaryFolder folder;
  write_file(folder / "output", output);
  write_file(folder / "engine", "#!/bin/sh\ncat '" + (folder / "output").string() + "'\nexit " +
                                    std::to_string(exit_status) + "\n");
  std::filesystem::permissions(folder / "engine", std::filesystem::perms::owner_all);
  const std::atomic<bool> stop{false};
  return measure_tw({some_network(), "n.yaml", {}, {}, {}, {1, folder / "engine"}}, stop);
}

TEST(TwMeasurement, OfAnEngineThatDoesWhatIsAskedIsGood) {
  const TwMeasurement measurement = measured(
      probe_result([](std::size_t, const auto& probe) { return clocks_asked_for(probe); }, 3)
          .dump());
  EXPECT_EQ(measurement.status, Status::ok) << measurement.error;
  ASSERT_TRUE(measurement.zero_load);
  EXPECT_EQ(measurement.zero_load->t_w[HopKind::hold].value().clocks, 2);
  EXPECT_EQ(measurement.zero_load->t_w[HopKind::global].value().clocks, 5);
  EXPECT_EQ(measurement.zero_load->t_s.clocks, 3);
}

TEST(TwMeasurement, ShowsWhateverAnEngineDoesOtherwiseAndFails) {
  // A clock more for every local hop.
  TwMeasurement measurement =
      measured(probe_result(
                   [](std::size_t, const auto& probe) {
                     return clocks_asked_for(probe) + probe.hops[HopKind::local];
                   },
                   3)
                   .dump());
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_EQ(measurement.zero_load.value().t_w[HopKind::local].value().clocks, 3);
  EXPECT_EQ(measurement.zero_load.value().t_w[HopKind::local].value().expected, 2U);
  EXPECT_EQ(measurement.zero_load.value().t_w_residual, 0);
  // A clock more for every path.
  measurement = measured(
      probe_result([](std::size_t, const auto& probe) { return clocks_asked_for(probe) + 1; }, 3)
          .dump());
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_EQ(measurement.zero_load.value().t_w_intercept, 1);
  EXPECT_EQ(measurement.zero_load.value().t_w[HopKind::local].value().clocks, 2);
  // Some path that takes longer than its hops.
  measurement = measured(
      probe_result([](std::size_t leg,
                      const auto& probe) { return clocks_asked_for(probe) + (leg == 20 ? 4 : 0); },
                   3)
          .dump());
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_GT(measurement.zero_load.value().t_w_residual, 2);
  // A NIC that takes longer.
  measurement = measured(
      probe_result([](std::size_t, const auto& probe) { return clocks_asked_for(probe); }, 4)
          .dump());
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_EQ(measurement.zero_load.value().t_s.clocks, 4);
  EXPECT_THAT(measurement.error, HasSubstr("do not find the latencies"));
}

TEST(TwMeasurement, AProcessThatComesToNothingIsAFailureInOneLine) {
  TwMeasurement measurement = measured("nonsense");
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_FALSE(measurement.zero_load);
  EXPECT_THAT(measurement.error,
              HasSubstr("the run of the probes ended with status 0 and wrote no"));
  measurement = measured(R"({"status": "ok"})");
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_THAT(measurement.error, HasSubstr("the run of the probes"));
  measurement = measured(R"({"status": "failed", "error": "deadlock"})", 1);
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_EQ(measurement.error, "the run of the probes: deadlock");
  measurement =
      measured(R"({"status": "bad_config", "error": "/dev/stdin: K is 0; accepted: 1"})", 2);
  EXPECT_EQ(measurement.status, Status::bad_config);
  EXPECT_EQ(measurement.error, "n.yaml: K is 0; accepted: 1");
}

TEST(TwReport, HasAColumnForTheEngine) {
  TwMeasurement one = measured(
      probe_result([](std::size_t, const auto& probe) { return clocks_asked_for(probe); }, 3)
          .dump());
  const Json times = {{"count", 4},
                      {"min", 2},
                      {"mean", 2.5},
                      {"p50", 2},
                      {"p99", 4},
                      {"max", 4},
                      {"histogram", {{2, 3}, {4, 1}}}};
  LoadPoint point;
  point.rate = 0.25;
  point.traffic = {{"accepted_rate", 0.24}, {"measured_packets", 3}};
  point.network_latency = times;
  point.hop_times = {{"local", times},       {"global", nullptr}, {"hold", nullptr},
                     {"self_loop", nullptr}, {"first", times},    {"last_wait", times}};
  one.loads = {point};
  TwMeasurement other = one;
  other.engine = "other";
  const std::string text = to_text({one, other}, some_network());
  for (const char* words :
       {"  systemc   local             2         2", "  other     local             2         2",
        "  systemc      0.25    0.2400 local                    4       2    2.5000",
        "  other        0.25    0.2400 local                    4       2    2.5000"}) {
    EXPECT_THAT(text, HasSubstr(words));
  }
  EXPECT_EQ(to_json({one, other}).at(1).at("engine"), "other");
  const std::string script = tw_plot({one, other}, "two \"engines\"", PictureFormat::png);
  for (const char* words :
       {"set terminal pngcairo", "\"two \\\"engines\\\"\"", "\"systemc local, mean\"",
        "\"other local, mean\"", "layout 1,2", "$engine1_local_0 << EOD\n2 0.75\n4 0.25\nEOD\n"}) {
    EXPECT_THAT(script, HasSubstr(words));
  }
  EXPECT_THAT(script, testing::Not(HasSubstr("Distribution of global")));
}

}  // namespace
}  // namespace swapfly::test
