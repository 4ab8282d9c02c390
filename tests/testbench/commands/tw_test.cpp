#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/packet_csv.hpp"
#include "tests/support/program.hpp"
#include "tests/support/rtl_forms.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* network = "topology: {K: 3, M: 4}\n";
/// A window that is short enough for a test.
constexpr const char* window = " --warmup 100 --measure 1000 ";

ProgramRun run_tw(const std::string& arguments, const std::string& before = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  return run_swapfly(folder, "tw s.yaml --engines systemc " + arguments, before);
}

json result_of(const std::string& arguments) {
  const ProgramRun run = run_tw(arguments + " --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  return run.json();
}

json at_rest(const std::string& arguments) {
  return result_of("--loads none " + arguments).at("measurements").at(0).at("zero_load");
}

void expect_straight_lines(const json& zero_load) {
  for (const char* name : {"t_w", "t_s"}) {
    EXPECT_EQ(zero_load.at(name).at("intercept"), 0) << name;
    EXPECT_EQ(zero_load.at(name).at("largest_residual"), 0) << name;
  }
}

TEST(TwAtRest, FindsExactlyTheLatenciesThatTheScenarioAsksFor) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (unsigned local = 0; local <= 3; ++local) {
      for (unsigned global = 0; global <= 3; ++global) {
        const unsigned nic = 1 + (latency + local + 3 * global) % 5;
        const std::string settings = fmt::format(
            "--set router.latency={} --set link.local={} --set link.global={} --set nic.latency={}",
            latency, local, global, nic);
        SCOPED_TRACE(settings);
        const json zero_load = at_rest(settings);
        const json& hops = zero_load.at("t_w").at("hops");
        const json local_hop = {{"clocks", latency + local}, {"expected", latency + local}};
        const json global_hop = {{"clocks", latency + global}, {"expected", latency + global}};
        EXPECT_EQ(hops.at("local"), local_hop);
        EXPECT_EQ(hops.at("hold"), local_hop);
        EXPECT_EQ(hops.at("global"), global_hop);
        EXPECT_EQ(hops.at("self_loop"), global_hop);
        EXPECT_EQ(zero_load.at("t_s").at("clocks"), nic);
        expect_straight_lines(zero_load);
        EXPECT_EQ(zero_load.at("t_w").at("longest_path"), 4);
        EXPECT_GT(zero_load.at("t_w").at("paths"), 20);
      }
    }
  }
}

TEST(TwAtRest, DoesNotDependOnGroupsBuffersOrOtherParts) {
  for (const char* settings :
       {"--set topology.group=boolean --set topology.K=4",
        "--set topology.group='{c: cyclic, p: boolean}'", "--set router.multicast=false",
        "--set nic.receive=1", "--set nic.lanes=3", "--set router.depth=1", "--set router.vcs=1",
        "--set router.vcs=8", "--set router.payload=8", "--set seed=77",
        "--set topology.K=2 --set topology.M=9"}) {
    SCOPED_TRACE(settings);
    const json zero_load = at_rest(
        std::string("--set link.local=2 --set link.global=5 --set nic.latency=3 ") + settings);
    expect_straight_lines(zero_load);
    const json& hops = zero_load.at("t_w").at("hops");
    EXPECT_EQ(hops.at("local").at("clocks"), 3);
    EXPECT_EQ(hops.at("hold").at("clocks"), 3);
    EXPECT_EQ(hops.at("global").at("clocks"), 6);
    EXPECT_EQ(hops.at("self_loop").at("clocks"), 6);
    EXPECT_EQ(zero_load.at("t_s").at("clocks"), 3);
  }
}

TEST(TwAtRest, StaysExactForTheLargestNumbers) {
  const json zero_load = at_rest(
      "--set router.vcs=8 --set router.latency=4 --set link.local=63 --set link.global=64 --set "
      "nic.latency=100000");
  expect_straight_lines(zero_load);
  EXPECT_EQ(zero_load.at("t_w").at("longest_path"), 8);
  EXPECT_EQ(zero_load.at("t_w").at("hops").at("local").at("clocks"), 67);
  EXPECT_EQ(zero_load.at("t_w").at("hops").at("global").at("clocks"), 68);
  EXPECT_EQ(zero_load.at("t_s").at("clocks"), 100000);
}

TEST(TwAtRest, SaysOfAKindThatTheNetworkLacksThatThereIsNone) {
  const auto kinds = [](const std::string& settings) {
    std::string found;
    const json hops = at_rest(settings).at("t_w").at("hops");
    for (const auto& [name, latency] : hops.items()) {
      if (!latency.is_null()) found += (found.empty() ? "" : " ") + name;
    }
    return found;
  };
  EXPECT_EQ(kinds("--set topology.M=1"), "global hold self_loop");
  EXPECT_EQ(kinds("--set topology.K=1 --set topology.M=1"), "hold self_loop");
  EXPECT_EQ(kinds("--set topology.K=1"), "global hold local self_loop");
  EXPECT_THAT(run_tw("--loads none --set topology.M=1").output,
              HasSubstr("local             -         -  no such hop"));
}

TEST(TwLoads, HopsAndWaitsOfEveryPacketAreItsTimeInTheNetwork) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 2, M: 3}\n"
             "router: {latency: 2, depth: 3}\n"
             "link: {global: 1}\n"
             "nic: {receive: 1}\n"
             "workload: {kind: uniform, rate: 0.5, warmup: 100, measure: 500}\n");
  const ProgramRun run = run_swapfly(folder, "run s.yaml --hop-times --packets p.csv --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const json& times = result.at("hop_times");
  std::uint64_t packets = 0, hops = 0, clocks = 0, local = 0;
  for (const PacketLine& packet : packet_lines(read_file(folder / "p.csv"))) {
    if (packet.created <= 100 || packet.created > 600 || packet.hops == 0) continue;
    ++packets;
    hops += packet.hops;
    clocks += packet.ejected - packet.injected;
    for (const PacketLine::Hop& hop : packet.path) local += hop.port.front() == 'l' ? 1 : 0;
  }
  ASSERT_GT(packets, 4000U);
  EXPECT_EQ(times.at("packets"), packets);
  EXPECT_EQ(times.at("hops"), hops);
  EXPECT_EQ(times.at("clocks"), clocks);
  EXPECT_EQ(times.at("local").at("count"), local);
  EXPECT_EQ(times.at("global").at("count"), hops - local);
  EXPECT_TRUE(times.at("hold").is_null());
  EXPECT_TRUE(times.at("self_loop").is_null());
  EXPECT_EQ(times.at("first").at("count"), packets);
  EXPECT_EQ(times.at("last_wait").at("count"), packets);
  EXPECT_GT(times.at("last_wait").at("max"), 0);
  EXPECT_EQ(times.at("local").at("min"), 2);
  EXPECT_EQ(times.at("global").at("min"), 3);
  // Packets to oneself count in the latencies, with 0 clocks.
  EXPECT_DOUBLE_EQ(result.at("network_latency").at("mean").get<double>() *
                       result.at("traffic").at("measured_packets").get<double>(),
                   static_cast<double>(clocks));
  for (const char* name : {"local", "global", "first", "last_wait"}) {
    const json& kind = times.at(name);
    std::uint64_t count = 0, sum = 0;
    for (const json& bin : kind.at("histogram")) {
      count += bin.at(1).get<std::uint64_t>();
      sum += bin.at(0).get<std::uint64_t>() * bin.at(1).get<std::uint64_t>();
    }
    EXPECT_EQ(kind.at("count"), count) << name;
    EXPECT_DOUBLE_EQ(kind.at("mean").get<double>(), double(sum) / double(count)) << name;
    EXPECT_EQ(kind.at("histogram").front().at(0), kind.at("min")) << name;
    EXPECT_EQ(kind.at("histogram").back().at(0), kind.at("max")) << name;
  }
}

TEST(TwLoads, WithoutOtherTrafficAHopTakesExactlyTheClocksAtRest) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 2, M: 2}\n"
             "router: {latency: 3}\n"
             "link: {local: 1, global: 2}\n"
             "workload: {kind: relay, headers: ['[4;0,1,0]', '[3;1,1,1]', '[4;1,0,0]']}\n");
  const json times = run_swapfly(folder, "run s.yaml --hop-times --json -").json().at("hop_times");
  for (const char* name : {"local", "hold"}) {
    EXPECT_EQ(times.at(name).at("min"), 4) << name;
    EXPECT_EQ(times.at(name).at("max"), 4) << name;
  }
  for (const char* name : {"global", "self_loop"}) {
    EXPECT_EQ(times.at(name).at("min"), 5) << name;
    EXPECT_EQ(times.at(name).at("max"), 5) << name;
  }
}

TEST(TwLoads, AreRunsOfUniformTrafficAndGrowWithTheLoad) {
  const json loads =
      result_of(std::string("--loads 0.7,0.01,0.3") + window).at("measurements").at(0).at("loads");
  ASSERT_EQ(loads.size(), 3U);
  EXPECT_EQ(loads.at(0).at("rate"), 0.01);
  EXPECT_EQ(loads.at(2).at("rate"), 0.7);
  for (const char* kind : {"local", "global", "first"}) {
    const auto mean = [&](std::size_t load) {
      return loads.at(load).at("hop_times").at(kind).at("mean").get<double>();
    };
    EXPECT_LT(mean(0), 1.01);
    EXPECT_LT(mean(0), mean(1));
    EXPECT_LT(mean(1), mean(2));
  }
  const TemporaryFolder folder;
  write_file(
      folder / "s.yaml",
      std::string(network) + "workload: {kind: uniform, rate: 0.3, warmup: 100, measure: 1000}\n");
  const json run = run_swapfly(folder, "run s.yaml --hop-times --json -").json();
  for (const char* part : {"hop_times", "traffic", "network_latency"}) {
    EXPECT_EQ(loads.at(1).at(part), run.at(part)) << part;
  }
}

TEST(TwLoads, ASaturatedOneIsSaidToBeSo) {
  const std::string arguments = std::string("--loads 0.2,1") + window;
  const json loads = result_of(arguments).at("measurements").at(0).at("loads");
  EXPECT_EQ(loads.at(0).at("saturated"), false);
  EXPECT_EQ(loads.at(1).at("saturated"), true);
  const ProgramRun text = run_tw(arguments);
  EXPECT_EQ(text.exit_status, 0);
  const std::size_t saturated = text.output.find("SATURATED");
  ASSERT_NE(saturated, std::string::npos);
  EXPECT_GT(saturated, text.output.find(" 1    ", text.output.find("under load")));
}

TEST(Tw, SaysWhatItMeasuredInTextAndResult) {
  const ProgramRun text = run_tw(std::string("--loads 0.2 --set link.global=2") + window);
  ASSERT_EQ(text.exit_status, 0) << text.errors;
  EXPECT_THAT(text.output, HasSubstr("t_w and t_s on D3(3,4), router.latency 1, link.local 0, "
                                     "link.global 2, router.vcs 2, depth 8\n"));
  EXPECT_THAT(text.output, HasSubstr("  systemc   global            3         3  global port"));
  EXPECT_THAT(text.output, HasSubstr("intercept 0, largest residual 0 clocks"));
  EXPECT_THAT(text.output, HasSubstr("status ok\n"));
  const json result = result_of("--loads none");
  EXPECT_EQ(result.at("status"), "ok");
  EXPECT_TRUE(result.at("error").is_null());
  EXPECT_EQ(result.at("config").at("router").at("depth"), 8);
  EXPECT_FALSE(result.at("config").contains("workload"));
  EXPECT_EQ(result.at("topology").at("routers"), 48);
  EXPECT_EQ(result.at("measurements").at(0).at("engine"), "systemc");
  EXPECT_EQ(result.at("measurements").at(0).at("loads"), json::array());
  EXPECT_EQ(run_tw("--loads none --quiet").output, "");
}

TEST(Tw, AWorkloadInTheScenarioIsNotUsedAndSaidSo) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             std::string(network) + "workload: {kind: message, to: 5, data: no_such_file}\n");
  const ProgramRun run = run_swapfly(folder, "tw s.yaml --engines systemc --loads none");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(run.output, HasSubstr("note: the workload of the scenario is not used"));
  const json result =
      run_swapfly(folder, "tw s.yaml --engines systemc --loads none --json -").json();
  EXPECT_EQ(result.at("warnings").size(), 1U);
}

TEST(Tw, WhatItCannotObeyIsRefusedInOneLine) {
  const auto expect_refused = [](const std::string& arguments, const std::string& named) {
    const ProgramRun run = run_tw(arguments);
    EXPECT_EQ(run.exit_status, 2) << arguments;
    EXPECT_EQ(run.output, "") << arguments;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(named));
    EXPECT_THAT(run.errors, HasSubstr("accepted"));
  };
  for (const char* loads : {"0", "1.01", "-0.1", "0.1,,0.2", "0.1,", "x", "0.1x", "nan", "inf",
                            "'0.1;0.2'", "0.3,0.3", "none,0.1", "''"}) {
    expect_refused(std::string("--loads ") + loads, "--loads is ");
  }
  expect_refused("--measure 0", "--measure");
  expect_refused("--warmup -1", "--warmup");
  expect_refused("--measure 10000000000", "--measure");
  expect_refused("--jobs 0", "--jobs");
  expect_refused("--plot ''", "--plot");
  expect_refused("--plot a.pdf", "--plot is a.pdf; accepted: a path that ends in .svg or .png");
  expect_refused("--plot a.svg --loads none", "--loads is none");
  expect_refused("--plot a.svg --json a.svg", "--json is a.svg, the file of --plot");
  expect_refused("--set router.latency=5", "router.latency");
  expect_refused("--set workload.rate=0.1", "workload.kind");
  expect_refused("--set router.payload=12", "s.yaml: router.payload is 12");
  expect_refused("--engine rtl", "--engine");
  // Probes of two hops would do, uniform traffic does not.
  expect_refused("--loads 0.1 --set router.vcs=1", "s.yaml: router.vcs is 1; accepted: 2 or more");
}

json both_engines(const std::string& settings) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", "topology: {K: 2, M: 2}\nrouter: {depth: 8}\n");
  const ProgramRun run = run_swapfly(folder, "tw s.yaml --json - " + settings);
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  return run.json();
}

TEST(TwEngines, ModelAndRtlShowTheSameClocksAtRestForEveryLatencyAndLink) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    const std::string form =
        latency == 1 ? "router:2x2" : fmt::format("router:2x2:latency={}", latency);
    if (!rtl_built(form)) continue;
    for (const auto& [local, global] : {std::pair{0U, 0U}, {3U, 0U}, {1U, 2U}, {0U, 3U}}) {
      const json result = both_engines(fmt::format(
          "--loads none --set router.latency={} --set link.local={} --set link.global={}", latency,
          local, global));
      json measurements = result.at("measurements");
      ASSERT_EQ(measurements.size(), 2U);
      EXPECT_EQ(measurements.at(0).at("engine"), "systemc");
      EXPECT_EQ(measurements.at(1).at("engine"), "rtl");
      for (json& measurement : measurements) measurement.erase("engine");
      EXPECT_EQ(measurements.at(0), measurements.at(1));
      EXPECT_EQ(measurements.at(1).at("zero_load").at("t_w").at("hops").at("global").at("clocks"),
                latency + global);
    }
  }
}

TEST(TwEngines, ModelAndRtlShowTheSameClocksUnderLoad) {
  const json result = both_engines(std::string("--loads 0.3,0.9 --set link.local=1") + window);
  const json& measurements = result.at("measurements");
  ASSERT_EQ(measurements.size(), 2U);
  EXPECT_EQ(measurements.at(0).at("loads"), measurements.at(1).at("loads"));
  EXPECT_EQ(measurements.at(1).at("loads").size(), 2U);
}

TEST(TwEngines, WithoutRtlForTheScenarioTheModelIsMeasuredAndThatIsSaid) {
  const json result = both_engines("--loads none --set router.depth=77");
  EXPECT_EQ(result.at("measurements").size(), 1U);
  EXPECT_THAT(result.at("warnings").at(0), HasSubstr("the model alone is measured: "));
  EXPECT_THAT(result.at("warnings").at(0), HasSubstr("SWAPFLY_RTL_EXTRA='router:2x2:depth=77'"));
}

TEST(TwEngines, UnknownAndRepeatedEnginesAreRefused) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  for (const char* engines : {"garnet", "rtl,rtl", "systemc,"}) {
    const ProgramRun run = run_swapfly(folder, std::string("tw s.yaml --engines ") + engines);
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_THAT(run.errors, HasSubstr(std::string("--engines is ") + engines + "; accepted"));
  }
}

TEST(Tw, ARunThatFailsIsNamedAndTheOthersAreKept) {
  // Too low a load for a packet in so short a window.
  const ProgramRun run = run_tw("--loads 0.0000001,0.5 --warmup 1 --measure 100 --json -");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("the run of load 1e-07: no packet was created"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "failed");
  EXPECT_EQ(result.at("measurements").at(0).at("loads").size(), 1U);
  EXPECT_FALSE(result.at("measurements").at(0).at("zero_load").is_null());
}

TEST(Tw, InterruptedItSaysWhatIsKnown) {
  const ProgramRun run = run_tw("--loads 0.5 --measure 900000000 --jobs 1 --plot p.svg --json -",
                                "timeout --foreground --preserve-status -s INT 2");
  EXPECT_EQ(run.exit_status, 130) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("interrupted after 1 of 2 runs"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "interrupted");
  const json& measurement = result.at("measurements").at(0);
  EXPECT_EQ(measurement.at("loads"), json::array());
  EXPECT_EQ(measurement.at("zero_load").at("t_w").at("hops").at("local").at("clocks"), 1);
}

TEST(TwPlot, IsAPictureWithTitlesAndALabelForEveryLoad) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  const std::string arguments = std::string("tw s.yaml --loads 0.2,1 --quiet") + window;
  ASSERT_EQ(run_swapfly(folder, arguments + "--plot p.svg").exit_status, 0);
  const std::string svg = read_file(folder / "p.svg");
  EXPECT_EQ(svg.rfind("<?xml", 0), 0U);
  for (const char* words :
       {"D3(3,4), router.latency 1, link.local 0, link.global 0", "clocks of a hop",
        "offered load, flits per node and clock", "share of hops", "local, mean", "global, p99",
        "local, at rest (1)", "load 0.2", "load 1, saturated", "Distribution of local hops",
        "Distribution of global hops"}) {
    EXPECT_THAT(svg, HasSubstr(words));
  }
  ASSERT_EQ(run_swapfly(folder, arguments + "--plot p.png").exit_status, 0);
  EXPECT_EQ(read_file(folder / "p.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  // Without local hops there is a panel less.
  ASSERT_EQ(run_swapfly(folder, arguments + "--set topology.M=1 --plot p.svg").exit_status, 0);
  EXPECT_EQ(read_file(folder / "p.svg").find("local"),
            read_file(folder / "p.svg").find("link.local") + 5);
}

TEST(TwPlot, WithoutGnuplotNothingIsRunAndNothingWritten) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  write_file(folder / "old.svg", "earlier");
  for (const char* file : {"new.svg", "old.svg"}) {
    const ProgramRun run =
        run_swapfly(folder, std::string("tw s.yaml --measure 900000000 --json - --plot ") + file,
                    "PATH=/nowhere");
    EXPECT_EQ(run.exit_status, 1);
    EXPECT_EQ(
        run.errors,
        "swapfly: --plot needs gnuplot, which is not installed; tools/setup.sh installs it\n");
    EXPECT_EQ(run.json().at("status"), "failed");
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "new.svg"));
  EXPECT_EQ(read_file(folder / "old.svg"), "earlier");
}

TEST(TwPlot, AGnuplotThatFailsIsToldOfAndLeavesNoPicture) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  write_file(folder / "gnuplot", "#!/bin/sh\necho no such terminal >&2\nexit 3\n");
  std::filesystem::permissions(folder / "gnuplot", std::filesystem::perms::owner_all);
  const ProgramRun run =
      run_swapfly(folder, std::string("tw s.yaml --loads 0.2 --json - --plot p.svg") + window,
                  "PATH=" + folder.path().string() + ":/usr/bin:/bin");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("gnuplot ended with status 3"));
  EXPECT_THAT(run.errors, HasSubstr("no such terminal"));
  EXPECT_FALSE(std::filesystem::exists(folder / "p.svg"));
  EXPECT_EQ(run.json().at("measurements").at(0).at("loads").size(), 1U);
}

TEST(TwPlot, APathThatCannotBeWrittenIsKnownBeforeTheWork) {
  const ProgramRun run = run_tw("--measure 900000000 --json - --plot nowhere/p.svg");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("nowhere/p.svg cannot be written"));
  EXPECT_EQ(run.json().at("status"), "failed");
}

}  // namespace
}  // namespace swapfly::test
