#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ProgramRun run_costs(const std::string& scenario, const std::string& arguments) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", scenario);
  return run_swapfly(folder, "costs all_to_all s.yaml " + arguments);
}

const std::string on_4x8 = "topology: {K: 4, M: 8}\nworkload: {kind: all_to_all}\n";

/// The line about an algorithm, and a network if there is more than one.
json line_of(const json& result, const std::string& algorithm, const std::string& network = "") {
  for (const json& line : result.at("lines")) {
    if (line.at("algorithm").get<std::string>().find(algorithm) != std::string::npos &&
        line.at("network").get<std::string>().find(network) != std::string::npos) {
      return line;
    }
  }
  ADD_FAILURE() << "no line about " << algorithm;
  return {};
}

TEST(AllToAllCosts, PutsMeasuredSchedulesBesideJohnssonHo) {
  const ProgramRun run = run_costs(on_4x8, "--json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const auto clocks = [&](const std::string& algorithm, const std::string& network = "") {
    return line_of(result, algorithm, network).at("clocks").get<double>();
  };
  EXPECT_DOUBLE_EQ(clocks("Johnsson-Ho", "hypercube of 256 nodes"), 128);
  EXPECT_DOUBLE_EQ(clocks("Johnsson-Ho", "emulated on D3(4,8)"), 256.0 / 3);
  EXPECT_DOUBLE_EQ(clocks("schedule 1"), 64 + 32 + 2);
  EXPECT_DOUBLE_EQ(clocks("capacity"), 62);
  EXPECT_EQ(line_of(result, "schedule 1").at("measured"), 82);
  EXPECT_EQ(line_of(result, "schedule 2").at("measured"), 2 * 64);
  EXPECT_EQ(line_of(result, "schedule 3").at("measured"), 3 * 64);
  EXPECT_EQ(line_of(result, "no_delay").at("measured"), 66);
  EXPECT_EQ(line_of(result, "no_delay").at("conflicts"), 0);
  EXPECT_GT(line_of(result, "pairwise").at("measured"), 255 * 2);
  EXPECT_TRUE(line_of(result, "Johnsson-Ho").at("measured").is_null());
  EXPECT_THAT(run_costs(on_4x8, "").output, HasSubstr("| Johnsson-Ho | hypercube of 256 nodes |"));
}

TEST(AllToAllCosts, ScalesWithHopsAndItems) {
  const json result =
      run_costs(on_4x8,
                "--json - --set router.latency=2 --set workload.items=2 --set workload.cabinets=2 "
                "--set workload.drawers=4 --set workload.pace=hop")
          .json();
  EXPECT_DOUBLE_EQ(line_of(result, "Johnsson-Ho", "of 32").at("clocks").get<double>(), 4 * 2 * 16);
  EXPECT_EQ(line_of(result, "no_delay").at("measured"), (4 * 16 + 2) * 2);
  EXPECT_EQ(line_of(result, "schedule 3").at("measured"), 3 * 4 * 16 * 2);
}

TEST(AllToAllCosts, LeavesOutHypercubesWhereThereAreNone) {
  const json result = run_costs(on_4x8, "--json - --set topology.K=3").json();
  EXPECT_THAT(result.at("notes").at(0).get<std::string>(), HasSubstr("not both powers of two"));
  for (const json& line : result.at("lines")) EXPECT_NE(line.at("algorithm"), "Johnsson-Ho");
  const json unequal = run_costs(on_4x8, "--json - --set link.global=1").json();
  EXPECT_THAT(unequal.at("notes").at(0).get<std::string>(), HasSubstr("different clocks"));
}

TEST(AllToAllCosts, TheGridTellsWhereTheEmulationIsPossible) {
  const json grid = run_costs(on_4x8, "--json - --grid 4").json().at("grid");
  ASSERT_EQ(grid.at("sizes").size(), 16U);
  std::uint64_t faster = 0;
  for (const json& size : grid.at("sizes")) {
    const double K = std::exp2(size.at("k").get<double>());
    const double M = std::exp2(size.at("m").get<double>());
    const double s = std::min(K, M / 2);
    const double nodes = K * M * M;
    EXPECT_DOUBLE_EQ(size.at("johnsson_ho_emulated").get<double>(), nodes / 3);
    EXPECT_DOUBLE_EQ(size.at("link_capacity").get<double>(),
                     std::max(2 * K * (M - 1), M * M - M / K));
    EXPECT_DOUBLE_EQ(size.at("no_delay").get<double>(), nodes / s + 2);
    if (nodes / s + 2 < nodes / 3) ++faster;
  }
  EXPECT_EQ(grid.at("no_delay_faster"), faster);
  EXPECT_EQ(grid.at("no_delay_faster"), grid.at("possible"));
  EXPECT_EQ(grid.at("no_delay_faster_elsewhere"), 0);
}

TEST(AllToAllCosts, RefusesOtherWorkloadsAndTables) {
  const auto expect_refused = [](const ProgramRun& run, const std::string& line) {
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(line));
  };
  expect_refused(run_costs("topology: {K: 4, M: 4}\nworkload: {kind: uniform}\n", ""),
                 "workload.kind is uniform; accepted here: all_to_all");
  expect_refused(run_costs(on_4x8, "--grid 7"), "is 7; accepted: an integer from 1 to 6");
  const TemporaryFolder folder;
  expect_refused(run_swapfly(folder, "costs"), "no such command; accepted: all_to_all");
}

}  // namespace
}  // namespace swapfly::test
