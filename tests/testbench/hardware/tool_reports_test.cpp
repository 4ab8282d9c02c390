#include "testbench/hardware/tool_reports.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace swapfly::test {
namespace {

TEST(ToolReports, CellsOfYosysAreThoseOfTheModuleAndNoOtherFigures) {
  const CellCount cells = cells_of_yosys(R"(
18. Printing statistics.

=== $paramod$03ee\swapfly_looped_tile ===

   Number of wires:               1991
   Number of processes:              0
   Number of cells:                 61
     SB_CARRY                        8
     SB_DFFE                        20
     SB_DFFESR                       3
     SB_LUT4                        30

)");
  EXPECT_EQ(cells.all(), 61U);
  EXPECT_EQ(cells.of("SB_DFF"), 23U);
  EXPECT_EQ(cells.of("SB_LUT4"), 30U);
  EXPECT_EQ(cells.kinds.count("Number"), 0U);
  EXPECT_EQ(cells.area, 0);
}

TEST(ToolReports, AreaOfYosysIsRead) {
  const CellCount cells = cells_of_yosys(
      "   Number of cells:                  9\n"
      "     DFFPOSX1                        4\n"
      "     NAND2X1                         5\n"
      "\n"
      "   Chip area for module '\\swapfly_looped_tile': 504.500000\n");
  EXPECT_EQ(cells.all(), 9U);
  EXPECT_DOUBLE_EQ(cells.area, 504.5);
}

TEST(ToolReports, WithoutCellsIsAnError) {
  EXPECT_THROW(cells_of_yosys(""), std::invalid_argument);
  EXPECT_THROW(cells_of_yosys("   Number of cells:                  0\n"), std::invalid_argument);
}

Json step(const char* type, const char* to) {
  return {{"type", type}, {"delay", 0.5}, {"to", {{"cell", to}, {"port", "O"}}}};
}

/// Two kinds of path, as nextpnr writes them: from a pin, and between registers.
Json nextpnr_report() {
  const std::string router = "u_looped_tile.u_tile.u_router.";
  const Json pin = {{"from", "<async>"}, {"to", "posedge clk"}, {"path", {step("logic", "x")}}};
  const Json registers = {
      {"from", "posedge clk"},
      {"to", "posedge clk"},
      {"path",
       {step("clk-to-q", (router + "gen_fifo[6].u_fifo.first_q_SB_LUT4_I3_1_LC").c_str()),
        step("routing", "a"), step("logic", "a"), step("routing", "b"), step("logic", "b"),
        step("setup", (router + "gen_fifo[3].u_fifo.places_q[1]_SB_DFFE_Q_17_DFFLC").c_str())}}};
  return {{"fmax", {{"clk", {{"achieved", 40.0}, {"constraint", 100.0}}}}},
          {"critical_paths", {pin, registers}}};
}

TEST(ToolReports, ThePathOfNextpnrIsThatBetweenRegisters) {
  const CriticalPath path = path_of_nextpnr(nextpnr_report());
  EXPECT_DOUBLE_EQ(path.period, 25);
  EXPECT_EQ(path.levels, 2U);
  EXPECT_EQ(path.from, "gen_fifo[6].u_fifo.first_q");
  EXPECT_EQ(path.to, "gen_fifo[3].u_fifo.places_q[1]");
}

TEST(ToolReports, OfNextpnrWithoutOneClockOrAPathAreErrors) {
  Json report = nextpnr_report();
  report["fmax"]["other"] = report["fmax"]["clk"];
  EXPECT_THROW(path_of_nextpnr(report), std::invalid_argument);
  report = nextpnr_report();
  report["critical_paths"].erase(1);
  EXPECT_THROW(path_of_nextpnr(report), std::invalid_argument);
  report = nextpnr_report();
  report["critical_paths"][1]["path"] = Json::array();
  EXPECT_THROW(path_of_nextpnr(report), std::invalid_argument);
  EXPECT_THROW(path_of_nextpnr(Json()), std::invalid_argument);
  EXPECT_THROW(path_of_nextpnr(Json::array()), std::invalid_argument);
}

/// With an end that is a register or an output.
std::string opensta_report(const std::string& end) {
  return R"(Startpoint: u_tile.u_router.gen_fifo[0].u_fifo.first_q$_SDFFE_PN0P_
            (rising edge-triggered flip-flop clocked by clock)
Endpoint: )" +
         end + R"( (rising edge-triggered flip-flop clocked by clock)
Path Group: clock
Path Type: max

   Delay      Time   Description
-------------------------------------------------------------
   0.0000    0.0000   clock clock (rise edge)
   0.0000    0.0000   clock network delay (ideal)
   0.0000    0.0000 ^ u_tile.u_router.gen_fifo[0].u_fifo.first_q$_SDFFE_PN0P_/CLK (DFFPOSX1)
   0.1796    0.1796 v u_tile.u_router.gen_fifo[0].u_fifo.first_q$_SDFFE_PN0P_/Q (DFFPOSX1)
   0.1276    0.3072 v _080280_/Y (BUFX4)
   0.1198    0.4270 ^ _080285_/Y (MUX2X1)
   0.1000    0.5270 v _080287_/Y (AOI22X1)
   0.0000    0.5270 v u_tile.u_router.gen_output[3].u_credits.count_q$_DFF_P_/D (DFFPOSX1)
             0.5270   data arrival time

 100.0000  100.0000   clock clock (rise edge)
   0.0000  100.0000   clock network delay (ideal)
   0.0000  100.0000   clock reconvergence pessimism
           100.0000 ^ u_tile.u_router.gen_output[3].u_credits.count_q$_DFF_P_/CLK (DFFPOSX1)
  -0.1846   99.8154   library setup time
            99.8154   data required time
-------------------------------------------------------------
            99.8154   data required time
            -0.5270   data arrival time
-------------------------------------------------------------
            99.2884   slack (MET)
)";
}

TEST(ToolReports, ThePathOfOpenStaIsReadCellByCell) {
  const CriticalPath path =
      path_of_opensta(opensta_report("u_tile.u_router.gen_output[3].u_credits.count_q$_DFF_P_"));
  EXPECT_NEAR(path.period, 0.5270 + 0.1846, 1e-9);
  EXPECT_EQ(path.levels, 3U);
  EXPECT_EQ(path.from, "gen_fifo[0].u_fifo.first_q");
  EXPECT_EQ(path.to, "gen_output[3].u_credits.count_q");
  EXPECT_EQ(path_of_opensta(opensta_report("eject_flit_o[4]")).to, "eject_flit_o[4]");
}

TEST(ToolReports, OfOpenStaWithoutAPathIsAnError) {
  EXPECT_THROW(path_of_opensta(""), std::invalid_argument);
  EXPECT_THROW(path_of_opensta("No paths found.\n"), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
