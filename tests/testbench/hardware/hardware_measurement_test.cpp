#include "testbench/hardware/hardware_measurement.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/hardware/hardware_report.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* synthesises =
    "printf '   Number of cells: 3\\n     SB_DFF 1\\n     SB_LUT4 2\\n' >\"$2/cells.txt\"\n"
    "echo \"$@\" >\"$2/asked_for\"\n";

/// Seeds 1, 2, ... reach 50, 25, 20, 10 MHz.
constexpr const char* places =
    "set -- \"$1\" \"$2\" 50 25 20 10\n"
    "seed=$2; folder=$1; shift; shift $seed; mhz=$1\n"
    "printf '{\"fmax\": {\"c\": {\"achieved\": %s}}, \"critical_paths\": [{\"from\": \"posedge "
    "c\", "
    "\"to\": \"posedge c\", \"path\": [{\"type\": \"logic\", \"to\": {\"cell\": \"r%s\"}}]}]}' "
    "$mhz $seed >\"$folder/timing_$seed.json\"\n";

/// Scripts in the place of those of tools/hardware.
class FakeTools {
 public:
  FakeTools(const std::string& synthesis, const std::string& placement) {
    write("synthesise.sh", synthesis);
    write("place_ice40.sh", placement);
    request_.router = {2, 3, 8};
    request_.router.latency = 3;
    request_.router.lanes = 2;
    request_.router.multicast = false;
    request_.placements = 4;
    request_.scripts = folder_.path();
    request_.reports = folder_ / "reports";
  }

  HardwareRequest& request() { return request_; }
  std::filesystem::path reports() const { return request_.reports; }
  HardwareMeasurement measure(bool stop = false) const {
    const std::atomic<bool> stop_requested{stop};
    return measure_hardware(request_, stop_requested);
  }

 private:
  void write(const std::string& name, const std::string& script) const {
    write_file(folder_ / name, "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }

  TemporaryFolder folder_;
  HardwareRequest request_;
};

ZeroLoad some_clocks() {
  ZeroLoad at_rest;
  at_rest.t_w[HopKind::local] = FittedLatency{3, 3};
  at_rest.t_w[HopKind::global] = FittedLatency{5, 5};
  return at_rest;
}

TEST(HardwareMeasurement, HasTheCellsAndAPathForEveryPlacement) {
  const FakeTools tools(synthesises, places);
  const HardwareMeasurement measurement = tools.measure();
  ASSERT_EQ(measurement.status, Status::ok) << measurement.error;
  EXPECT_EQ(measurement.cells.all(), 3U);
  ASSERT_EQ(measurement.paths.size(), 4U);
  EXPECT_DOUBLE_EQ(measurement.paths[3].period, 100);
  EXPECT_DOUBLE_EQ(measurement.median_period(), 45);
  EXPECT_EQ(read_file(tools.reports() / "asked_for"),
            "ice40 " + tools.reports().string() +
                " K=2 M=3 PayloadBits=8 Vcs=2 Depth=8 Latency=3 LocalLink=0 GlobalLink=0 Lanes=2 "
                "Multicast=0\n");
}

TEST(HardwareMeasurement, TheMedianOfAnOddNumberIsOneOfThem) {
  FakeTools tools(synthesises, places);
  tools.request().placements = 3;
  EXPECT_DOUBLE_EQ(tools.measure().median_period(), 40);
}

TEST(HardwareMeasurement, AScriptThatFailsIsNamedWithItsLog) {
  const FakeTools no_synthesis("echo no such parameter >&2\nexit 1\n", places);
  HardwareMeasurement measurement = no_synthesis.measure();
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_THAT(measurement.error, HasSubstr("tools/hardware/synthesise.sh ended with status 1"));
  EXPECT_THAT(measurement.error, HasSubstr("no such parameter"));
  EXPECT_THAT(measurement.error,
              HasSubstr("its log is " + (no_synthesis.reports() / "synthesis.log").string()));
  const FakeTools no_placement(synthesises, "[ $2 -ne 2 ]\n");
  measurement = no_placement.measure();
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_THAT(measurement.error, HasSubstr("tools/hardware/place_ice40.sh ended with status 1"));
  EXPECT_THAT(measurement.error, HasSubstr("place_2.log"));
}

TEST(HardwareMeasurement, AReportThatCannotBeReadIsAFailure) {
  HardwareMeasurement measurement = FakeTools("", places).measure();
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_THAT(measurement.error, HasSubstr("left cells.txt, which cannot be read"));
  measurement = FakeTools(synthesises, "echo nonsense >\"$1/timing_$2.json\"\n").measure();
  EXPECT_EQ(measurement.status, Status::failed);
  EXPECT_THAT(measurement.error, HasSubstr("left timing_1.json, which cannot be read"));
}

TEST(HardwareMeasurement, WithoutAFolderFilesStayOnlyWhereSomethingFailed) {
  FakeTools good(std::string(synthesises) + "echo \"$2\" >\"$0.folder\"\n", places);
  good.request().reports.clear();
  ASSERT_EQ(good.measure().status, Status::ok);
  std::string folder = read_file(good.request().scripts / "synthesise.sh.folder");
  folder.pop_back();
  EXPECT_THAT(folder, HasSubstr("swapfly_hardware."));
  EXPECT_FALSE(std::filesystem::exists(folder));
  FakeTools bad("echo why >\"$2/synthesis.log\"\nexit 1\n", places);
  bad.request().reports.clear();
  const std::string error = bad.measure().error;
  const std::filesystem::path log = error.substr(error.find("its log is ") + 11);
  EXPECT_EQ(read_file(log), "why\n");
  std::filesystem::remove_all(log.parent_path());
}

TEST(HardwareMeasurement, AStopIsAnInterruption) {
  const HardwareMeasurement measurement = FakeTools(synthesises, places).measure(true);
  EXPECT_EQ(measurement.status, Status::interrupted);
  EXPECT_EQ(measurement.error, "interrupted after 0 of 5 runs of the hardware tools");
}

TEST(HardwareReport, SaysLatenciesInNanoseconds) {
  const HardwareMeasurement measurement = FakeTools(synthesises, places).measure();
  const Json json = to_json(measurement, some_clocks());
  EXPECT_EQ(json.at("technology"), "ice40");
  EXPECT_EQ(json.at("t_w_ns").at("local"), 135);
  EXPECT_EQ(json.at("t_w_ns").at("global"), 225);
  EXPECT_TRUE(json.at("t_w_ns").at("hold").is_null());
  EXPECT_EQ(json.at("period_ns"), Json({{"median", 45}, {"smallest", 20}, {"largest", 100}}));
  EXPECT_TRUE(json.at("area_um2").is_null());
  const std::string text = to_text(measurement, some_clocks());
  EXPECT_THAT(text, HasSubstr("clock     45.000 ns, 22.2 MHz; median of 4 placements, 20.000 to "
                              "100.000 ns\n"));
  EXPECT_THAT(text, HasSubstr("local     135.000 ns, 3 clocks\n"));
  EXPECT_THAT(text, HasSubstr("cells     2 LUTs, 1 flip-flops"));
  EXPECT_THAT(text, HasSubstr("path      1 levels from r2 to r2\n"));
  EXPECT_THAT(text, Not(HasSubstr("hold")));
}

}  // namespace
}  // namespace swapfly::test
