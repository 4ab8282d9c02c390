// Waveforms, read back by GTKWave's own converters, against the lines of --packets: two records of
// one run, made in different places. Every copy must be seen on every wire on its path, with the
// header that the routing rule gives; and nothing else may be seen.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <tuple>

#include "model/packet/flit_layout.hpp"
#include "model/packet/swapped_route.hpp"
#include "tests/support/packet_csv.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/program.hpp"
#include "tests/testbench/waves/gtkwave_converters.hpp"
#include "tests/testbench/waves/vcd_reader.hpp"

namespace swapfly::test {
namespace {

/// A flit on a wire: a packet passes a wire once with so many hops left.
struct Place {
  std::string wire;  ///< lanes of a router are one: "...router2.lane"
  std::uint64_t packet = 0;
  unsigned hops = 0;

  friend bool operator<(const Place& a, const Place& b) {
    return std::tie(a.wire, a.packet, a.hops) < std::tie(b.wire, b.packet, b.hops);
  }
};

void PrintTo(const Place& place, std::ostream* out) {
  *out << place.wire << " packet " << place.packet << " with " << place.hops << " hops left";
}

struct Sight {
  Clock clock = 0;
  Header header;
  std::uint64_t label = 0;
};

using Sights = std::map<Place, Sight>;

struct Network {
  unsigned K, M;
  Group cabinets, drawers;
  unsigned latency, local_link, global_link;

  SwappedDragonfly topology() const { return {K, M, cabinets, drawers}; }
  Clock hop_clocks(const std::string& port) const {
    return latency + (port.front() == 'l' ? local_link : global_link);
  }
  /// A flit leaves the last register behind the crossbar so long after its grant.
  Clock registers() const { return latency - 1; }
};

struct Case {
  std::string name;
  Network network;
  std::string yaml;  ///< what it takes besides topology, latency and links
};

void PrintTo(const Case& test, std::ostream* out) { *out << test.name; }

std::string scenario(const Case& test) {
  const Network& of = test.network;
  const auto number = [](unsigned value) { return std::to_string(value); };
  return "topology: {K: " + number(of.K) + ", M: " + number(of.M) +
         ", group: {c: " + std::string(name_of(of.cabinets)) +
         ", p: " + std::string(name_of(of.drawers)) + "}}\nlink: {local: " + number(of.local_link) +
         ", global: " + number(of.global_link) + "}\n" + test.yaml;
}

/// "l2" as waveforms have it: "local2".
std::string port_name(const std::string& port) {
  return (port.front() == 'l' ? "local" : "global") + port.substr(1);
}

std::string scope_of(RouterId router, const SwappedDragonfly& topology) {
  const Coordinates at = topology.coordinates(router);
  return "network.cabinet" + std::to_string(at.c) + ".drawer" + std::to_string(at.d) + ".router" +
         std::to_string(at.p) + ".";
}

/// The port by which a link that leaves by `port` is entered.
std::string opposite(const std::string& port, const Network& of) {
  const auto number = static_cast<unsigned>(std::stoul(port.substr(1)));
  const bool local = port.front() == 'l';
  return port.front() + std::to_string(local ? inverse(of.drawers, number, of.M)
                                             : inverse(of.cabinets, number, of.K));
}

/// Where a delivery must have been seen, in the order of its way: in the lane, on the output wire
/// of every hop, ejected. Clocks are those of an empty network, but for the ejection's.
std::vector<std::pair<Place, Sight>> sights_of(const PacketLine& line, const Network& of) {
  std::vector<std::pair<Place, Sight>> way;
  if (line.path.empty()) return way;  // a node's packet to itself is on no wire
  const SwappedDragonfly topology = of.topology();
  Header header = line.header;
  const auto see = [&](const std::string& wire, Clock clock) {
    way.push_back({{wire, line.id, header.hops}, {clock, header, line.label}});
  };
  see(scope_of(line.source, topology) + "lane", line.injected - 1);
  Clock clock = line.injected + of.registers();
  for (const PacketLine::Hop& hop : line.path) {
    header = after_hop(header);
    see(scope_of(hop.router, topology) + port_name(hop.port), clock);
    clock += of.hop_clocks(hop.port);
  }
  see(scope_of(line.destination, topology) + "eject_" +
          port_name(opposite(line.path.back().port, of)),
      line.ejected);
  return way;
}

/// Every flit that the waveform shows.
Sights seen_in(const VcdReader& vcd, const Network& of) {
  const FlitLayout layout(of.K, of.M, 64);
  Sights seen;
  for (const std::string& name : vcd.names()) {
    const std::string last = ".valid";
    if (name.size() < last.size() || name.substr(name.size() - last.size()) != last) continue;
    const std::string wire = name.substr(0, name.size() - last.size());
    const bool lane = wire.find(".lane") != std::string::npos;
    for (const Clock clock : vcd.clocks_high(name)) {
      const auto value = [&](const char* field) {
        return static_cast<unsigned>(vcd.in_clock(wire + "." + field, clock));
      };
      const auto port = [&](const std::string& field) {
        const bool star = value((field + "_star").c_str()) != 0;
        return star ? every_port : static_cast<std::uint16_t>(value(field.c_str()));
      };
      Sight sight;
      sight.clock = clock;
      sight.header = {static_cast<std::uint8_t>(value("hops")), value("skip") != 0, port("gamma"),
                      port("pi"), port("delta")};
      sight.label = value("label");
      EXPECT_EQ(vcd.in_clock(wire + ".header", clock), layout.pack_header(sight.header)) << wire;
      if (!lane) {
        EXPECT_EQ(value("vc"), sight.header.hops / 2U) << wire;
      }
      const Place place{lane ? wire.substr(0, wire.find(".lane")) + ".lane" : wire, value("packet"),
                        sight.header.hops};
      EXPECT_TRUE(seen.emplace(place, sight).second)
          << testing::PrintToString(place) << " is there twice";
    }
  }
  return seen;
}

/// A scenario's run, its packets, and its waves after a way through GTKWave's converters.
class WavesAndPackets : public testing::TestWithParam<std::tuple<Case, std::string>> {
 protected:
  void SetUp() override {
    const bool fst = std::get<1>(GetParam()) == "Fst";
    const std::string waves = fst ? "w.fst" : "w.vcd";
    write_file(folder_ / "s.yaml", scenario(std::get<0>(GetParam())));
    const ProgramRun run =
        run_swapfly(folder_, "run s.yaml --json - --packets p.csv --packets-all --vcd " + waves +
                                 " --set router.latency=" + std::to_string(of_.latency));
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    result_ = run.json();
    lines_ = packet_lines(read_file(folder_ / "p.csv"));
    const std::string path = (folder_ / waves).string();
    seen_ = seen_in(VcdReader(fst_to_vcd(fst ? path : vcd_to_fst(path))), of_);
  }

  /// Every delivery is seen where it must be, with the header it must have, and nothing else is.
  void expect_every_sight() {
    Sights expected;
    for (const PacketLine& line : lines_) {
      for (const auto& [place, sight] : sights_of(line, of_)) {
        expected.emplace(place, sight);  // copies share a way as far as it is the same
        const auto found = seen_.find(place);
        ASSERT_NE(found, seen_.end()) << testing::PrintToString(place) << " is not there";
        ASSERT_EQ(found->second.header, sight.header) << testing::PrintToString(place);
        ASSERT_EQ(found->second.label, sight.label) << testing::PrintToString(place);
      }
    }
    for (const auto& [place, sight] : seen_) {
      ASSERT_EQ(expected.count(place), 1U)
          << testing::PrintToString(place) << " in clock " << sight.clock << " is no delivery's";
    }
    ASSERT_GT(seen_.size(), 100U);
  }

  const Network of_ = std::get<0>(GetParam()).network;
  TemporaryFolder folder_;
  nlohmann::json result_;
  std::vector<PacketLine> lines_;
  Sights seen_;
};

std::string test_name(const testing::TestParamInfo<WavesAndPackets::ParamType>& test) {
  return std::get<0>(test.param).name + "In" + std::get<1>(test.param);
}

class ConflictFree : public WavesAndPackets {};

TEST_P(ConflictFree, EveryPacketIsSeenInItsClock) {
  EXPECT_EQ(result_.at("conflicts").at("link"), 0);
  ASSERT_NO_FATAL_FAILURE(expect_every_sight());
  for (const PacketLine& line : lines_) {
    for (const auto& [place, sight] : sights_of(line, of_)) {
      ASSERT_EQ(seen_.at(place).clock, sight.clock) << testing::PrintToString(place);
    }
  }
}

class Loaded : public WavesAndPackets {};

TEST_P(Loaded, EveryPacketIsSeenAsItWaitsItsWay) {
  EXPECT_GT(result_.at("conflicts").at("link"), 100);
  ASSERT_NO_FATAL_FAILURE(expect_every_sight());
  std::uint64_t waits = 0;
  for (const PacketLine& line : lines_) {
    const auto way = sights_of(line, of_);
    if (way.empty()) continue;
    ASSERT_EQ(seen_.at(way.front().first).clock, line.injected - 1);
    ASSERT_EQ(seen_.at(way.back().first).clock, line.ejected);
    Clock earliest = line.injected;
    for (std::size_t hop = 0; hop < line.path.size(); ++hop) {
      const Place& place = way[hop + 1].first;
      const Clock granted = seen_.at(place).clock - of_.registers();
      ASSERT_GE(granted, earliest) << testing::PrintToString(place);
      if (granted > earliest) ++waits;
      earliest = granted + of_.hop_clocks(line.path[hop].port);
    }
    ASSERT_GE(line.ejected, earliest);
  }
  EXPECT_GT(waits, 100U) << "too little traffic to be worth a test";
}

std::vector<Case> conflict_free_cases() {
  constexpr Group cyclic = Group::cyclic, boolean = Group::boolean;
  return {
      {"Broadcast",
       {4, 4, cyclic, cyclic, 1, 0, 0},
       "workload: {kind: m_broadcast, source: [1, 2, 2], messages: 8}\n"},
      {"UnequalLinks",
       {2, 3, cyclic, cyclic, 3, 1, 4},
       "workload: {kind: m_broadcast, source: [1, 0, 2], messages: 5}\n"},
      {"BooleanGroup",
       {2, 4, boolean, boolean, 2, 0, 0},
       "workload: {kind: m_broadcast, source: [0, 1, 3], schedule: one_round}\n"},
      {"WithoutDuplication",
       {2, 3, cyclic, cyclic, 1, 0, 0},
       "router: {multicast: false}\n"
       "workload: {kind: m_broadcast, source: [1, 2, 0], schedule: one_round}\n"},
      {"Permutation",
       {3, 4, cyclic, boolean, 1, 0, 2},
       "workload: {kind: permutation, headers: [[1, 2, 3]]}\n"},
  };
}

std::vector<Case> loaded_cases() {
  constexpr Group cyclic = Group::cyclic, boolean = Group::boolean;
  return {
      {"Mixed",
       {2, 3, cyclic, cyclic, 1, 0, 0},
       "router: {depth: 2}\n"
       "workload: {kind: mixed, packets: 20, rate: 0.5, broadcasts: 0.2}\n"},
      {"MixedWithClocks",
       {2, 2, boolean, cyclic, 3, 1, 2},
       "router: {depth: 3}\nnic: {receive: 1}\n"
       "workload: {kind: mixed, packets: 40, rate: 0.5, broadcasts: 0.2}\n"},
  };
}

INSTANTIATE_TEST_SUITE_P(Runs, ConflictFree,
                         testing::Combine(testing::ValuesIn(conflict_free_cases()),
                                          testing::Values("Vcd", "Fst")),
                         test_name);
INSTANTIATE_TEST_SUITE_P(Runs, Loaded,
                         testing::Combine(testing::ValuesIn(loaded_cases()),
                                          testing::Values("Vcd", "Fst")),
                         test_name);

}  // namespace
}  // namespace swapfly::test
