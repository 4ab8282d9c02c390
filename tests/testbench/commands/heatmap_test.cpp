#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* train =
    "topology: {K: 2, M: 3}\n"
    "workload: {kind: message, from: [0, 0, 0], to: [1, 1, 2], messages: 5}\n";

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t times = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++times;
  }
  return times;
}

TEST(LinkLoadOption, PutsEveryLinkIntoTheResult) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --link-load --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const json load = result.at("link_load");
  EXPECT_EQ(load.at("clocks"), result.at("cycles"));
  ASSERT_EQ(load.at("links").size(), 18U * 5);
  std::uint64_t flits = 0;
  for (const json& link : load.at("links")) flits += link.at("flits").get<std::uint64_t>();
  EXPECT_EQ(flits, result.at("flit_hops"));
  // (0,0,0) to (0,0,1), on the way to (1,1,2) by local1, global1, local2.
  EXPECT_EQ(load.at("links").at(1), json({{"router", 0},
                                          {"kind", "local"},
                                          {"number", 1},
                                          {"to", 1},
                                          {"flits", 5},
                                          {"load", 5.0 / 7}}));
  EXPECT_EQ(load.at("links").at(5 + 4), json({{"router", 1},
                                              {"kind", "global"},
                                              {"number", 1},
                                              {"to", 12},
                                              {"flits", 5},
                                              {"load", 5.0 / 7}}));
  EXPECT_DOUBLE_EQ(load.at("global").at("mean").get<double>(), 5.0 / 7 / 36);
  EXPECT_DOUBLE_EQ(load.at("global").at("highest").get<double>(), 5.0 / 7);
}

TEST(LinkLoadOption, ChangesNothingElse) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  json with = run_swapfly(folder, "run s.yaml --link-load --json -").json();
  json without = run_swapfly(folder, "run s.yaml --json -").json();
  EXPECT_FALSE(without.contains("link_load"));
  with.erase("link_load");
  for (json* result : {&with, &without}) result->erase("performance");
  EXPECT_EQ(with, without);
}

TEST(LinkLoadOption, IsSummedUpInTheText) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  EXPECT_THAT(run_swapfly(folder, "run s.yaml --link-load").output,
              HasSubstr("global: mean 0.020, highest 0.714 at global1 of router 1 (0,0,1)"));
}

TEST(Heatmap, HasACellForEveryDrawerAndKindOfLink) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  const ProgramRun run = run_swapfly(folder, "heatmap s.yaml --output load.svg --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const std::string picture = read_file(folder / "load.svg");
  EXPECT_EQ(picture.rfind("<svg xmlns=", 0), 0U);
  EXPECT_EQ(picture.substr(picture.size() - 7), "</svg>\n");
  EXPECT_THAT(picture, HasSubstr("Link load: message on D3(2,3), 7 clocks"));
  EXPECT_EQ(count(picture, "<title>"), 2U * 6);
  // Of nine local and six global links that leave a drawer, one carries 5 flits in 7 clocks.
  EXPECT_THAT(picture, HasSubstr("<title>cabinet 0, drawer 0: mean 0.0794, highest 0.7143, local1 "
                                 "of router 0 (0,0,0)</title>"));
  EXPECT_THAT(picture, HasSubstr("<title>cabinet 0, drawer 0: mean 0.1190, highest 0.7143, global1 "
                                 "of router 1 (0,0,1)</title>"));
  EXPECT_EQ(count(picture, "<text"), count(picture, "</text>"));
  const json load = run.json().at("link_load");
  EXPECT_FALSE(load.contains("links"));
  EXPECT_EQ(load.at("clocks"), 7);
}

TEST(Heatmap, ColoursReachFromNothingToTheEndOfTheScale) {
  const TemporaryFolder folder;
  // Both headers take global 0, one after the other: every link carries 2 flits in 4 clocks.
  write_file(folder / "s.yaml",
             "topology: {K: 1, M: 2}\n"
             "workload: {kind: permutation, headers: [[0, 0, 0], [0, 1, 1]]}\n");
  ASSERT_EQ(run_swapfly(folder, "heatmap s.yaml --output full.svg").exit_status, 0);
  const std::string full = read_file(folder / "full.svg");
  EXPECT_EQ(count(full, "fill=\"#fde725\"><title>cabinet 0, drawer "), 2U * 2);
  EXPECT_EQ(count(full, ": mean 0.5000, highest 0.5000"), 2U * 2);
  EXPECT_EQ(count(full, ">0.50</text>"), 2U * 2);
  EXPECT_THAT(full, HasSubstr(">0.5</text>")) << "the highest tick";

  write_file(folder / "s.yaml", train);
  ASSERT_EQ(run_swapfly(folder, "heatmap s.yaml --output train.svg").exit_status, 0);
  const std::string idle = "fill=\"#440154\"><title>cabinet 0, drawer 2: mean 0.0000";
  EXPECT_EQ(count(read_file(folder / "train.svg"), idle), 2U);
}

TEST(Heatmap, ARunThatFailsIsDrawnAsFarAsItCame) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 3, M: 3}\n"
             "router: {vcs: 1, depth: 2, allow_deadlock: true}\n"
             "workload: {kind: mixed, packets: 1000, rate: 1, broadcasts: 0.3}\n");
  EXPECT_EQ(run_swapfly(folder, "heatmap s.yaml --output o.svg").exit_status, 1);
  EXPECT_THAT(read_file(folder / "o.svg"), HasSubstr("clocks, failed"));
}

TEST(Heatmap, WhatItCannotObeyIsRefusedAndNoFileIsLeft) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  write_file(folder / "s.svg", train);
  const auto expect_refused = [&folder](const std::string& arguments, const std::string& named) {
    const ProgramRun run = run_swapfly(folder, "heatmap " + arguments);
    EXPECT_EQ(run.exit_status, 2) << arguments;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(named));
    EXPECT_THAT(run.errors, HasSubstr("accepted"));
  };
  expect_refused("s.yaml", "--output is missing");
  expect_refused("s.yaml --output ''", "--output");
  expect_refused("s.yaml --output o.png", "--output is o.png; accepted: a path that ends in .svg");
  expect_refused("s.svg --output ./s.svg", "--output is ./s.svg, the file of CONFIG");
  expect_refused("s.yaml --output o.svg --json o.svg", "--json is o.svg, the file of --output");
  expect_refused("s.yaml --output o.svg --set router.size=3", "router.size");
  EXPECT_FALSE(std::filesystem::exists(folder / "o.svg"));
  EXPECT_EQ(read_file(folder / "s.svg"), train);
}

TEST(Heatmap, ABadScenarioLeavesAnEarlierPictureAsItWas) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  write_file(folder / "o.svg", "earlier");
  EXPECT_EQ(run_swapfly(folder, "heatmap s.yaml --output o.svg --set seed=x").exit_status, 2);
  EXPECT_EQ(read_file(folder / "o.svg"), "earlier");
}

TEST(Heatmap, APathThatCannotBeWrittenGivesStatusOneAndTheAbsolutePath) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", train);
  const ProgramRun run = run_swapfly(folder, "heatmap s.yaml --output nowhere/o.svg --json -");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr((folder / "nowhere/o.svg").string() + " cannot be written"));
  EXPECT_EQ(run.json().at("status"), "failed");
}

}  // namespace
}  // namespace swapfly::test
