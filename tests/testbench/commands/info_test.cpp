#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;

constexpr const char* network = "topology: {K: 4, M: 4}\n";

TEST(Info, SaysWhatTheNetworkIs) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  const ProgramRun run = run_swapfly(folder, "info s.yaml --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const nlohmann::json facts = run.json().at("topology");
  EXPECT_EQ(facts.at("routers"), 64);
  EXPECT_EQ(facts.at("local_links"), 96);
  EXPECT_EQ(facts.at("global_links"), 120);
  EXPECT_EQ(facts.at("diameter"), 3);
  EXPECT_NEAR(facts.at("mean_distance").get<double>(), 2.3555, 0.00005);
  EXPECT_THAT(run_swapfly(folder, "info s.yaml").output, HasSubstr("2.3555"));
}

TEST(Info, AWalkFindsTheSameAndTheDegree) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  const ProgramRun run = run_swapfly(folder, "info s.yaml --walk --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const nlohmann::json walked = run.json().at("walked");
  EXPECT_EQ(walked.at("routers"), 64);
  EXPECT_EQ(walked.at("local_links"), 96);
  EXPECT_EQ(walked.at("global_links"), 120);
  EXPECT_EQ(walked.at("degree"), 7);
  EXPECT_EQ(walked.at("diameter"), 3);
  EXPECT_NEAR(walked.at("mean_distance").get<double>(), 2.3555, 0.00005);
  EXPECT_THAT(run_swapfly(folder, "info s.yaml --walk").output, HasSubstr("link by link"));
}

TEST(Info, AWalkThatWouldTakeForEverIsRefused) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", "topology: {K: 64, M: 64}\n");
  const ProgramRun run = run_swapfly(folder, "info s.yaml --walk");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("--walk: D3(64,64) has 262144 routers; accepted: up to 8192"));
}

/// The links of a file in BookSim2's any-graph format, as that program reads them: the first word
/// pair of a line is a router, each further pair a node or a router joined to it, a bare number a
/// latency.
struct Anynet {
  std::map<int, int> router_of_node;
  std::set<std::pair<int, int>> links;
  std::multiset<int> latencies;

  explicit Anynet(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string word;
      int router = -1;
      while (words >> word) {
        if (word != "router" && word != "node") {
          latencies.insert(std::stoi(word));
          continue;
        }
        int id = -1;
        words >> id;
        if (router < 0) {
          router = id;
        } else if (word == "node") {
          router_of_node[id] = router;
        } else {
          EXPECT_TRUE(links.insert({std::min(router, id), std::max(router, id)}).second) << line;
        }
      }
    }
  }
};

TEST(Info, TheAnygraphExportJoinsEveryPairOnceAndGivesEveryRouterItsNode) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  ASSERT_EQ(run_swapfly(folder, "info s.yaml --anynet net.txt").exit_status, 0);
  const Anynet anynet(read_file(folder / "net.txt"));
  EXPECT_EQ(anynet.links.size(), 96U + 120U);
  EXPECT_EQ(anynet.router_of_node.size(), 64U);
  for (const auto& [node, router] : anynet.router_of_node) EXPECT_EQ(node, router);
  // (0,0,1) is router 1; its global port 2 leads to (2,1,0), router 36.
  EXPECT_EQ(anynet.links.count({1, 36}), 1U);
  EXPECT_TRUE(anynet.latencies.empty());
}

TEST(Info, TheAnygraphExportKeepsLinkClocks) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  ASSERT_EQ(run_swapfly(folder, "info s.yaml --anynet net.txt --set link.global=3").exit_status, 0);
  const Anynet anynet(read_file(folder / "net.txt"));
  EXPECT_EQ(anynet.latencies.count(1), 96U);
  EXPECT_EQ(anynet.latencies.count(4), 120U);
}

TEST(Info, TheDotExportHasARouterANodeAndALinkAnEdge) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", "topology: {K: 3, M: 2}\n");
  ASSERT_EQ(run_swapfly(folder, "info s.yaml --dot net.dot").exit_status, 0);
  const std::string dot = read_file(folder / "net.dot");
  const auto count = [&dot](const std::string& what) {
    int times = 0;
    for (std::size_t at = 0; (at = dot.find(what, at)) != std::string::npos; ++at) ++times;
    return times;
  };
  EXPECT_EQ(count("subgraph cluster_"), 6);
  EXPECT_EQ(count("[label=\""), 12);
  EXPECT_EQ(count(" -- "), 6 + 15);
  EXPECT_EQ(count("dashed"), 15);
}

TEST(Info, AnExportThatCannotBeWrittenGivesStatusOne) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", network);
  for (const char* option : {"--dot", "--anynet"}) {
    for (const char* path : {"nowhere/out.txt", "/dev/full"}) {
      const ProgramRun run = run_swapfly(folder, std::string("info s.yaml ") + option + " " + path);
      EXPECT_EQ(run.exit_status, 1) << option << " " << path;
      EXPECT_THAT(run.errors, HasSubstr("cannot be written"));
    }
  }
}

TEST(Info, ABadNetworkGivesOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", "topology: {K: 3, M: 4, group: boolean}\n");
  const ProgramRun run = run_swapfly(folder, "info s.yaml --json -");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.json().at("status"), "bad_config");
  EXPECT_THAT(run.errors, HasSubstr("topology.K is 3"));
}

TEST(List, NamesWorkloadsTopologiesAndEngines) {
  const TemporaryFolder folder;
  const nlohmann::json list = run_swapfly(folder, "list --json -").json();
  const auto has = [&list](const char* what, const char* name) {
    for (const auto& entry : list.at(what)) {
      if (entry.at("name") == name) return true;
    }
    return false;
  };
  EXPECT_TRUE(has("workloads", "m_broadcast"));
  EXPECT_TRUE(has("workloads", "message"));
  EXPECT_TRUE(has("workloads", "permutation"));
  EXPECT_TRUE(has("topologies", "swapped_dragonfly"));
  EXPECT_TRUE(has("engines", "systemc"));
  EXPECT_THAT(run_swapfly(folder, "list").output, HasSubstr("m_broadcast"));
}

TEST(List, TheKeysInTheDocumentationAreThoseOfTheProgram) {
  const TemporaryFolder folder;
  const std::string keys = run_swapfly(folder, "list --keys").output;
  EXPECT_THAT(read_file(SWAPFLY_SOURCE_DIR "/docs/scenario.md"), HasSubstr(keys))
      << "docs/scenario.md is out of date: paste the output of `swapfly list --keys` into it";
}

}  // namespace
}  // namespace swapfly::test
