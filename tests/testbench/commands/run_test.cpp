#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* broadcast =
    "topology: {K: 4, M: 4}\n"
    "workload: {kind: m_broadcast, source: [1, 2, 2], messages: 32}\n";
constexpr const char* endless =
    "topology: {K: 4, M: 4}\n"
    "workload: {kind: mixed, packets: 1000000000, rate: 0.1, broadcasts: 0}\n";

json without_performance(json result) {
  result.erase("performance");
  return result;
}

TEST(Run, TheResultHoldsEveryKeyOfTheContract) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "ok");
  EXPECT_TRUE(result.at("error").is_null());
  EXPECT_EQ(result.at("seed"), 1);
  EXPECT_EQ(result.at("engine"), "systemc");
  EXPECT_EQ(result.at("topology").at("kind"), "swapped_dragonfly");
  EXPECT_EQ(result.at("topology").at("routers"), 64);
  EXPECT_EQ(result.at("topology").at("nodes"), 64);
  EXPECT_EQ(result.at("topology").at("local_links"), 96);
  EXPECT_EQ(result.at("topology").at("global_links"), 120);
  EXPECT_EQ(result.at("topology").at("diameter"), 3);
  // 11 rounds of 3 messages: 10 + 5 t_w + t_s.
  EXPECT_EQ(result.at("cycles"), 16);
  EXPECT_EQ(result.at("hops"), 16);
  EXPECT_EQ(result.at("packets"), json({{"injected", 64},
                                        {"expected", 2048},
                                        {"delivered", 2048},
                                        {"lost", 0},
                                        {"outstanding", 0},
                                        {"duplicated", 0}}));
  EXPECT_EQ(result.at("conflicts"), json({{"link", 0}, {"stalls", 0}}));
  // A hand-over is one hop; a tree on D3(4,4) crosses 4 + 16 + 16 + 64 links.
  EXPECT_EQ(result.at("flit_hops"), 32 * (1 + 4 + 16 + 16 + 64));
  EXPECT_EQ(result.at("latency"),
            json({{"min", 6}, {"mean", 6.0}, {"p50", 6}, {"p99", 6}, {"max", 6}}));
  EXPECT_EQ(result.at("network_latency").at("max"), 6);
  EXPECT_TRUE(result.at("data_ok"));
  const json claim = result.at("claims").at(0);
  EXPECT_EQ(claim.at("id"), "bcast.every_hop");
  EXPECT_EQ(claim.at("formula"), "R - 1 + 5 t_w + t_s");
  EXPECT_EQ(claim.at("expected"), 16);
  EXPECT_EQ(claim.at("measured"), 16);
  EXPECT_EQ(claim.at("published"), "3X/M = 24 hops");
  EXPECT_TRUE(claim.at("ok"));
  for (const char* key : {"wall_seconds", "cpu_seconds", "router_cycles_per_second",
                          "flit_hops_per_second", "peak_rss_bytes"}) {
    EXPECT_GT(result.at("performance").at(key).get<double>(), 0) << key;
  }
}

TEST(Run, TheConfigurationInTheResultIsTheWholeTruth) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const json config =
      run_swapfly(folder, "run s.yaml --json - --set link.global=5").json().at("config");
  EXPECT_EQ(config.at("router").at("depth"), 12);  // 1 + 1 + 2 * 5 for full rate
  EXPECT_EQ(config.at("router").at("vcs"), 2);
  EXPECT_EQ(config.at("link").at("global"), 5);
  EXPECT_EQ(config.at("nic").at("lanes"), 3);
  EXPECT_EQ(config.at("workload").at("tree"), "depth4");
  EXPECT_EQ(config.at("workload").at("schedule"), "every_hop");
}

TEST(Run, TheConfigurationInTheResultRunsAgainToTheSameResult) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", endless);
  const std::string few = "--set workload.packets=20 --seed 7";
  const json first = run_swapfly(folder, "run s.yaml --json - " + few).json();
  write_file(folder / "again.yaml", first.at("config").dump());  // JSON is YAML
  const json second = run_swapfly(folder, "run again.yaml --json -").json();
  EXPECT_EQ(without_performance(first), without_performance(second));
}

TEST(Run, TheSameSeedGivesTheSameResultAndAnotherSeedAnother) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", endless);
  const std::string few = "run s.yaml --json - --set workload.packets=50 --seed ";
  const json first = run_swapfly(folder, few + "3").json();
  EXPECT_EQ(without_performance(first), without_performance(run_swapfly(folder, few + "3").json()));
  EXPECT_NE(first.at("latency"), run_swapfly(folder, few + "4").json().at("latency"));
}

TEST(Run, UnequalLinkClocksHaveNoHops) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const json result = run_swapfly(folder, "run s.yaml --json - --set link.global=1").json();
  EXPECT_TRUE(result.at("hops").is_null());
  EXPECT_EQ(result.at("cycles"), 10 + 3 * 1 + 2 * 2 + 1);
}

TEST(Run, DataPathsAreRelativeToTheScenarioAndOutputsToTheCurrentFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  write_file(folder / "inner/bytes.bin", "sixteen bytes...");
  write_file(folder / "inner/s.yaml",
             "topology: {K: 2, M: 3}\n"
             "workload: {kind: m_broadcast, source: 4, data: bytes.bin}\n");
  const ProgramRun run = run_swapfly(folder, "run inner/s.yaml --json out.json --quiet");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.output, "");
  const json result = json::parse(read_file(folder / "out.json"));
  EXPECT_EQ(result.at("packets").at("delivered"), 2 * 18);
}

TEST(Run, ADataPathSetOnTheCommandLineIsRelativeToTheCurrentFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  write_file(folder / "here.bin", "eight by");
  write_file(folder / "inner/s.yaml",
             "topology: {K: 2, M: 3}\nworkload: {kind: m_broadcast, source: 4}\n");
  const ProgramRun run =
      run_swapfly(folder, "run inner/s.yaml --json - --set workload.data=here.bin");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.json().at("packets").at("delivered"), 18);
}

TEST(Run, AnEmptyValueLeavesAKeyOut) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const json config =
      run_swapfly(folder, "run s.yaml --json - --set workload.messages=").json().at("config");
  EXPECT_EQ(config.at("workload").at("messages"), 4);
}

TEST(Run, ADeadlockEndsTheRunWithStatusOneAndTheCycleOfWaits) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 3, M: 3}\n"
             "router: {vcs: 1, depth: 2, allow_deadlock: true}\n"
             "workload: {kind: mixed, packets: 1000, rate: 1, broadcasts: 0.3}\n");
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json -");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("deadlock at clock"));
  EXPECT_THAT(run.errors, HasSubstr("waits for a slot in"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "failed");
  EXPECT_GT(result.at("packets").at("lost"), 0);
  EXPECT_GE(result.at("details").size(), 2U);
}

TEST(Run, InterruptedItSaysWhatIsKnownSoFar) {
  for (const char* signal : {"INT", "TERM"}) {
    const TemporaryFolder folder;
    write_file(folder / "s.yaml", endless);
    const ProgramRun run =
        run_swapfly(folder, "run s.yaml --json -", std::string("timeout -s ") + signal + " 2");
    // timeout reports 124 where the program is ended by it, whatever the program's own status.
    EXPECT_EQ(run.exit_status, 124);
    const json result = run.json();
    EXPECT_EQ(result.at("status"), "interrupted");
    EXPECT_THAT(result.at("error").get<std::string>(), HasSubstr("interrupted at clock"));
    EXPECT_GT(result.at("packets").at("delivered"), 100);
    // What had not arrived yet is not lost, and of unfinished data nothing is said.
    EXPECT_EQ(result.at("packets").at("lost"), 0);
    EXPECT_GT(result.at("packets").at("outstanding"), 0);
    EXPECT_TRUE(result.at("data_ok").is_null());
  }
}

TEST(Run, InterruptedItExitsWith130) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", endless);
  const ProgramRun run =
      run_swapfly(folder, "run s.yaml --quiet", "timeout --foreground --preserve-status -s INT 2");
  EXPECT_EQ(run.exit_status, 130);
}

TEST(Run, AShallowBufferIsSaidWithTheDepthNeeded) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --set router.depth=1");
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_THAT(run.output, HasSubstr("1/2 of their rate; full rate needs a depth of 2"));
}

TEST(Run, OutputsThatCannotBeWrittenGiveStatusOneAndTheAbsolutePath) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  for (const char* option :
       {"--json nowhere/o.json", "--vcd nowhere/o.vcd", "--vcd nowhere/o.fst"}) {
    const ProgramRun run = run_swapfly(folder, std::string("run s.yaml ") + option);
    EXPECT_EQ(run.exit_status, 1) << option;
    EXPECT_THAT(run.errors, HasSubstr((folder / "nowhere/o.").string()));
    EXPECT_THAT(run.errors, HasSubstr("No such file or directory"));
  }
}

TEST(Run, AFullDiskWhileWritingTheResultIsReported) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json /dev/full");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("/dev/full cannot be written: No space left on device"));
  EXPECT_THAT(run.output, HasSubstr("status          ok"));
}

TEST(Run, AFullDiskWhileWritingAWaveformIsReportedAndTheResultStillPrinted) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  for (const char* name : {"o.vcd", "o.fst"}) {
    // A file-size limit of 8 kB stands for the disk.
    const ProgramRun run =
        run_swapfly(folder, std::string("run s.yaml --json - --vcd ") + name, "ulimit -f 8; ");
    EXPECT_EQ(run.exit_status, 1) << name;
    EXPECT_THAT(run.errors, HasSubstr((folder / name).string()));
    const json result = run.json();
    EXPECT_EQ(result.at("status"), "failed");
    EXPECT_EQ(result.at("cycles"), 16);
    EXPECT_TRUE(result.at("data_ok"));
  }
}

TEST(Run, AWaveformComesWithASaveFileAndReadableHeaders) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", broadcast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --vcd o.vcd");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(read_file(folder / "o.vcd"), HasSubstr("cabinet3"));
  EXPECT_THAT(read_file(folder / "o.gtkw"), HasSubstr("router2"));
  EXPECT_THAT(read_file(folder / "o.headers.txt"), HasSubstr("[4;g*,p*,d*]"));
}

TEST(Run, TheVersionIsThatOfTheProject) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "--version");
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_EQ(run.output, "swapfly " SWAPFLY_VERSION "\n");
}

}  // namespace
}  // namespace swapfly::test
