#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* scenario =
    "topology: {K: 3, M: 4}\n"
    "workload: {kind: schedule, file: flits.csv}\n";
constexpr const char* columns = "clock,router,lane,header\n";

ProgramRun run_schedule(const std::string& text, const std::string& arguments = "--json -") {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", scenario);
  write_file(folder / "flits.csv", text);
  return run_swapfly(folder, "run s.yaml " + arguments);
}

json result_of(const std::string& text, const std::string& arguments = "") {
  const ProgramRun run = run_schedule(text, "--json - " + arguments);
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  return run.json();
}

TEST(ScheduleFile, EveryWayToWriteItComesToTheSame) {
  const json plain = result_of(
      "clock,router,lane,header,payload\n1,18,0,[3;g1,p2,d0],255\n"
      "2,18,1,[3;g*,p0,d0]s,7\n");
  EXPECT_EQ(plain.at("packets").at("delivered"), 4);
  const auto same = [&plain](const char* text) {
    json result = result_of(text);
    for (const char* key : {"cycles", "packets", "latency", "flit_hops", "config"}) {
      EXPECT_EQ(result.at(key), plain.at(key)) << key << " of " << text;
    }
  };
  // Quotes, papers' headers, blanks, comments, carriage returns, a byte order mark, no last line
  // break, columns and lines in any order, a router by its coordinates.
  same(
      "\xEF\xBB\xBF# mine\r\n\r\nclock, router, lane, header, payload\r\n"
      "1,18,0,\"[3;1,2,0]\",255 # first\r\n2,18,1,\"[3;*,0,0]s\",7");
  same(
      "payload,header,lane,clock,router\n7,[3;*,-,0]s,1,2,[1,0,2]\n"
      "0xff,[3;g1,p2,d0],0,1,1.0.2\n");
  same(
      "clock,router,lane,header,payload\n1,\"[1,0,2]\",0,[3;g1,p2,d0],255\n\n"
      "2, [1, 0, 2] ,1,[3;g*,p0,d0]s,7\n");
}

TEST(ScheduleFile, PayloadsThatAreLeftOutFollowFromTheSeedAndFitTheNetwork) {
  const json result = result_of(std::string("clock,router,lane,header,payload\n1,0,0,[1;0,0,1],\n"),
                                "--set router.payload=8");
  EXPECT_TRUE(result.at("data_ok"));
  EXPECT_EQ(result.at("config").at("nic").at("lanes"), 1);
}

TEST(ScheduleFile, APathSetOnTheCommandLineIsRelativeToTheCurrentFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  write_file(folder / "inner/s.yaml", scenario);
  write_file(folder / "inner/flits.csv", std::string(columns) + "1,0,0,[1;0,0,1]\n");
  write_file(folder / "here.csv", std::string(columns) + "1,0,0,[1;0,0,1]\n2,0,0,[1;0,0,1]\n");
  const auto delivered = [&](const std::string& arguments) {
    return run_swapfly(folder, "run inner/s.yaml --json - " + arguments)
        .json()
        .at("packets")
        .at("delivered");
  };
  EXPECT_EQ(delivered(""), 1);
  EXPECT_EQ(delivered("--set workload.file=here.csv"), 2);
}

TEST(ScheduleRun, FreeOfConflictItTakesTheClocksOfTheRule) {
  const json result = result_of(std::string(columns) + "5,0,0,[3;1,2,3]\n9,7,2,[4;*,*,*]\n");
  EXPECT_EQ(result.at("cycles"), 8);
  EXPECT_EQ(result.at("config").at("nic").at("lanes"), 3);
  EXPECT_EQ(result.at("schedule"), json({{"flits", 2},
                                         {"conflict_free", true},
                                         {"first_conflict", nullptr},
                                         {"first_stall", nullptr}}));
  const json claim = result.at("claims").at(0);
  EXPECT_EQ(claim.at("id"), "schedule.time");
  EXPECT_EQ(claim.at("expected"), 8);
  EXPECT_TRUE(claim.at("ok"));
}

TEST(ScheduleRun, AConflictIsNamedAndIsNoFailure) {
  // (0,2,1) by global0 to (0,1,2), in clock 5; there both want local1.
  const std::string text = std::string("# two\n") + columns + "4,9,0,[4;0,3,1]\n5,6,1,[1;-,-,1]\n";
  const json result = result_of(text);
  EXPECT_EQ(result.at("conflicts").at("link"), 1);
  EXPECT_TRUE(result.at("data_ok"));
  EXPECT_TRUE(result.at("claims").empty());
  EXPECT_FALSE(result.at("schedule").at("conflict_free"));
  const json conflict = result.at("schedule").at("first_conflict");
  EXPECT_EQ(conflict, json::parse(R"({
    "clock": 5, "router": 6, "at": [0, 1, 2], "output": "local1",
    "flits": [
      {"line": 3, "clock": 4, "router": 9, "at": [0, 2, 1], "lane": 0, "header": "[4;g0,p3,d1]",
       "header_there": "[3;g0,p3,d1]", "input": "global0"},
      {"line": 4, "clock": 5, "router": 6, "at": [0, 1, 2], "lane": 1, "header": "[1;g0,p0,d1]",
       "header_there": "[1;g0,p0,d1]", "input": "lane1"}]})"));
  const ProgramRun run = run_schedule(text, "");
  EXPECT_EQ(run.exit_status, 0);
  EXPECT_THAT(run.output, HasSubstr("2 flits, conflict-free: no"));
  EXPECT_THAT(run.output, HasSubstr("first conflict in clock 5 at router 6 (0,1,2), local1"));
  EXPECT_THAT(run.output, HasSubstr("line 3, [4;g0,p3,d1] from router 9 (0,2,1), lane 0, in clock "
                                    "4; there [3;g0,p3,d1] in global0"));
}

TEST(ScheduleRun, OfManyThatMeetTheTextNamesSomeAndTheResultAll) {
  std::string text = columns;
  for (int lane = 0; lane < 10; ++lane) text += "1,0," + std::to_string(lane) + ",[1;0,0,1]\n";
  const json conflict = result_of(text).at("schedule").at("first_conflict");
  EXPECT_EQ(conflict.at("flits").size(), 10U);
  const std::string output = run_schedule(text, "").output;
  EXPECT_THAT(output, HasSubstr("line 9, "));
  EXPECT_THAT(output, testing::Not(HasSubstr("line 10, ")));
  EXPECT_THAT(output, HasSubstr("... and 2 more"));
}

TEST(ScheduleRun, AStallForWantOfASlotOrOfAReceiverIsNamed) {
  const std::string holds = std::string(columns) + "3,0,0,[1;0,0,0]\n4,0,1,[1;0,0,0]\n";
  json stall = result_of(holds, "--set router.depth=1").at("schedule").at("first_stall");
  EXPECT_EQ(stall.at("clock"), 4);
  EXPECT_EQ(stall.at("cause"), "credit");
  EXPECT_EQ(stall.at("flit").at("line"), 3);
  const std::string lane = std::string(columns) + "3,0,0,[1;0,0,0]\n4,0,0,[1;0,0,1]\n";
  stall = result_of(lane, "--set router.depth=1").at("schedule").at("first_stall");
  EXPECT_EQ(stall.at("cause"), "lane");
  const std::string two = std::string(columns) + "1,1,0,[1;0,0,3]\n1,2,0,[1;0,0,2]\n";
  EXPECT_TRUE(result_of(two).at("schedule").at("conflict_free"));
  const json one_port = result_of(two, "--set nic.receive=1");
  EXPECT_FALSE(one_port.at("schedule").at("conflict_free"));
  EXPECT_EQ(one_port.at("schedule").at("first_stall").at("cause"), "receive");
  EXPECT_EQ(one_port.at("conflicts").at("stalls"), 1);
}

/// A schedule that must be refused, and what the line about it must name.
struct BadSchedule {
  const char* name;
  std::string text;
  std::string arguments;
  std::vector<std::string> named;
};

std::ostream& operator<<(std::ostream& out, const BadSchedule& bad) { return out << bad.name; }

std::string with(const std::string& lines) { return columns + lines; }

const std::vector<BadSchedule> bad_schedules = {
    {"Empty", "", "", {"workload.file", "flits.csv", "at least one byte"}},
    {"OnlyComments", "# nothing\n\n", "", {"flits.csv holds no flit", "clock,router,lane,header"}},
    {"OnlyTheColumns", columns, "", {"flits.csv holds no flit", "at least one flit"}},
    {"NoColumns", "1,2,0,[3;1,2,3]\n", "", {"line 1", "columns are 1,2,0,[3;1,2,3]"}},
    {"ColumnMissing",
     "clock,router,header\n1,2,[3;1,2,3]\n",
     "",
     {"line 1", "clock,router,header"}},
    {"ColumnTwice", "clock,clock,router,lane,header\n", "", {"line 1", "clock,clock"}},
    {"UnknownColumn", "clock,router,lane,header,colour\n", "", {"line 1", "colour"}},
    {"ZeroByte",
     with(std::string("1,2\0,0,[3;1,2,3]\n", 17)),
     "",
     {"line 2", "router is 2 ", "accepted: on D3(3,4)"}},
    {"TooFewValues", with("1,2,[3;1,2,3]\n"), "", {"line 2", "3 values", "4, one a column"}},
    {"TooManyValues", with("1,2,0,[3;1,2,3],7\n"), "", {"line 2", "5 values", "4, one a column"}},
    {"ClockZero", with("0,2,0,[3;1,2,3]\n"), "", {"line 2", "clock is 0", "from 1 to"}},
    {"NegativeClock", with("-1,2,0,[3;1,2,3]\n"), "", {"line 2", "clock is -1", "from 1 to"}},
    {"ClockWithoutEnd",
     with("99999999999999999999999,2,0,[3;1,2,3]\n"),
     "",
     {"line 2", "clock is 99999999999999999999999", "to 1000000000000"}},
    {"NoClock", with(",2,0,[3;1,2,3]\n"), "", {"line 2", "clock is empty"}},
    {"RouterOutside", with("1,48,0,[3;1,2,3]\n"), "", {"line 2", "router is 48", "0 to 47"}},
    {"DrawerOutside",
     with("1,[2,4,0],0,[3;1,2,3]\n"),
     "",
     {"line 2", "router is [2,4,0]", "up to (2,3,3)"}},
    {"TwoCoordinates", with("1,2.3,0,[3;1,2,3]\n"), "", {"line 2", "router is 2.3", "c.d.p"}},
    {"FourCoordinates", with("1,2.3.1.1,0,[3;1,2,3]\n"), "", {"router is 2.3.1.1", "c.d.p"}},
    {"LaneNotThere",
     with("1,2,0,[3;1,2,3]\n2,2,2,[3;1,2,3]\n"),
     "--set nic.lanes=2",
     {"line 3", "lane is 2", "0 to 1, since nic.lanes is 2"}},
    {"LaneBeyondAll", with("1,2,1024,[3;1,2,3]\n"), "", {"line 2", "lane is 1024", "0 to 1023"}},
    {"NotAHeader", with("1,2,0,north\n"), "", {"line 2", "header is north", "[b;γ,π,δ]"}},
    {"GlobalPortOutside",
     with("1,2,0,[3;3,2,3]\n"),
     "",
     {"line 2", "header is [3;3,2,3]", "γ from 0 to 2, π and δ from 0 to 3"}},
    {"LocalPortOutside", with("1,2,0,[3;2,4,3]\n"), "", {"line 2", "header is [3;2,4,3]"}},
    {"StarWithoutMulticast",
     with("1,2,0,[3;2,*,3]\n"),
     "--set router.multicast=false",
     {"line 2", "header is [3;2,*,3]", "router.multicast false"}},
    {"TooFewVirtualChannels",
     with("1,2,0,[4;2,2,3]\n1,3,0,[5;2,2,3]\n"),
     "",
     {"line 3", "header is [5;2,2,3]", "up to 4 hops, since router.vcs is 2"}},
    {"SixteenHops",
     with("1,2,0,[16;2,2,3]\n"),
     "--set router.vcs=8",
     {"line 2", "[16;2,2,3]", "up to 15 hops"}},
    {"PayloadTooWide",
     "clock,router,lane,header,payload\n1,2,0,[3;1,2,3],255\n2,2,0,[3;1,2,3],256\n",
     "--set router.payload=8",
     {"line 3", "payload is 256", "0 to 255", "router.payload is 8"}},
    {"PayloadOfWords",
     "clock,router,lane,header,payload\n1,2,0,[3;1,2,3],seven\n",
     "",
     {"line 2", "payload is seven", "0 to 18446744073709551615"}},
    {"TwoOnOneLane",
     with("7,2,0,[3;1,2,3]\n# between\n6,2,0,[3;1,2,3]\n7,[0,0,2],0,[1;1,2,3]\n"),
     "",
     {"line 5", "lane 0 of router 2 in clock 7, after line 2", "one flit a lane and clock"}},
    {"Missing",
     with("1,2,0,[3;1,2,3]\n"),
     "--set workload.file=no.csv",
     {"workload.file", "no.csv"}},
};

class BadSchedules : public testing::TestWithParam<BadSchedule> {};

INSTANTIATE_TEST_SUITE_P(Refused, BadSchedules, testing::ValuesIn(bad_schedules),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(BadSchedules, GiveOneLineThatNamesFileLineAndValueAndExitStatusTwo) {
  const ProgramRun run = run_schedule(GetParam().text, GetParam().arguments);
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("accepted"));
  for (const std::string& word : GetParam().named) EXPECT_THAT(run.errors, HasSubstr(word));
}

TEST(ScheduleRun, AllowedToDeadlockItTakesHeadersThatNeedMoreChannels) {
  const json result = result_of(with("1,2,0,[5;2,2,3]\n"), "--set router.allow_deadlock=true");
  EXPECT_TRUE(result.at("schedule").at("conflict_free"));
  EXPECT_EQ(result.at("cycles"), 5);
}

}  // namespace
}  // namespace swapfly::test
