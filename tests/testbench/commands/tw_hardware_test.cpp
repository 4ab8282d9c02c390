#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "testbench/processes/gnuplot.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// The smallest router there is, with a register behind its crossbar; three FIFOs of a flit of 83
/// bits.
constexpr const char* smallest =
    "topology: {K: 1, M: 1}\n"
    "router: {vcs: 1, depth: 1, latency: 2, payload: 8}\n"
    "link: {global: 1}\n";

ProgramRun run_tw(const std::string& arguments, const std::string& before = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", smallest);
  return run_swapfly(folder, "tw s.yaml --loads none " + arguments, before);
}

TEST(TwHardware, WhatItCannotObeyIsRefusedInOneLine) {
  const auto expect_refused = [](const std::string& arguments, const std::string& named) {
    const ProgramRun run = run_tw(arguments);
    EXPECT_EQ(run.exit_status, 2) << arguments;
    EXPECT_EQ(run.output, "") << arguments;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(named));
  };
  expect_refused("--technology tsmc", "--technology: is tsmc; accepted: ice40 or osu018");
  expect_refused("--technology ice40 --placements 0", "--placements");
  expect_refused("--placements 3", "--placements");
  expect_refused("--reports folder", "--reports");
  expect_refused("--technology osu018 --placements 3",
                 "--placements is 3, and --technology osu018 places nothing; accepted: with ice40");
  expect_refused("--technology osu018 --reports 'a b'", "--reports is a b; accepted: a path");
  expect_refused("--technology ice40 --set router.depth=100",
                 "the FIFOs of a router with K 1, M 1, router.vcs 1, router.depth 100 and "
                 "nic.lanes 1 hold 24900 bits; accepted: 7680 at most");
  expect_refused("--technology osu018 --set router.depth=1024", "accepted: 100000 at most");
}

TEST(TwHardware, AMissingToolIsNamedWithItsPackage) {
  for (const char* technology : {"ice40", "osu018"}) {
    const ProgramRun run = run_tw(std::string("--technology ") + technology, "PATH=/nowhere");
    EXPECT_EQ(run.exit_status, 2);
    EXPECT_EQ(run.errors, std::string("swapfly: --technology ") + technology +
                              " needs yosys, which is not installed; Debian's package yosys has it "
                              "(tools/setup.sh all installs it)\n");
  }
  const TemporaryFolder tools;
  write_file(tools / "yosys", "#!/bin/sh\n");
  std::filesystem::permissions(tools / "yosys", std::filesystem::perms::owner_all);
  const std::string path = "PATH=" + tools.path().string();
  EXPECT_THAT(
      run_tw("--technology ice40", path).errors,
      HasSubstr("needs nextpnr-ice40, which is not installed; Debian's package nextpnr-ice40"));
  EXPECT_THAT(run_tw("--technology osu018", path).errors,
              HasSubstr("needs sta, which is not installed; Debian's package opensta"));
}

/// The result of building the smallest router.
json built(const std::string& arguments) {
  const ProgramRun run = run_tw(arguments + " --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  json hardware = run.json().at("hardware");
  const double period = hardware.at("period_ns").at("median").get<double>();
  EXPECT_GT(period, 0);
  EXPECT_DOUBLE_EQ(hardware.at("t_w_ns").at("hold").get<double>(), 2 * period);
  EXPECT_DOUBLE_EQ(hardware.at("t_w_ns").at("self_loop").get<double>(), 3 * period);
  EXPECT_TRUE(hardware.at("t_w_ns").at("local").is_null());
  EXPECT_GT(hardware.at("levels"), 2);
  return hardware;
}

TEST(TwHardware, ARouterOnTheFpgaIsWholeAndItsLatencyIsInNanoseconds) {
  if (!find_program("yosys") || !find_program("nextpnr-ice40")) {
    GTEST_SKIP() << "yosys or nextpnr-ice40 is not installed";
  }
  const json hardware = built("--technology ice40 --placements 1");
  EXPECT_EQ(hardware.at("critical_paths").size(), 1U);
  // Every bit of the FIFOs has a flip-flop that can be held.
  EXPECT_GE(hardware.at("cell_kinds").at("SB_DFFE"), 3 * 83);
  EXPECT_GT(hardware.at("period_ns").at("median"), 5);
  EXPECT_LT(hardware.at("period_ns").at("median"), 50);
}

TEST(TwHardware, ARouterOfStandardCellsIsWholeAndHasAnArea) {
  if (!find_program("yosys") || !find_program("sta") ||
      !std::filesystem::exists("/usr/share/qflow/tech/osu018/osu018_stdcells.lib")) {
    GTEST_SKIP() << "yosys, sta or the library of cells is not installed";
  }
  const json hardware = built("--technology osu018");
  EXPECT_GE(hardware.at("cell_kinds").at("DFFPOSX1"), 3 * 83);
  // A flip-flop is 96 um2.
  EXPECT_GT(hardware.at("area_um2"), 3 * 83 * 96);
  EXPECT_GT(hardware.at("period_ns").at("median"), 0.5);
  EXPECT_LT(hardware.at("period_ns").at("median"), 5);
}

}  // namespace
}  // namespace swapfly::test
