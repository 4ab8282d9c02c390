#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "tests/support/packet_csv.hpp"
#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* unicast =
    "topology: {K: 3, M: 3}\n"
    "workload: {kind: mixed, packets: 40, rate: 0.4, broadcasts: 0}\n";
constexpr const char* endless =
    "topology: {K: 4, M: 4}\n"
    "workload: {kind: mixed, packets: 1000000000, rate: 0.1, broadcasts: 0}\n";

std::uint64_t least(const std::vector<std::uint64_t>& values) {
  return *std::min_element(values.begin(), values.end());
}
std::uint64_t most(const std::vector<std::uint64_t>& values) {
  return *std::max_element(values.begin(), values.end());
}
double mean(const std::vector<std::uint64_t>& values) {
  double sum = 0;
  for (const std::uint64_t value : values) sum += static_cast<double>(value);
  return sum / static_cast<double>(values.size());
}

void expect_figures(const json& figures, const std::vector<std::uint64_t>& values) {
  EXPECT_EQ(figures.at("min"), least(values));
  EXPECT_EQ(figures.at("max"), most(values));
  EXPECT_NEAR(figures.at("mean").get<double>(), mean(values), 1e-9);
}

/// Link traversals: a hop that copies of one packet have in common counts once. Packets of a number
/// that came round are told apart by their clock.
std::uint64_t flit_hops(const std::vector<PacketLine>& lines) {
  std::set<std::pair<std::pair<std::uint64_t, Clock>, std::string>> hops;
  for (const PacketLine& line : lines) {
    std::string way;
    for (const PacketLine::Hop& hop : line.path) {
      way += hop.port + ' ';
      hops.insert({{line.id, line.injected}, way});
    }
  }
  return hops.size();
}

class Packets : public testing::TestWithParam<const char*> {};

TEST_P(Packets, AgreeWithTheResult) {
  const TemporaryFolder folder;
  const std::string config = std::string(SWAPFLY_SOURCE_DIR "/sim_configs/") + GetParam();
  const ProgramRun run = run_swapfly(folder, "run " + config + " --json - --packets final.csv");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  const std::vector<PacketLine> finals = packet_lines(read_file(folder / "final.csv"));
  EXPECT_EQ(result.at("packets").at("delivered"), finals.size());
  std::vector<std::uint64_t> latencies, network_latencies;
  Clock last = 0;
  for (const PacketLine& line : finals) {
    EXPECT_EQ(line.kind, "final");
    EXPECT_EQ(line.hops, line.path.size());
    EXPECT_EQ(line.path_end, line.destination);
    EXPECT_EQ(line.path.empty() ? line.path_end : line.path.front().router, line.source);
    latencies.push_back(line.ejected - line.created);
    network_latencies.push_back(line.ejected - line.first_arbitrated);
    last = std::max(last, line.ejected);
  }
  expect_figures(result.at("latency"), latencies);
  expect_figures(result.at("network_latency"), network_latencies);

  ASSERT_EQ(run_swapfly(folder, "run " + config + " --packets all.csv --packets-all").exit_status,
            0);
  const std::vector<PacketLine> all = packet_lines(read_file(folder / "all.csv"));
  EXPECT_EQ(result.at("flit_hops"), flit_hops(all));
  std::set<std::pair<std::uint64_t, Clock>> packets;
  Clock first = last;
  for (const PacketLine& line : all) {
    packets.insert({line.id, line.injected});
    first = std::min(first, line.injected);
  }
  EXPECT_EQ(result.at("packets").at("injected"), packets.size());
  EXPECT_EQ(result.at("cycles"), last - first);
}

INSTANTIATE_TEST_SUITE_P(SimConfigs, Packets,
                         testing::Values("broadcast_file.yaml", "bursts.yaml", "depth3.yaml",
                                         "message.yaml", "mixed.yaml", "one_round.yaml",
                                         "property3.yaml", "unequal_links.yaml",
                                         "without_duplication.yaml"),
                         [](const auto& test) {
                           const std::string name = test.param;
                           return name.substr(0, name.find('.'));
                         });

TEST(PacketsOfUnicast, HaveAsManyHopsAsTheLinksCarried) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  const json result = run_swapfly(folder, "run s.yaml --json - --packets p.csv").json();
  std::uint64_t hops = 0;
  unsigned to_itself = 0;
  for (const PacketLine& line : packet_lines(read_file(folder / "p.csv"))) {
    hops += line.hops;
    if (line.source != line.destination) continue;
    ++to_itself;
    EXPECT_EQ(line.hops, 0U);
    EXPECT_EQ(line.ejected, line.injected);
  }
  EXPECT_EQ(result.at("flit_hops"), hops);
  EXPECT_GT(to_itself, 0U);
}

TEST(PacketsOfABroadcast, FollowItFromTheSourceToEveryNode) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml",
             "topology: {K: 4, M: 4}\n"
             "workload: {kind: m_broadcast, source: [1, 2, 2], messages: 1}\n");
  const ProgramRun run = run_swapfly(folder, "run s.yaml --packets - --packets-all");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const std::vector<PacketLine> lines = packet_lines(run.output);
  ASSERT_EQ(lines.size(), 65U) << run.output;
  // The walk of docs/architecture.md: node (1,2,2) is 26, and (1,2,0) is 24. Bit 30 of the label
  // says that it is a hand-over.
  EXPECT_EQ(lines[0].kind, "hand_over");
  EXPECT_THAT(run.output,
              HasSubstr(",26,24,\"[1;g0,p0,d2]\",1,1,2,1,26 l2 24,1,1073741824,hand_over\n"));
  for (RouterId node = 0; node < 64; ++node) {
    const PacketLine& line = lines[1 + node];
    EXPECT_EQ(line.destination, node);
    EXPECT_EQ(line.source, 24U);
    EXPECT_EQ(line.header_text, "[4;g*,p*,d*]");
    EXPECT_EQ(line.created, 1U);
    EXPECT_EQ(line.injected, 3U);
    EXPECT_EQ(line.ejected, 7U);
    EXPECT_EQ(line.hops, 4U);
  }
}

TEST(PacketsOutput, TakesStandardOutputForItself) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --packets - --json r.json");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const json result = json::parse(read_file(folder / "r.json"));
  EXPECT_EQ(packet_lines(run.output).size(), result.at("packets").at("delivered"));
  run_swapfly(folder, "run s.yaml --packets p.csv");
  EXPECT_EQ(read_file(folder / "p.csv"), run.output);
}

TEST(PacketsOutput, CannotShareAFile) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  for (const char* options : {"--packets - --json -", "--packets o --vcd ./o", "--packets s.yaml",
                              "--json o --packets o"}) {
    const ProgramRun run = run_swapfly(folder, std::string("run s.yaml ") + options);
    EXPECT_EQ(run.exit_status, 2) << options;
    EXPECT_THAT(run.errors, HasSubstr("--packets")) << options;
    EXPECT_THAT(run.errors, HasSubstr("accepted: another file")) << options;
  }
  EXPECT_EQ(read_file(folder / "s.yaml"), unicast);
}

TEST(PacketsOutput, OptionsThatCannotBeObeyedAreRefused) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  const ProgramRun empty = run_swapfly(folder, "run s.yaml --packets ''");
  EXPECT_EQ(empty.exit_status, 2);
  EXPECT_THAT(empty.errors, HasSubstr("--packets"));
  const ProgramRun alone = run_swapfly(folder, "run s.yaml --packets-all");
  EXPECT_EQ(alone.exit_status, 2);
  EXPECT_THAT(alone.errors, HasSubstr("--packets-all"));
}

TEST(PacketsOutput, ABadScenarioLeavesAnEarlierFileAlone) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  write_file(folder / "p.csv", "earlier");
  EXPECT_EQ(run_swapfly(folder, "run s.yaml --packets p.csv --set topology.K=0").exit_status, 2);
  EXPECT_EQ(read_file(folder / "p.csv"), "earlier");
}

TEST(PacketsOutput, AFileThatCannotBeOpenedGivesStatusOneAndAResult) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --packets none/p.csv --json -");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("cannot open the packet file " +
                                    (folder / "none/p.csv").string() + ": No such file"));
  EXPECT_EQ(run.json().at("status"), "failed");
}

TEST(PacketsOutput, AFullDiskIsReportedAndTheFileEndsWithAWholeLine) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", unicast);
  // A file-size limit of 8 blocks stands for the disk.
  const ProgramRun run =
      run_swapfly(folder, "run s.yaml --packets p.csv --json -", "ulimit -f 8; ");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr("cannot write the packet file " + (folder / "p.csv").string() +
                                    ": File too large; it is incomplete"));
  const json result = run.json();
  EXPECT_EQ(result.at("status"), "failed");
  EXPECT_TRUE(result.at("data_ok"));
  const std::string text = read_file(folder / "p.csv");
  EXPECT_EQ(text.back(), '\n');
  const std::size_t lines = packet_lines(text).size();
  EXPECT_GT(lines, 10U);
  EXPECT_LT(lines, result.at("packets").at("delivered"));
  EXPECT_THAT(run_swapfly(folder, "run s.yaml --packets /dev/full").errors,
              HasSubstr("cannot write the packet file /dev/full: No space left on device"));
  EXPECT_THAT(run_swapfly(folder, "run s.yaml --packets -  >/dev/full").errors,
              HasSubstr("cannot write the packet file standard output: No space left"));
}

TEST(PacketsOutput, OfAnInterruptedRunHoldsTheLinesSoFar) {
  const TemporaryFolder folder;
  write_file(folder / "s.yaml", endless);
  const ProgramRun run = run_swapfly(folder, "run s.yaml --json - --packets p.csv",
                                     "timeout --foreground --preserve-status -s INT 2");
  EXPECT_EQ(run.exit_status, 130);
  const std::string text = read_file(folder / "p.csv");
  EXPECT_EQ(text.back(), '\n');
  EXPECT_EQ(packet_lines(text).size(), run.json().at("packets").at("delivered"));
}

TEST(PacketsOutput, OfADeadlockHoldsTheLinesSoFar) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(
      folder, "run " SWAPFLY_SOURCE_DIR "/sim_configs/deadlock.yaml --json - --packets p.csv");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_EQ(packet_lines(read_file(folder / "p.csv")).size(),
            run.json().at("packets").at("delivered"));
}

/// The lines of packets that a page of the documentation shows.
std::vector<std::string> lines_shown(const std::string& page) {
  std::istringstream stream(read_file(SWAPFLY_SOURCE_DIR "/docs/" + page));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.find(",\"[") != std::string::npos) lines.push_back(line);
  }
  return lines;
}

TEST(PacketsInTheDocumentation, AreWhatTheProgramWrites) {
  const TemporaryFolder folder;
  std::string written;
  for (const char* config : {"mixed", "one_round", "broadcast_file"}) {
    written += run_swapfly(folder, std::string("run " SWAPFLY_SOURCE_DIR "/sim_configs/") + config +
                                       ".yaml --packets - --packets-all")
                   .output;
  }
  for (const char* page : {"packets.md", "waveforms.md"}) {
    const std::vector<std::string> lines = lines_shown(page);
    EXPECT_GE(lines.size(), 2U) << page;
    for (const std::string& line : lines) {
      EXPECT_NE(written.find("\n" + line + "\n"), std::string::npos) << page << ": " << line;
    }
  }
}

}  // namespace
}  // namespace swapfly::test
