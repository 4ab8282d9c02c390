// What the program does about RTL that is wrong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/lockstep/mutant_list.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::MatchesRegex;

/// Random unicast and broadcast on D3(2,2), where faults have something to spoil.
const std::string run_mixed =
    "run " SWAPFLY_SOURCE_DIR
    "/sim_configs/mixed.yaml --set topology.K=2 --set topology.M=2 --set router.depth=3 ";

ProgramRun with_fault(const TemporaryFolder& folder, unsigned fault, const std::string& arguments) {
  return run_swapfly(folder, run_mixed + arguments,
                     "SWAPFLY_FAULT=" + std::to_string(fault) + " timeout 60");
}

unsigned fault_named(const std::string& name) {
  const std::vector<Mutant>& all = mutants();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&name](const Mutant& mutant) { return name == mutant.fault; });
  EXPECT_NE(found, all.end()) << name;
  return static_cast<unsigned>(found - all.begin()) + 1;
}

TEST(SeededRtl, WithoutAFaultAgreesWithTheModel) {
  const TemporaryFolder folder;
  for (const char* engine : {"rtl", "lockstep"}) {
    const ProgramRun run = with_fault(folder, 0, std::string("--engine ") + engine);
    EXPECT_EQ(run.exit_status, 0) << run.errors;
  }
}

TEST(SeededRtl, TheFirstDifferenceStopsTheRunAndIsNamed) {
  const TemporaryFolder folder;
  const ProgramRun run =
      with_fault(folder, fault_named("pointer stays where it is"), "--engine lockstep --json -");
  EXPECT_EQ(run.exit_status, 1);
  const nlohmann::json result = run.json();
  EXPECT_EQ(result.at("status"), "failed");
  EXPECT_THAT(result.at("error").get<std::string>(),
              MatchesRegex("lock-step: clock [0-9]+, router \\([01],[01],[01]\\), output "
                           "(local|global)[01]: .* is .* in the model, .* in RTL"));
  const nlohmann::json& difference = result.at("difference");
  EXPECT_THAT(result.at("error").get<std::string>(),
              HasSubstr("clock " + difference.at("clock").dump() + ","));
  EXPECT_THAT(run.errors, HasSubstr("lockstep_difference.vcd, clocks "));
}

TEST(SeededRtl, TheWaveformAroundADifferenceShowsBothSides) {
  const TemporaryFolder folder;
  const unsigned fault = fault_named("pointer stays where it is");
  const ProgramRun run =
      with_fault(folder, fault, "--engine lockstep --json - --difference-vcd d.vcd");
  const nlohmann::json difference = run.json().at("difference");
  const std::string vcd = read_file(folder / "d.vcd");
  ASSERT_FALSE(vcd.empty()) << run.errors;
  EXPECT_THAT(vcd, HasSubstr("$scope module rtl $end"));
  EXPECT_THAT(vcd, HasSubstr("$scope module eject_local0 $end"));
  // Nanosecond n is clock n; it goes on for 8 clocks.
  const auto clock = difference.at("clock").get<std::uint64_t>();
  const std::uint64_t from = clock > 32 ? clock - 32 : 0;
  const auto time = [](std::uint64_t at) { return "#" + std::to_string(at * 1000) + "\n"; };
  EXPECT_THAT(vcd, HasSubstr(time(from)));
  EXPECT_THAT(vcd, HasSubstr(time(clock)));
  EXPECT_THAT(vcd, HasSubstr(time(clock + 8)));
  EXPECT_EQ(vcd.find(time(clock + 10)), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder / "lockstep_difference.vcd"));
}

TEST(SeededRtl, AWaveformThatCannotBeWrittenIsSaid) {
  const TemporaryFolder folder;
  const ProgramRun run = with_fault(folder, fault_named("pointer stays where it is"),
                                    "--engine lockstep --difference-vcd nowhere/d.vcd");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("nowhere/d.vcd: not written"));
}

/// Whatever RTL does in the place of routers, there is one result, right or failed with a reason.
class SeededRtlInPlace : public testing::TestWithParam<std::size_t> {};

INSTANTIATE_TEST_SUITE_P(Faults, SeededRtlInPlace,
                         testing::Range(std::size_t{1}, mutants().size() + 1));

TEST_P(SeededRtlInPlace, EndsInAResultWhateverItDoes) {
  const TemporaryFolder folder;
  const auto fault = static_cast<unsigned>(GetParam());
  SCOPED_TRACE(mutants()[fault - 1].fault);
  for (const char* engine : {"rtl", "lockstep"}) {
    SCOPED_TRACE(engine);
    const ProgramRun run =
        with_fault(folder, fault, std::string("--json - --quiet --engine ") + engine);
    EXPECT_THAT(run.exit_status, AnyOf(Eq(0), Eq(1))) << run.errors;
    const nlohmann::json result = nlohmann::json::parse(run.output, nullptr, false);
    ASSERT_TRUE(result.is_object()) << run.output << run.errors;
    EXPECT_EQ(result.at("error").is_null(), run.exit_status == 0);
  }
}

}  // namespace
}  // namespace swapfly::test
