#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/scenario/key_table.hpp"
#include "testbench/scenario/placement_file.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

const SwappedDragonfly topology(2, 3);

std::string refusal(const std::string& text, Rank processors) {
  try {
    parse_placement(text, topology, processors, "nodes.txt");
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "";
}

TEST(PlacementFile, NamesANodeALineInTheOrderOfRanks) {
  const Placement placement =
      parse_placement("# ranks\n[1,2,0]\n\n 4 # the second\n[0, 0, 0]\r\n17", topology, 4, "f");
  EXPECT_EQ(placement, (Placement{topology.id({1, 2, 0}), 4, 0, 17}));
}

TEST(PlacementFile, ReadsWhatItWrites) {
  const Placement placement = random_placement(topology, 18, 5);
  EXPECT_EQ(parse_placement(placement_text(placement, topology), topology, 18, "f"), placement);
}

TEST(PlacementFile, RefusesWhatIsNoPlacement) {
  const std::string accepted = "accepted on D3(2,3): [c,d,p] up to [1,2,2], or 0 to 17";
  for (const std::string line : {"18", "[2,0,0]", "[0,3,0]", "[0,0,3]", "[0,0]", "[0,0,0,0]",
                                 "(0,0,0)", "-1", "a", "[,,]", "[0,0,0", "1 2"}) {
    EXPECT_EQ(refusal("0\n" + line + "\n", 2),
              fmt::format("workload.place nodes.txt, line 2, is {}; {}", line, accepted));
  }
  EXPECT_EQ(refusal("5\n[0,1,2]\n", 2),
            "workload.place nodes.txt, line 2, is [0,1,2]; accepted: every node once, and this one "
            "is on line 1");
  EXPECT_EQ(refusal("0\n1\n2\n", 2),
            "workload.place nodes.txt, line 3, is 2; accepted: 2 nodes, a rank each");
  EXPECT_EQ(refusal("0\n# 1\n", 2),
            "workload.place nodes.txt has 1 nodes; accepted: 2, a rank each");
}

ProgramRun run_with(const std::string& settings, const std::string& kind = "two_tree_broadcast") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 2, M: 3}\nworkload: {kind: " + kind + ", message: 12}\n");
  write_file(folder / "nodes.txt", "9\n3\n4\n");
  return run_swapfly(folder, "run s.yaml --quiet --json - " + settings);
}

TEST(CollectiveRun, IsOnePortUnlessTheScenarioSaysOtherwise) {
  const json nic = run_with("").json().at("config").at("nic");
  EXPECT_EQ(nic.at("lanes"), 1);
  EXPECT_EQ(nic.at("receive"), 1);
  const json more =
      run_with("--set nic.lanes=2 --set nic.receive=all --set workload.mode=free").json();
  EXPECT_EQ(more.at("config").at("nic").at("lanes"), 2);
  EXPECT_EQ(more.at("config").at("nic").at("receive"), "all");
  EXPECT_EQ(more.at("status"), "ok");
}

TEST(CollectiveRun, TellsItsPlanItsCostsAndHowItWent) {
  const json result = run_with("").json();
  const json& collective = result.at("collective");
  EXPECT_EQ(collective.at("processors"), 18);
  EXPECT_EQ(collective.at("beta"), 1.0);
  EXPECT_EQ(collective.at("steps").at("measured"), collective.at("steps").at("planned"));
  EXPECT_EQ(collective.at("clocks").at("in_step"), result.at("cycles"));
  EXPECT_EQ(collective.at("late_blocks"), 0);
  EXPECT_EQ(result.at("claims").at(0).at("id"), "two_tree_broadcast.time");
  EXPECT_EQ(result.at("packets").at("delivered"), 12 * 17);
}

TEST(CollectiveRun, OfOneProcessorSendsNothing) {
  for (const char* kind : {"two_tree_broadcast", "two_tree_reduce", "two_tree_scan",
                           "linear_pipeline", "binomial_tree"}) {
    const ProgramRun run = run_with("--set workload.processors=1", kind);
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    EXPECT_EQ(run.json().at("packets").at("injected"), 0) << kind;
  }
}

TEST(CollectiveRun, FindsAPlacementFileFromWhereItIsNamed) {
  const json result =
      run_with("--set workload.processors=3 --set 'workload.place={file: nodes.txt}'").json();
  EXPECT_EQ(result.at("status"), "ok") << result.at("error");
  EXPECT_EQ(result.at("collective").at("routes").at("place"), "file");
}

TEST(CollectiveRun, SaysThatAPlacementSharesLinks) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(
      folder, "run " SWAPFLY_SOURCE_DIR "/sim_configs/two_tree_drawer_order.yaml --quiet --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  EXPECT_THAT(result.at("warnings").dump(), HasSubstr("share links 16 times"));
  EXPECT_GT(result.at("collective").at("late_blocks"), 0);
  EXPECT_TRUE(result.at("claims").empty());
}

TEST(CollectiveRun, RefusesWhatTheOperationCannotBe) {
  const auto expect_refused = [](const std::string& settings, const std::string& line,
                                 const std::string& kind = "two_tree_broadcast") {
    const ProgramRun run = run_with(settings, kind);
    EXPECT_EQ(run.exit_status, 2) << settings;
    EXPECT_THAT(run.errors, HasSubstr(line));
  };
  expect_refused("--set workload.processors=19",
                 "workload.processors is 19; accepted on D3(2,3): 1 to 18");
  expect_refused("--set workload.root=18",
                 "workload.root is 18; accepted of 18 processors: 0 to 17");
  expect_refused("--set workload.blocks=7",
                 "workload.blocks is 7; accepted for a message of 12 flits in two halves: 1 to 6, "
                 "best");
  expect_refused("--set workload.blocks=2", "which sends the message whole: 1, best",
                 "binomial_tree");
  expect_refused("--set workload.tree=mirror",
                 "workload.tree is mirror; accepted for 18 processors: shift");
  expect_refused(
      "--set workload.place=there",
      "workload.place is there; accepted: drawer_order, random, planned, or {file: PATH}");
  expect_refused("--set 'workload.place={file: none.txt}'", "accepted: a file that can be read");
  expect_refused("--set workload.operator=minus",
                 "workload.operator is minus; accepted: sum, exclusive_or, maximum, matrix_product",
                 "two_tree_scan");
  expect_refused("--set workload.root=1", "unknown key workload.root", "two_tree_scan");
}

TEST(CollectiveRun, HasAWaveformWhoseGroupsFollowTheTrees) {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_swapfly(folder, "run " SWAPFLY_SOURCE_DIR
                          "/sim_configs/two_tree_scan.yaml --set topology.K=2 --set "
                          "topology.M=2 --set workload.processors=7 --vcd w.vcd --quiet");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const std::string save = read_file(folder / "w.gtkw");
  // Up first, then down, then the routers.
  std::size_t at = 0;
  for (const char* group :
       {"\n-tree 1, up\n", "\n-level 1\n", "\n-tree 2, up\n", "\n-tree 1, down\n",
        "\n-tree 2, down\n", "\n-cabinet0.drawer0.router0\n"}) {
    at = save.find(group, at);
    ASSERT_NE(at, std::string::npos) << group;
  }
  // T1 over 7 is the complete tree: rank 3 is its root, and gets the sums of ranks 0 to 2 from 1.
  EXPECT_THAT(save, HasSubstr("#{rank 1 to 3} network."));
  EXPECT_THAT(save, Not(HasSubstr("NIC of the root")));
}

/// The text of the save file's group of this name.
std::string group_in(const std::string& save, const std::string& name) {
  const std::size_t begin = save.find("\n-" + name + "\n");
  if (begin == std::string::npos) return "";
  return save.substr(begin, save.find("\n-" + name + "\n", begin + 1) - begin);
}

TEST(CollectiveRun, HasAWaveformOfTheRootsNicAndOfAllLinksOfAStream) {
  const TemporaryFolder folder;
  // Rank 0 is at (0,0,1) and 1 at (1,2,1): by local1, global1 and local1. 2 is in 0's drawer.
  write_file(folder / "s.yaml",
             "topology: {K: 2, M: 3}\nworkload: {kind: linear_pipeline, processors: 3, message: 4, "
             "root: 2, place: {file: n.txt}}\n");
  write_file(folder / "n.txt", "[0,0,1]\n[1,2,1]\n[0,0,0]\n");
  const auto saved = [&folder](const std::string& options) {
    const ProgramRun run = run_swapfly(folder, "run s.yaml --vcd w.vcd --quiet " + options);
    EXPECT_EQ(run.exit_status, 0) << run.errors;
    return read_file(folder / "w.gtkw");
  };

  const std::string broadcast = saved("");
  const std::string root = group_in(broadcast, "NIC of the root, rank 2");
  EXPECT_THAT(root, HasSubstr("#{lane 0} network.cabinet0.drawer0.router0.lane0.valid"));
  EXPECT_THAT(root, Not(HasSubstr("#{from")));  // nothing comes back to it
  const std::string before = group_in(broadcast, "links before the last");
  EXPECT_THAT(before, HasSubstr("#{rank 0 to 1, hop 1} network.cabinet0.drawer0.router1.local1."));
  EXPECT_THAT(before, HasSubstr("#{rank 0 to 1, hop 2} network.cabinet0.drawer0.router2.global1."));
  EXPECT_THAT(group_in(broadcast, "level 2"),
              HasSubstr("#{rank 0 to 1} network.cabinet1.drawer2.router0.local1."));

  const std::string reduced =
      group_in(saved("--set workload.kind=two_tree_reduce"), "NIC of the root, rank 2");
  EXPECT_THAT(reduced, HasSubstr(".router0.eject_"));
  EXPECT_THAT(reduced, Not(HasSubstr("#{lane")));

  // Groups of which the file has no wire are not there.
  const std::string part = saved("--vcd-scope cabinet0.drawer0.router0");
  EXPECT_THAT(part, HasSubstr("-NIC of the root, rank 2\n"));
  EXPECT_THAT(part, Not(HasSubstr("links before the last")));
}

}  // namespace
}  // namespace swapfly::test
