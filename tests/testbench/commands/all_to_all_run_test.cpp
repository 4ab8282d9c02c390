#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ProgramRun run_all_to_all(const std::string& sizes, const std::string& workload,
                          const std::string& arguments = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {" + sizes + "}\nworkload: {kind: all_to_all" + workload + "}\n");
  return run_swapfly(folder, "run s.yaml " + arguments);
}

json result_of(const std::string& sizes, const std::string& workload) {
  const ProgramRun run = run_all_to_all(sizes, workload, "--json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  return run.json();
}

TEST(AllToAllRun, TellsRoundsBoundsAndTheRatioToLinkCapacity) {
  const json result = result_of("K: 4, M: 4", "");
  const json& report = result.at("all_to_all");
  EXPECT_EQ(result.at("cycles"), 34);
  EXPECT_EQ(report.at("s"), 2);
  EXPECT_EQ(report.at("rounds"), 32);
  EXPECT_EQ(report.at("clocks"), 34);
  EXPECT_EQ(report.at("hops"), 34);
  EXPECT_EQ(report.at("delays"), 0);
  EXPECT_EQ(report.at("conflicts"), json::parse(R"({"link": 0, "stalls": 0})"));
  EXPECT_EQ(report.at("published").at("hops"), 32 + 16 + 2);
  // max(2 * 4 * 3, 16 - 4/4)
  EXPECT_DOUBLE_EQ(report.at("link_capacity").at("clocks").get<double>(), 24);
  EXPECT_DOUBLE_EQ(report.at("link_capacity").at("ratio").get<double>(), 34.0 / 24);
  EXPECT_EQ(result.at("config").at("workload").at("schedule"), "no_delay");
  EXPECT_EQ(result.at("config").at("workload").at("s"), 2);
  EXPECT_EQ(result.at("claims").at(0).at("id"), "a2a.no_delay");
  EXPECT_EQ(result.at("claims").at(0).at("ok"), true);
}

TEST(AllToAllRun, ChoosesTheSubNetworkOfFewestRounds) {
  const json chosen = result_of("K: 7, M: 6", ", inside: best");
  EXPECT_EQ(chosen.at("all_to_all").at("cabinets"), 6);
  EXPECT_EQ(chosen.at("all_to_all").at("drawers"), 6);
  EXPECT_EQ(chosen.at("all_to_all").at("s"), 3);
  EXPECT_EQ(chosen.at("cycles"), 72 + 2);
  EXPECT_EQ(chosen.at("all_to_all").at("scaled_rounds"), 98);
  const json given = result_of("K: 7, M: 6", ", cabinets: 2, drawers: 4");
  EXPECT_EQ(given.at("all_to_all").at("s"), 2);
  EXPECT_EQ(given.at("cycles"), 16 + 2);
  EXPECT_EQ(given.at("all_to_all").at("fewest").at("cabinets"), 6);
  EXPECT_THAT(run_all_to_all("K: 7, M: 6", ", cabinets: 2, drawers: 4").output,
              HasSubstr("on D3(6,6) with s = 3, whose J L^2 s is largest"));
}

TEST(AllToAllRun, PairwiseTakesAStepAPartner) {
  const json result = result_of("K: 2, M: 4", ", algorithm: pairwise, pairing: xor");
  EXPECT_EQ(result.at("all_to_all").at("steps"), 31);
  EXPECT_EQ(result.at("packets").at("delivered"), 32 * 31);
  EXPECT_GT(result.at("cycles"), 18);
  EXPECT_TRUE(result.at("claims").empty());
}

TEST(AllToAllRun, RefusesWhatCannotBeInOneLine) {
  const auto expect_refused = [](const std::string& workload, const std::string& line,
                                 const std::string& sizes = "K: 4, M: 4") {
    const ProgramRun run = run_all_to_all(sizes, workload);
    EXPECT_EQ(run.exit_status, 2) << workload;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(line));
  };
  expect_refused(", s: 3", "workload.s is 3; accepted with schedule no_delay on D3(4,4): 1, 2");
  expect_refused(", s: 4", "workload.s is 4; accepted with schedule no_delay on D3(4,4): 1, 2");
  expect_refused(", s: 5, inside: best", "on D3(J,L): 1, 2", "K: 7, M: 5");
  expect_refused("", "workload.schedule is no_delay; accepted on D3(4,1), whose M is 1: 2, 3",
                 "K: 4, M: 1");
  expect_refused(", schedule: 4", "workload.schedule is 4; accepted: 1, 2, 3, no_delay");
  expect_refused(", pace: second", "workload.pace is second; accepted: clock, hop");
  expect_refused(", items: 65", "workload.items is 65; accepted: an integer from 1 to 64");
  expect_refused(", cabinets: 5", "workload.cabinets is 5; accepted on D3(4,4): 1 to 4");
  expect_refused(", drawers: 5", "workload.drawers is 5; accepted on D3(4,4): 1 to 4");
  expect_refused(", pairing: shift",
                 "workload.pairing is \"shift\"; accepted with algorithm "
                 "pairwise only");
  expect_refused(", algorithm: pairwise, s: 2",
                 "workload.s is 2; accepted with algorithm doubly_parallel only");
  expect_refused(", algorithm: pairwise, inside: best", "workload.inside is best; accepted");
  expect_refused(", algorithm: pairwise, pairing: xor",
                 "workload.pairing is xor; accepted for 48 routers", "K: 3, M: 4");
}

}  // namespace
}  // namespace swapfly::test
