#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ProgramRun run_relay(const std::string& workload, const std::string& arguments = "") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 3, M: 4}\nworkload: {kind: relay, " + workload + "}\n");
  return run_swapfly(folder, "run s.yaml " + arguments);
}

TEST(RelayRun, TellsTheClocksOfEveryLeg) {
  const std::string legs = R"(from: [0, 1, 2], headers: ["[3;1,2,3]", "[2;g1,p0,d0]s"])";
  const ProgramRun run = run_relay(legs, "--set nic.latency=3 --json -");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  EXPECT_EQ(result.at("cycles"), 3 + 3 + 1);
  // (0,1,2) by local3 to (0,1,1), by global1 to (1,1,1), by local2 to (1,1,3); by global1 to
  // (2,3,1).
  EXPECT_EQ(result.at("relay").at("legs"), json::parse(R"([
    {"header": "[3;g1,p2,d3]", "from": 6, "to": 23, "arbitrated": 1, "ejected": 4},
    {"header": "[2;g1,p0,d0]s", "from": 23, "to": 45, "arbitrated": 7, "ejected": 8}])"));
  EXPECT_EQ(result.at("claims").at(0).at("id"), "relay.time");
  EXPECT_EQ(result.at("claims").at(0).at("ok"), true);
  EXPECT_EQ(result.at("config").at("workload").at("pause"), 0);
  EXPECT_THAT(run_relay(legs).output, HasSubstr("2 of 2 legs, the last to node 45"));
  EXPECT_EQ(run_relay(legs, "--set workload.pause=10 --json -").json().at("cycles"), 3 + 11 + 1);
}

TEST(RelayRun, InterruptedItTellsTheLegsThatAreOver) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 3, M: 4}\n"
             "workload: {kind: relay, headers: ['[1;0,0,1]', '[1;0,0,1]'], pause: 1000000000}\n");
  const ProgramRun run =
      run_swapfly(folder, "run s.yaml --json -", "timeout --foreground --preserve-status -s INT 1");
  EXPECT_EQ(run.exit_status, 130) << run.errors;
  const json legs = run.json().at("relay").at("legs");
  EXPECT_EQ(legs.at(0).at("ejected"), 2);
  EXPECT_TRUE(legs.at(1).at("arbitrated").is_null());
  EXPECT_TRUE(legs.at(1).at("ejected").is_null());
}

TEST(RelayRun, LegsThatAreNoneAreRefused) {
  const auto expect_refused = [](const std::string& workload, const std::string& named,
                                 const std::string& arguments = "") {
    const ProgramRun run = run_relay(workload, arguments);
    EXPECT_EQ(run.exit_status, 2) << workload;
    EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
    EXPECT_THAT(run.errors, HasSubstr(named));
    EXPECT_THAT(run.errors, HasSubstr("accepted"));
  };
  expect_refused("from: 0", "workload.headers");
  expect_refused("headers: []", "workload.headers");
  expect_refused("headers: [[3;1,2,0]]", "workload.headers");
  expect_refused("headers: ['north']", "workload.headers");
  expect_refused("headers: '[3;1,2,0]'", "workload.headers");
  for (const char* header : {"[3;3,2,0]", "[3;1,4,0]", "[3;1,2,4]", "[3;1,*,0]", "[0;0,0,0]",
                             "[1;0,0,0]s", "[16;0,0,0]"}) {
    expect_refused(std::string("headers: ['[1;0,0,1]', '") + header + "']",
                   std::string("workload.headers holds ") + header);
  }
  expect_refused("headers: ['[5;0,0,1]']", "router.vcs is 2");
  expect_refused("from: 48, headers: ['[1;0,0,1]']", "workload.from is 48");
  expect_refused("pause: -1, headers: ['[1;0,0,1]']", "workload.pause");
}

}  // namespace
}  // namespace swapfly::test
