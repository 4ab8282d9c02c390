#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* scenario =
    "topology: {K: 2, M: 2}\n"
    "workload: {kind: two_tree_broadcast, root: 1, message: 12}\n";

ProgramRun run_compare(const std::string& arguments, const std::string& text = scenario) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", text);
  return run_swapfly(folder, "compare s.yaml " + arguments);
}

TEST(Compare, MeasuresWhatARunOfEachAlgorithmMeasures) {
  const ProgramRun run = run_compare("--lengths 1,5 --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const json& point = result.at("points").at(1);
  EXPECT_EQ(point.at("algorithms").size(), 5U);
  for (const auto& [name, algorithm] : point.at("algorithms").items()) {
    for (const std::string mode : {"steps", "free"}) {
      const TemporaryFolder folder;
      write_file(folder / "s.yaml", scenario);
      const ProgramRun alone = run_swapfly(
          folder, "run s.yaml --quiet --json - --set workload.message=5 --set workload.mode=" +
                      mode + " --set workload.kind=" + name);
      ASSERT_EQ(alone.exit_status, 0) << alone.errors;
      EXPECT_EQ(alone.json().at("cycles"), algorithm.at(mode).at("clocks")) << name << ", " << mode;
    }
  }
}

TEST(Compare, FindsWhoIsFastestBetweenTheLengthsThatAreGiven) {
  const auto clocks_of = [](const json& point, const std::string& name) {
    return point.at("algorithms").at(name).at("free").at("clocks").get<unsigned>();
  };
  const std::string set = " --set workload.root=0 --set workload.mode=free --json -";
  const json far = run_compare("--lengths 1,64" + set).json();
  ASSERT_FALSE(far.at("crossovers").empty());
  std::string leader = far.at("crossovers").at(0).at("from");
  for (const json& crossover : far.at("crossovers")) {
    EXPECT_EQ(crossover.at("from"), leader);
    leader = crossover.at("to");
    const auto flits = crossover.at("message_flits").get<unsigned>();
    const json near =
        run_compare("--lengths " + std::to_string(flits - 1) + "," + std::to_string(flits) + set)
            .json();
    const json& there = near.at("points").at(1);
    EXPECT_EQ(there.at("algorithms").size(), 5U);
    for (const auto& [name, algorithm] : there.at("algorithms").items()) {
      EXPECT_GE(algorithm.at("free").at("clocks"), clocks_of(there, leader)) << name;
    }
    EXPECT_GT(clocks_of(there, crossover.at("from")), clocks_of(there, leader));
    EXPECT_LE(clocks_of(near.at("points").at(0), crossover.at("from")),
              clocks_of(near.at("points").at(0), leader));
  }
}

TEST(Compare, PutsTheNetworksOwnBroadcastBesideTwoTrees) {
  // One flit: [2,2], root (0,0,1) is off the diagonal, and M = 2 leaves no tree; from node 0 one
  // is.
  const ProgramRun without = run_compare("--lengths 2");
  EXPECT_THAT(without.output, HasSubstr("not compared: no tree is left"));
  const ProgramRun with = run_compare("--lengths 2 --set workload.root=0 --json -");
  EXPECT_EQ(with.json().at("points").at(0).at("m_broadcast").at("clocks"), 2 - 1 + 5 + 1);
  const ProgramRun few = run_compare("--lengths 2 --set workload.processors=7");
  EXPECT_THAT(few.output, HasSubstr("not compared: it reaches all nodes, and not all take part"));
}

TEST(Compare, OfBlocksGoesThroughAllThatAreAskedFor) {
  const ProgramRun run = run_compare("--blocks 1,3,6 --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  ASSERT_EQ(result.at("blocks").size(), 3U);
  EXPECT_EQ(result.at("blocks").at(1).at("blocks"), 3U);
  EXPECT_EQ(result.at("blocks").at(1).at("block_flits"), 2U);
}

TEST(Compare, OfAllBlocksGoesUpToTheMost) {
  const json blocks = run_compare("--blocks all --set workload.message=22 --json -").json();
  std::vector<unsigned> counts;
  for (const json& run : blocks.at("blocks")) counts.push_back(run.at("blocks"));
  EXPECT_EQ(counts, std::vector<unsigned>({1, 2, 3, 4, 6, 8, 11}));
}

TEST(Compare, InterruptedItKeepsTheLengthsThatAreKnown) {
  // FIFOs of one flit at both ends of long links: a flit every 42 clocks.
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             std::string(scenario) + "router: {depth: 1}\nlink: {local: 20, global: 20}\n");
  const ProgramRun run = run_swapfly(
      folder, "compare s.yaml --algorithms binomial_tree --lengths 1,200000 --json - --jobs 1",
      "timeout --foreground --preserve-status -s INT 2");
  EXPECT_EQ(run.exit_status, 130) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("interrupted after 2 of 4 runs"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "interrupted");
  ASSERT_EQ(result.at("points").size(), 1U);
  EXPECT_EQ(result.at("points").at(0).at("message_flits"), 1U);
  EXPECT_EQ(result.at("crossovers"), json::array());
}

TEST(Compare, DrawsAPicture) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", scenario);
  const ProgramRun run = run_swapfly(folder, "compare s.yaml --lengths 1,64 --plot p.svg");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(read_file(folder / "p.svg"), HasSubstr("two tree broadcast"));
}

TEST(Compare, TakesAPlacementFileWhereverItIsStarted) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "deep");
  write_file(folder / "deep/nodes.txt", "3\n[1,1,0]\n0\n");
  write_file(folder / "deep/s.yaml",
             "topology: {K: 2, M: 2}\n"
             "workload: {kind: linear_pipeline, processors: 3, place: {file: nodes.txt}}\n");
  const ProgramRun run = run_swapfly(folder, "compare deep/s.yaml --lengths 4");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
}

void expect_refused(const std::string& arguments, const std::string& line,
                    const std::string& text = scenario) {
  const ProgramRun run = run_compare(arguments, text);
  EXPECT_EQ(run.exit_status, 2) << arguments;
  EXPECT_THAT(run.errors, HasSubstr(line)) << arguments;
}

TEST(Compare, RefusesWhatItCannotCompare) {
  expect_refused("--lengths 0,1", "--lengths is 0,1; accepted: integers from 1 to 67108864");
  expect_refused("--lengths 1,1", "--lengths is 1,1; accepted: integers");
  expect_refused("--lengths 1,,2", "--lengths is 1,,2; accepted: integers");
  expect_refused("--algorithms two_trees",
                 "--algorithms is two_trees; accepted: two_tree_broadcast, ");
  expect_refused("--algorithms binomial_tree,binomial_tree", "each once");
  expect_refused("--blocks 7", "--blocks is 7; accepted: integers from 1 to 6");
  expect_refused("--plot p.gif", "--plot is p.gif; accepted: a path that ends in .svg or .png");
  expect_refused("--algorithms ''", "--algorithms is ; accepted: two_tree_broadcast, ");
  expect_refused("--blocks 1 --lengths 2", "--lengths excludes --blocks");
  expect_refused("--blocks 1 --algorithms binomial_tree", "--algorithms excludes --blocks");
  expect_refused("--plot p.svg --set workload.processors=1 --set workload.root=0",
                 "workload.processors is 1, which takes none; accepted: 2 or more");
  expect_refused("--blocks 1 --set workload.kind=binomial_tree",
                 "--blocks is 1; accepted for a workload in blocks: binomial_tree sends");
  expect_refused("", "workload.kind is two_tree_scan; accepted to compare: two_tree_broadcast",
                 "topology: {K: 2, M: 2}\nworkload: {kind: two_tree_scan}\n");
}

}  // namespace
}  // namespace swapfly::test
