#include "testbench/comparison/comparison.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/comparison/comparison_report.hpp"

namespace swapfly::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

ComparedRun run_of(std::uint64_t steps_clocks, std::uint64_t free_clocks) {
  ComparedRun run;
  run.blocks = 2;
  run.best_blocks = 3.5;
  run.published_clocks = 77;
  run.in_steps.clocks = steps_clocks;
  run.in_free.clocks = free_clocks;
  return run;
}

/// Two lengths, between which the fastest changes in mode steps, and does not in mode free.
Comparison made_up() {
  Comparison comparison;
  ComparedLength shorter, longer;
  shorter.flits = 1;
  shorter.runs = {{"binomial_tree", run_of(10, 10)}, {"two_tree_broadcast", run_of(30, 9)}};
  longer.flits = 64;
  longer.runs = {{"binomial_tree", run_of(300, 290)}, {"two_tree_broadcast", run_of(80, 70)}};
  longer.runs.at("binomial_tree").in_free.stalls = 5;
  comparison.lengths = {shorter, longer};
  comparison.crossovers = {{{"binomial_tree", "two_tree_broadcast", 11}, 13}};
  return comparison;
}

ComparisonRequest request_of() {
  ComparisonRequest request;
  request.scenario = {{"workload", {{"mode", "steps"}}}};
  request.algorithms = {"two_tree_broadcast", "binomial_tree"};
  return request;
}

TEST(Comparison, TellsPlacesByTheMode) {
  const Comparison comparison = made_up();
  EXPECT_EQ(fastest(clocks_of(comparison.lengths[0], true)), "binomial_tree");
  EXPECT_EQ(fastest(clocks_of(comparison.lengths[0], false)), "two_tree_broadcast");
  EXPECT_EQ(place_of(comparison.lengths[1], "binomial_tree", true), 2U);
  EXPECT_EQ(place_of(comparison.lengths[1], "two_tree_broadcast", true), 1U);
}

TEST(ComparisonReport, HasTablesThatMarkTheFastestAndWhatMet) {
  const std::string text = to_text(made_up(), request_of());
  EXPECT_THAT(text, HasSubstr("10 *"));
  EXPECT_THAT(text, HasSubstr("80 *"));
  EXPECT_THAT(text, HasSubstr("290! "));
  EXPECT_THAT(text, HasSubstr("two_tree_broadcast is faster than binomial_tree from 11 flits on "
                              "(by the formulas from 13)"));
  EXPECT_THAT(text, Not(HasSubstr("M trees in the routers")));
}

TEST(ComparisonReport, NamesTheCostsThatTheFormulasAreGiven) {
  Comparison comparison = made_up();
  ComparedRun& run = comparison.lengths[1].runs.at("binomial_tree");
  run.alpha = 3.25;
  run.beta = 1.5;
  run.place = "random";
  run.shared_links = 26;
  EXPECT_THAT(to_text(comparison, request_of()),
              ContainsRegex("binomial_tree +3\\.25 +1\\.5 +random +26\n"));
  EXPECT_EQ(to_json(comparison, request_of()).at("algorithms").at("binomial_tree").at("place"),
            "random");
}

TEST(ComparisonReport, DoesNotSayThatThereAreNoCrossoversWhereItStopped) {
  Comparison comparison = made_up();
  comparison.crossovers.clear();
  EXPECT_THAT(to_text(comparison, request_of()), HasSubstr("none between these lengths"));
  comparison.status = Status::interrupted;
  const std::string text = to_text(comparison, request_of());
  EXPECT_THAT(text, HasSubstr("not all were looked for"));
  EXPECT_THAT(text, Not(HasSubstr("none between these lengths")));
}

TEST(ComparisonReport, HasTheNetworksOwnBroadcastWhereItRan) {
  Comparison comparison = made_up();
  ComparisonRequest request = request_of();
  request.network_broadcast_from = 5;
  comparison.lengths[0].network_broadcast = RunCosts{6, 0, 0, 2, 101};
  comparison.lengths[1].network_broadcast = RunCosts{10, 0, 0, 2, 101};
  EXPECT_THAT(to_text(comparison, request), HasSubstr("7.00"));  // 70 / 10
  EXPECT_THAT(to_text(comparison, request), HasSubstr("from node 5"));
  const Json json = to_json(comparison, request);
  EXPECT_EQ(json.at("points").at(1).at("m_broadcast").at("clocks"), 10U);
}

TEST(ComparisonReport, IsCompleteInJson) {
  const Json json = to_json(made_up(), request_of());
  const Json& point = json.at("points").at(1);
  EXPECT_EQ(point.at("message_flits"), 64U);
  EXPECT_EQ(point.at("algorithms").at("binomial_tree").at("free").at("stalls"), 5U);
  EXPECT_EQ(point.at("algorithms").at("two_tree_broadcast").at("place"), 1U);
  EXPECT_EQ(json.at("crossovers").at(0).at("published_flits"), 13U);
}

TEST(ComparisonReport, OfBlocksNamesTheBest) {
  Comparison comparison;
  for (std::uint64_t blocks : {1U, 2U, 4U}) {
    comparison.block_counts.push_back(run_of(blocks == 2 ? 50 : 90, 100 - blocks));
    comparison.block_counts.back().blocks = blocks;
  }
  ComparisonRequest request = request_of();
  request.blocks = {1, 2, 4};
  const Json json = to_json(comparison, request);
  EXPECT_EQ(json.at("best_blocks").at("steps"), 2U);
  EXPECT_EQ(json.at("best_blocks").at("free"), 4U);
  EXPECT_THAT(to_text(comparison, request), HasSubstr("k* = 3.50; measured 2 in steps, 4 in free"));
  EXPECT_THAT(comparison_plot(comparison, request, "t", PictureFormat::svg), HasSubstr("k* = 3.5"));
}

TEST(ComparisonPlot, HasACurveAnAlgorithmAndMarksCrossovers) {
  const std::string script =
      comparison_plot(made_up(), request_of(), "a \"title\"", PictureFormat::png);
  EXPECT_THAT(script, HasSubstr("set terminal pngcairo"));
  EXPECT_THAT(script, HasSubstr("$algorithm0 << EOD\n1 30 77\n64 80 77\nEOD"));
  EXPECT_THAT(script, HasSubstr("title \"binomial tree\""));
  EXPECT_THAT(script, HasSubstr("\"11: two tree broadcast\""));
  EXPECT_THAT(script, HasSubstr("a \\\"title\\\""));
}

}  // namespace
}  // namespace swapfly::test
