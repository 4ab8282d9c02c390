#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr const char* uniform =
    "topology: {K: 4, M: 4}\n"
    "workload: {kind: uniform, rate: 0.3, warmup: 200, measure: 1000}\n";

ProgramRun run_uniform(const std::string& arguments, const std::string& before = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", uniform);
  return run_swapfly(folder, "run s.yaml " + arguments, before);
}

TEST(UniformRun, TheResultHoldsTheFiguresOfTheWindow) {
  const ProgramRun run = run_uniform("--json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const json traffic = result.at("traffic");
  EXPECT_NEAR(traffic.at("offered_rate").get<double>(), 0.3, 0.01);
  EXPECT_NEAR(traffic.at("accepted_rate").get<double>(), 0.3, 0.01);
  EXPECT_NEAR(traffic.at("measured_packets").get<double>(), 64 * 1000 * 0.3, 500);
  EXPECT_NEAR(traffic.at("mean_hops").get<double>(), 2.3555, 0.03);
  EXPECT_EQ(traffic.at("saturated"), false);
  EXPECT_LT(traffic.at("backlog"), traffic.at("backlog_limit"));
  EXPECT_EQ(traffic.at("unfinished"), 0);
  EXPECT_EQ(traffic.at("warmup"), 200);
  EXPECT_EQ(traffic.at("measure"), 1000);
  EXPECT_EQ(result.at("data_ok"), true);
  EXPECT_EQ(result.at("packets").at("delivered"), result.at("packets").at("expected"));
  EXPECT_GT(result.at("packets").at("delivered"), traffic.at("measured_packets"));
  EXPECT_EQ(result.at("warnings"), json::array());
  EXPECT_EQ(result.at("config").at("workload").at("drain"), 10000);
}

TEST(UniformRun, OtherWorkloadsHaveNoTrafficFigures) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", "topology: {K: 2, M: 2}\nworkload: {kind: m_broadcast}\n");
  const json result = run_swapfly(folder, "run s.yaml --json -").json();
  EXPECT_TRUE(result.at("traffic").is_null());
}

TEST(UniformRun, SaturationIsSaidInTextAndResultAndIsNoFailure) {
  const std::string arguments = "--set workload.rate=1";
  const ProgramRun text = run_uniform(arguments);
  EXPECT_EQ(text.exit_status, 0) << text.errors;
  EXPECT_THAT(text.output, HasSubstr("saturated: at the end of the window"));
  EXPECT_THAT(text.output, HasSubstr("flits per node and clock: SATURATED"));
  const json result = run_uniform(arguments + " --json -").json();
  EXPECT_EQ(result.at("status"), "ok");
  EXPECT_EQ(result.at("traffic").at("saturated"), true);
  EXPECT_GT(result.at("traffic").at("backlog"), result.at("traffic").at("backlog_limit"));
  EXPECT_THAT(result.at("warnings").at(0).get<std::string>(), HasSubstr("saturated"));
  EXPECT_EQ(result.at("packets").at("delivered"), result.at("packets").at("expected"));
  EXPECT_THAT(run_uniform("").output, Not(HasSubstr("aturated")));
}

TEST(UniformRun, PacketsThatMissTheDrainAreSaidAndIsNoFailure) {
  const json result = run_uniform("--json - --set workload.drain=0").json();
  EXPECT_EQ(result.at("status"), "ok");
  EXPECT_EQ(result.at("traffic").at("saturated"), false);
  EXPECT_GT(result.at("traffic").at("unfinished"), 0);
  EXPECT_THAT(result.at("warnings").at(0).get<std::string>(), HasSubstr("workload.drain"));
}

TEST(UniformRun, AWindowInWhichNothingIsCreatedFailsWithOneLine) {
  const ProgramRun run = run_uniform("--json - --set workload.rate=1e-9 --set workload.measure=3");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("no packet was created in the 3 clocks of the measurement"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "failed");
  EXPECT_EQ(result.at("traffic").at("measured_packets"), 0);
}

TEST(UniformRun, ValuesThatMakeNoSenseAreRefused) {
  const std::vector<std::vector<std::string>> refused = {
      {"workload.rate=0", "workload.rate is 0", "a number above 0, up to 1"},
      {"workload.rate=-0.1", "workload.rate is -0.1", "a number above 0, up to 1"},
      {"workload.rate=1.01", "workload.rate is 1.01", "a number above 0, up to 1"},
      {"workload.rate=.nan", "workload.rate is .nan", "a number above 0, up to 1"},
      {"workload.rate=fast", "workload.rate is fast", "a number above 0, up to 1"},
      {"workload.measure=0", "workload.measure is 0", "an integer from 1 to 1000000000"},
      {"workload.warmup=-1", "workload.warmup is -1", "an integer from 0 to 1000000000"},
      {"workload.drain=x", "workload.drain is x", "an integer from 0 to 1000000000"},
      {"workload.packets=3", "workload.packets", "accepted in workload: kind, rate, warmup"},
      {"router.vcs=1", "router.vcs is 1", "2 or more"},
  };
  for (const std::vector<std::string>& words : refused) {
    const ProgramRun run = run_uniform("--json - --set " + words[0]);
    EXPECT_EQ(run.exit_status, 2) << words[0];
    EXPECT_THAT(run.errors, HasSubstr(words[1]));
    EXPECT_THAT(run.errors, HasSubstr(words[2]));
    EXPECT_EQ(run.json().at("status"), "bad_config");
  }
}

TEST(UniformRun, InterruptedItSaysWhatIsKnownSoFar) {
  const ProgramRun run =
      run_uniform("--json - --set workload.measure=1000000000", "timeout --foreground -s INT 2");
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "interrupted");
  const json traffic = result.at("traffic");
  EXPECT_NEAR(traffic.at("offered_rate").get<double>(), 0.3, 0.01);
  EXPECT_NEAR(traffic.at("accepted_rate").get<double>(), 0.3, 0.01);
  EXPECT_GT(traffic.at("measure"), 1000);
  EXPECT_LT(traffic.at("measure"), 1000000000);
  EXPECT_TRUE(traffic.at("saturated").is_null());
  EXPECT_GT(result.at("latency").at("mean"), 2.0);
}

TEST(UniformRun, TheSameSeedGivesTheSameResultAndAnotherSeedAnother) {
  const auto traffic = [](const std::string& seed) {
    json result = run_uniform("--json - --seed " + seed).json();
    result.erase("performance");
    return result;
  };
  EXPECT_EQ(traffic("3"), traffic("3"));
  EXPECT_NE(traffic("3").at("traffic"), traffic("4").at("traffic"));
}

}  // namespace
}  // namespace swapfly::test
