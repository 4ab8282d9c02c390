#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;

constexpr const char* small_network = "topology: {K: 4, M: 4}\n";
constexpr const char* broadcast = "workload: {kind: m_broadcast}\n";

/// A scenario that must be refused, and what the line about it must name: key, value, what is
/// accepted.
struct BadScenario {
  const char* name;
  std::string text;
  std::string arguments;
  std::vector<std::string> named;
};

std::ostream& operator<<(std::ostream& out, const BadScenario& bad) { return out << bad.name; }

const std::vector<BadScenario> bad_scenarios = {
    {"UnknownKey",
     std::string(small_network) + broadcast + "fifo: 3\n",
     "",
     {"fifo", "3", "accepted: topology, router"}},
    {"UnknownWorkloadKey",
     std::string(small_network) + "workload: {kind: message, mesages: 3}\n",
     "",
     {"workload.mesages", "3", "messages"}},
    {"KeyOfAnotherWorkload",
     std::string(small_network) + "workload: {kind: m_broadcast, headers: [[0,0,0]]}\n",
     "",
     {"workload.headers", "schedule"}},
    {"KeyGivenTwice",
     "topology: {K: 4, M: 4, K: 5}\n" + std::string(broadcast),
     "",
     {"topology.K", "twice", "accepted: once"}},
    {"WordForANumber",
     "topology: {K: four, M: 4}\n" + std::string(broadcast),
     "",
     {"topology.K", "four", "an integer from 1 to 1024"}},
    {"TextInQuotesForANumber",
     "topology: {K: \"4\", M: 4}\n" + std::string(broadcast),
     "",
     {"topology.K", "4", "an integer from 1 to 1024"}},
    {"FractionForAnInteger",
     std::string(small_network) + broadcast + "router: {latency: 1.5}\n",
     "",
     {"router.latency", "1.5", "from 1 to 4"}},
    {"NumberForTruth",
     std::string(small_network) + broadcast + "router: {multicast: 2}\n",
     "",
     {"router.multicast", "2", "true or false"}},
    {"ListForANumber",
     "topology: {K: [4], M: 4}\n" + std::string(broadcast),
     "",
     {"topology.K", "[4]", "an integer"}},
    {"NumberForAMap",
     "topology: 3\n" + std::string(broadcast),
     "",
     {"topology", "3", "a map of kind, K"}},
    {"NoCabinets",
     "topology: {K: 0, M: 4}\n" + std::string(broadcast),
     "",
     {"topology.K", "0", "from 1 to 1024"}},
    {"KMissing", "topology: {M: 4}\n" + std::string(broadcast), "", {"topology.K", "missing"}},
    {"BooleanGroupOfThree",
     "topology: {K: 3, M: 4, group: boolean}\n" + std::string(broadcast),
     "",
     {"topology.K", "3", "a power of two"}},
    {"UnknownGroup",
     "topology: {K: 4, M: 4, group: {c: cyclic, d: cyclic}}\n" + std::string(broadcast),
     "",
     {"topology.group", "cyclic, boolean"}},
    {"MissingDataFile",
     std::string(small_network) + "workload: {kind: m_broadcast, data: nowhere.bin}\n",
     "",
     {"workload.data", "nowhere.bin", "/nowhere.bin: No such file"}},
    {"EmptyDataFile",
     std::string(small_network) + "workload: {kind: m_broadcast, data: /dev/null}\n",
     "",
     {"workload.data", "/dev/null", "at least one byte"}},
    {"DataThatIsAFolder",
     std::string(small_network) + "workload: {kind: m_broadcast, data: .}\n",
     "",
     {"workload.data", "a folder"}},
    {"DataAndMessages",
     std::string(small_network) + "workload: {kind: m_broadcast, data: s.yaml, messages: 3}\n",
     "",
     {"workload.messages", "workload.data", "one of the two"}},
    {"SourceOutsideTheNetwork",
     std::string(small_network) + "workload: {kind: m_broadcast, source: [1, 4, 0]}\n",
     "",
     {"workload.source", "[1,4,0]", "[3,3,3]"}},
    {"SourceNumberOutsideTheNetwork",
     std::string(small_network) + "workload: {kind: m_broadcast, source: 64}\n",
     "",
     {"workload.source", "64", "0 to 63"}},
    {"SourceOfTwoNumbers",
     std::string(small_network) + "workload: {kind: m_broadcast, source: [1, 2]}\n",
     "",
     {"workload.source", "[1,2]", "[c,d,p]"}},
    {"NegativeDepth",
     std::string(small_network) + broadcast + "router: {depth: -1}\n",
     "",
     {"router.depth", "-1", "from 1 to 1024"}},
    {"LanesTooFew",
     std::string(small_network) + broadcast + "nic: {lanes: 2}\n",
     "",
     {"nic.lanes", "2", "3 or more"}},
    {"VirtualChannelsTooFew",
     std::string(small_network) + broadcast + "router: {vcs: 1}\n",
     "",
     {"router.vcs", "1", "2 or more", "since local0 vc0 -> global0 vc0 -> local0 vc0"}},
    {"PayloadOfTwelveBits",
     std::string(small_network) + broadcast + "router: {payload: 12}\n",
     "",
     {"router.payload", "12", "8, 16"}},
    {"ANetworkOfATrillionRouters",
     "topology: {K: 10000, M: 10000}\n" + std::string(broadcast),
     "",
     {"topology.K", "10000", "1 to 1024"}},
    {"ANetworkOfABillionRouters",
     "topology: {K: 1000, M: 1000}\n" + std::string(broadcast),
     "",
     {"topology.K*M*M", "1000000000", "up to 1048576"}},
    {"ANetworkLargerThanMemory",
     "topology: {K: 1024, M: 32}\n" + std::string(broadcast),
     "",
     {"topology", "D3(1024,32)", "GB; accepted"}},
    {"ANetworkWhoseOutputsAndBranchesTakeMoreThanItsFlits",
     "topology: {K: 1024, M: 32}\nrouter: {depth: 1}\nworkload: {kind: uniform}\n",
     "",
     {"router.depth 1 ", "nic.lanes 1 ", "takes 450.8 GB"}},
    {"MoreDataThanMemory",
     "topology: {K: 16, M: 16}\nworkload: {kind: m_broadcast, messages: 268435455}\n",
     "",
     {"workload.messages", "268435455", "bytes of memory; accepted"}},
    {"AWordForThePattern",
     std::string(small_network) + "workload: {kind: nonsense}\n",
     "",
     {"workload.kind", "nonsense", "m_broadcast"}},
    {"WorkloadMissing", small_network, "", {"workload.kind", "missing", "m_broadcast"}},
    {"WorkloadWithoutKind",
     std::string(small_network) + "workload: {source: 3}\n",
     "",
     {"workload.kind", "missing", "m_broadcast"}},
    {"TooManyMessagesForOneRound",
     std::string(small_network) +
         "workload: {kind: m_broadcast, schedule: one_round, messages: 9}\n",
     "",
     {"workload.messages", "9", "1 to 4"}},
    {"NoTreeLeft",
     "topology: {K: 4, M: 2}\nworkload: {kind: m_broadcast, source: [0, 0, 1]}\n",
     "",
     {"workload.schedule", "every_hop", "accepted here"}},
    {"BurstsOfDepthThree",
     std::string(small_network) + "workload: {kind: m_broadcast, tree: depth3, schedule: bursts}\n",
     "",
     {"workload.schedule", "bursts", "accepted with tree depth3"}},
    {"HeaderThatIsNoPort",
     std::string(small_network) + "workload: {kind: permutation, headers: [[1, 2, 4]]}\n",
     "",
     {"workload.headers", "[1,2,4]", "0 to 3"}},
    {"HeaderThatIsNoPortOfTheSubNetwork",
     std::string(small_network) +
         "workload: {kind: permutation, headers: [[1, 2, 3]], drawers: [0, 1, 3]}\n",
     "",
     {"workload.headers", "[1,2,3]", "D3(4,3)", "0 to 2"}},
    {"CabinetThatIsNotThere",
     std::string(small_network) +
         "workload: {kind: permutation, headers: [[0, 0, 0]], cabinets: [0, 4]}\n",
     "",
     {"workload.cabinets", "[0,4]", "0 to 3"}},
    {"DrawerTwice",
     std::string(small_network) +
         "workload: {kind: permutation, headers: [[0, 0, 0]], drawers: [2, 2]}\n",
     "",
     {"workload.drawers", "[2,2]", "each once"}},
    {"NoHeaderAtOnce",
     std::string(small_network) +
         "workload: {kind: permutation, headers: [[0, 0, 0]], at_once: 0}\n",
     "",
     {"workload.at_once", "0", "from 1 to 1024"}},
    {"HeadersMissing",
     std::string(small_network) + "workload: {kind: permutation}\n",
     "",
     {"workload.headers", "missing"}},
    {"RateAboveOne",
     std::string(small_network) + "workload: {kind: mixed, rate: 1.5}\n",
     "",
     {"workload.rate", "1.5", "0 to 1"}},
    {"NotANumberForTheRate",
     std::string(small_network) + "workload: {kind: mixed, rate: .nan}\n",
     "",
     {"workload.rate", ".nan", "0 to 1"}},
    {"BroadcastsWithoutMulticast",
     std::string(small_network) + "router: {multicast: false}\nworkload: {kind: mixed}\n",
     "",
     {"workload.broadcasts", "0.1", "accepted with router.multicast false"}},
    {"EmptyFile", "", "", {"the scenario is empty", "a map of keys"}},
    {"AListForAScenario", "[1, 2]\n", "", {"the scenario is [1,2]", "a map of keys"}},
    {"NotYaml", "topology: {K: 4\n", "", {"not YAML"}},
    {"BracketsByTheHundredThousand", std::string(900000, '['), "", {"not YAML"}},
    {"SetWithoutAKey", std::string(small_network) + broadcast, "--set =3", {"--set", "key=value"}},
    {"SetOfAnUnknownKey",
     std::string(small_network) + broadcast,
     "--set router.size=3",
     {"command line: unknown key router.size", "3", "latency"}},
    {"SetOfAMap",
     std::string(small_network) + broadcast,
     "--set router=3",
     {"command line: router is 3", "a map of latency"}},
    {"SetBelowAValue",
     std::string(small_network) + "workload: {kind: m_broadcast, source: [1, 2, 2]}\n",
     "--set workload.source.x=1",
     {"workload.source", "[1,2,2]"}},
    {"SetBelowAWord",
     "topology: {K: 4, M: 4, group: cyclic}\n" + std::string(broadcast),
     "--set topology.group.q=boolean",
     {"topology.group", "cyclic"}},
    {"SetOfAnEmptyPart",
     std::string(small_network) + broadcast,
     "--set .seed=5",
     {"--set", ".seed=5"}},
    {"AKeyOfNoName",
     std::string(small_network) + broadcast + "\"\": {seed: 5}\n",
     "",
     {"''", "name"}},
    {"AKeyWithADot",
     std::string(small_network) + broadcast + "\"workload.source\": 2\n",
     "",
     {"workload.source", "without dots"}},
    {"AKeyWithALineBreak",
     std::string(small_network) + broadcast + "\"a\\nb\": 3\n",
     "",
     {"a b", "3", "topology, router"}},
    {"TwoDocuments",
     std::string(small_network) + broadcast + "---\nrouter: {latency: 3}\n",
     "",
     {"2 YAML documents", "accepted: one"}},
    {"TruthInQuotes",
     std::string(small_network) + broadcast + "router: {multicast: \"true\"}\n",
     "",
     {"router.multicast", "true or false"}},
    {"YesForTruth",
     std::string(small_network) + broadcast + "router: {multicast: yes}\n",
     "",
     {"router.multicast", "yes", "true or false"}},
    {"DataWithoutEnd",
     std::string(small_network) + "workload: {kind: m_broadcast, data: /dev/zero}\n",
     "",
     {"workload.data", "/dev/zero", "up to 1073741824 bytes"}},
    {"LanesLargerThanMemory",
     "topology: {K: 16, M: 16}\n" + std::string(broadcast),
     "--set nic.lanes=1024 --set router.depth=1024",
     {"nic.lanes 1024", "router.depth 1024", "GB; accepted"}},
    {"AnEmptyPathForTheWaveform",
     std::string(small_network) + broadcast,
     "--vcd ''",
     {"--vcd", "empty"}},
    {"TheScenarioForTheResult",
     std::string(small_network) + broadcast,
     "--json s.yaml",
     {"--json", "s.yaml", "CONFIG", "another file"}},
    {"TheResultForTheWaveform",
     std::string(small_network) + broadcast,
     "--json o.json --vcd ./o.json",
     {"--vcd", "o.json", "--json", "another file"}},
    {"AWordForAClock",
     std::string(small_network) + broadcast,
     "--vcd o.vcd --vcd-to abc",
     {"--vcd-to", "abc", "an integer from 0"}},
    {"UnknownEngine",
     std::string(small_network) + broadcast,
     "--engine abacus",
     {"engine", "abacus", "systemc"}},
    {"NegativeSeed", std::string(small_network) + broadcast, "--seed -4", {"seed", "-4", "from 0"}},
    {"UnknownOption", std::string(small_network) + broadcast, "--verbose", {"--verbose", "--help"}},
    {"NegativeClock",
     std::string(small_network) + broadcast,
     "--vcd o.vcd --vcd-from -3",
     {"--vcd-from", "-3", "an integer from 0"}},
    {"WindowThatEndsBeforeItBegins",
     std::string(small_network) + broadcast,
     "--vcd o.vcd --vcd-from 9 --vcd-to 3",
     {"--vcd-to", "3", "9"}},
    {"ScopeThatMatchesNothing",
     std::string(small_network) + broadcast,
     "--vcd o.vcd --vcd-scope cabinet9.*",
     {"--vcd-scope", "cabinet9.*"}},
    {"WindowWithoutAWaveform",
     std::string(small_network) + broadcast,
     "--vcd-from 3",
     {"--vcd-from", "--vcd"}},
};

class BadScenarios : public testing::TestWithParam<BadScenario> {};

INSTANTIATE_TEST_SUITE_P(Refused, BadScenarios, testing::ValuesIn(bad_scenarios),
                         [](const auto& test) { return std::string(test.param.name); });

TEST_P(BadScenarios, GiveOneLineThatNamesKeyAndValueAndExitStatusTwo) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", GetParam().text);
  const ProgramRun run = run_swapfly(folder, "run s.yaml " + GetParam().arguments);
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.output, "");
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1) << run.errors;
  EXPECT_THAT(run.errors, HasSubstr("accepted"));
  for (const std::string& word : GetParam().named) EXPECT_THAT(run.errors, HasSubstr(word));
}

TEST(BadScenarioFile, FiveMegabytesOfBracketsAreRefusedUnread) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", std::string(5000000, '['));
  const ProgramRun run = run_swapfly(folder, "run s.yaml");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("more than 1048576 bytes; accepted: a YAML file"));
}

TEST(BadScenarioFile, AMissingOneIsReportedWithTheAbsolutePathTried) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "run missing.yaml");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr((folder / "missing.yaml").string()));
  EXPECT_THAT(run.errors, HasSubstr("No such file"));
}

TEST(BadScenarioFile, TheResultIsStillOneJsonDocument) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", std::string(small_network) + broadcast + "router: {vcs: 1}\n");
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json -");
  EXPECT_EQ(run.exit_status, 2);
  const nlohmann::json result = run.json();
  EXPECT_EQ(result.at("status"), "bad_config");
  EXPECT_THAT(result.at("error").get<std::string>(), HasSubstr("router.vcs"));
  EXPECT_EQ(result.at("config").at("topology").at("K"), 4);
}

TEST(BadScenarioFile, NoCommandIsAUsageError) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_swapfly(folder, "").exit_status, 2);
  EXPECT_EQ(run_swapfly(folder, "dance").exit_status, 2);
  EXPECT_EQ(run_swapfly(folder, "run").exit_status, 2);
  EXPECT_THAT(run_swapfly(folder, "dance").errors, HasSubstr("accepted: run, info, list, heatmap"));
  EXPECT_EQ(run_swapfly(folder, "run ''").exit_status, 2);
}

TEST(BadScenarioFile, AUsageErrorGivesAResultTooWithEveryKey) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", std::string(small_network) + broadcast);
  const nlohmann::json result = run_swapfly(folder, "run s.yaml --json - --bogus").json();
  EXPECT_EQ(result.at("status"), "bad_config");
  EXPECT_THAT(result.at("error").get<std::string>(), HasSubstr("--bogus"));
  for (const char* key :
       {"config", "seed", "engine", "topology", "cycles", "hops", "packets", "flit_hops",
        "conflicts", "latency", "data_ok", "claims", "performance"}) {
    EXPECT_TRUE(result.contains(key)) << key;
  }
}

TEST(BadScenarioFile, TheScenarioForTheWaveformIsRefusedInTheResultToo) {
  const TemporaryFolder folder;
  const std::string scenario = std::string(small_network) + broadcast;
  write_file(folder / "s.yaml", scenario);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json - --vcd s.yaml");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.json().at("status"), "bad_config");
  EXPECT_EQ(read_file(folder / "s.yaml"), scenario);
}

TEST(BadScenarioFile, ARefusedOutputPathLeavesTheFileAsItWas) {
  const TemporaryFolder folder;
  const std::string scenario = std::string(small_network) + broadcast;
  write_file(folder / "s.yaml", scenario);
  EXPECT_EQ(run_swapfly(folder, "run s.yaml --json s.yaml").exit_status, 2);
  EXPECT_EQ(read_file(folder / "s.yaml"), scenario);
}

}  // namespace
}  // namespace swapfly::test
