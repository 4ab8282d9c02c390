#include "testbench/waves/wave_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "model/packet/flit_layout.hpp"
#include "tests/testbench/waves/vcd_reader.hpp"
#include "tests/testbench/waves/wave_network.hpp"

namespace swapfly::test {
namespace {

using testing::IsEmpty;

using Clocks = std::vector<std::uint64_t>;

/// One flit over local 1, global 1, local 2 of D3(2,3), from (0,0,0), arbitrated there in clock 5:
/// (0,0,0) -> (0,0,1) -> (1,1,0) -> (1,1,2), which it enters by local port 1.
class OneFlit : public testing::Test {
 protected:
  void run(const WaveOptions& options) {
    network_.send(network_.id(0, 0, 0), 5, {3, false, 1, 2, 1}, 77, 0xFEDCBA9876543210);
    network_.run(options);
  }

  WaveNetwork network_{2, 3};
  std::string path_ = scratch_path("waves.vcd");
};

TEST_F(OneFlit, IsOnEveryWireInItsOneClock) {
  run({path_});
  const VcdReader vcd(path_);
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router0.lane0.valid"), Clocks{4});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router0.local1.valid"), Clocks{5});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.global1.valid"), Clocks{6});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router0.local2.valid"), Clocks{7});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.eject_local1.valid"), Clocks{8});
}

TEST_F(OneFlit, IsOnNoOtherWire) {
  run({path_});
  const VcdReader vcd(path_);
  unsigned valid = 0;
  for (const std::string& name : vcd.names()) {
    const bool is_valid = name.size() > 6 && name.substr(name.size() - 6) == ".valid";
    if (is_valid && !vcd.clocks_high(name).empty()) ++valid;
  }
  EXPECT_EQ(valid, 5U);
}

TEST_F(OneFlit, ShowsEveryField) {
  run({path_});
  const VcdReader vcd(path_);
  const auto field = [&vcd](const char* name, Clock clock) {
    return vcd.in_clock("network.cabinet0.drawer0.router0.local1." + std::string(name), clock);
  };
  const FlitLayout layout(2, 3, 64);
  EXPECT_EQ(field("header", 5), layout.pack_header({2, false, 1, 0, 2}));
  EXPECT_EQ(field("hops", 5), 2U);
  EXPECT_EQ(field("gamma", 5), 1U);
  EXPECT_EQ(field("pi", 5), 0U);
  EXPECT_EQ(field("delta", 5), 2U);
  EXPECT_EQ(field("skip", 5), 0U);
  EXPECT_EQ(field("vc", 5), 1U);
  EXPECT_EQ(field("packet", 5), 0U);
  EXPECT_EQ(field("label", 5), 77U);
  EXPECT_EQ(field("payload", 5), 0xFEDCBA9876543210U);
  for (const char* name : {"header", "hops", "gamma", "delta", "vc", "label", "payload", "beat"}) {
    EXPECT_EQ(field(name, 4), 0U) << name;
    EXPECT_EQ(field(name, 6), 0U) << name;
  }
  EXPECT_EQ(vcd.in_clock("network.cabinet0.drawer0.router0.lane0.pi", 4), 2U);
  EXPECT_EQ(vcd.in_clock("network.cabinet0.drawer0.router1.global1.vc", 6), 0U);
  EXPECT_EQ(vcd.in_clock("network.cabinet1.drawer1.router2.eject_local1.label", 8), 77U);
}

TEST_F(OneFlit, ShowsTheSlotsItTakesAndFrees) {
  run({path_});
  const VcdReader vcd(path_);
  // It waits nowhere: it is in a FIFO in the clock in which it is sent on, and frees the slot then.
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router0.fifo.lane0"), Clocks{5});
  // Router (0,0,1) reaches (0,0,0) by local port 2, so that is where it enters; and so on.
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.fifo.local2_vc1"), Clocks{6});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.credit.local2_vc1"), Clocks{6});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router0.fifo.global1_vc0"), Clocks{7});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router0.credit.global1_vc0"), Clocks{7});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.fifo.local1_vc0"), Clocks{8});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.credit.local1_vc0"), Clocks{8});
}

TEST_F(OneFlit, HasTheWidthsOfTheLayout) {
  run({path_});
  const VcdReader vcd(path_);
  const FlitLayout layout(2, 3, 64);
  const std::string wire = "network.cabinet0.drawer0.router0.global1.";
  EXPECT_EQ(vcd.width(wire + "header"), layout.header_bits);
  EXPECT_EQ(vcd.width(wire + "gamma"), layout.gamma.width);
  EXPECT_EQ(vcd.width(wire + "delta"), layout.delta.width);
  EXPECT_EQ(vcd.width(wire + "payload"), 64U);
  EXPECT_EQ(vcd.width("network.cabinet0.drawer0.router0.fifo.lane1"), 4U) << "0 to 8";
  EXPECT_FALSE(vcd.has("network.cabinet0.drawer0.router0.lane0.vc")) << "lanes have none";
}

TEST_F(OneFlit, CountsClocks) {
  run({path_});
  const VcdReader vcd(path_);
  EXPECT_EQ(vcd.timescale(), "1ps");
  EXPECT_EQ(vcd.times().front(), 0U);
  EXPECT_EQ(vcd.times().back(), network_.fabric->now() * 1000) << "the last clock has a width";
  for (Clock clock = 0; clock < network_.fabric->now(); ++clock) {
    EXPECT_EQ(vcd.in_clock("network.cycle", clock), clock);
    EXPECT_EQ(vcd.at("network.clock", clock * 1000), 1U);
    EXPECT_EQ(vcd.at("network.clock", clock * 1000 + 499), 1U);
    EXPECT_EQ(vcd.at("network.clock", clock * 1000 + 500), 0U);
  }
}

TEST_F(OneFlit, WritesChangesOnly) {
  run({path_});
  const VcdReader vcd(path_);
  EXPECT_EQ(vcd.changes("network.cabinet0.drawer0.router0.local1.valid"), 3U) << "0, 1, 0";
  EXPECT_EQ(vcd.changes("network.cabinet0.drawer0.router0.local2.valid"), 1U);
  EXPECT_EQ(vcd.changes("network.cabinet0.drawer0.router0.fifo.lane0"), 3U) << "0, 1, 0";
  EXPECT_EQ(vcd.changes("network.cabinet0.drawer0.router0.credit.local2_vc0"), 1U);
}

TEST_F(OneFlit, IsSeenThroughAWindow) {
  run({path_, 6, 7});
  const VcdReader vcd(path_);
  EXPECT_EQ(vcd.times().front(), 6000U);
  EXPECT_EQ(vcd.times().back(), 8000U);
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router0.local1.valid"), Clocks{});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.global1.valid"), Clocks{6});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router0.local2.valid"), Clocks{7});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.eject_local1.valid"), Clocks{});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.fifo.local2_vc1"), Clocks{6})
      << "what was registered before the window";
}

TEST_F(OneFlit, IsNotSeenByAWindowThatComesTooLate) {
  network_.send(network_.id(0, 0, 0), 5, {3, false, 1, 2, 1});
  WaveWriter writer(*network_.fabric, {path_, 1000});
  writer.open();
  RunControl control(*network_.fabric, {&writer});
  run_plain(*network_.fabric, control);
  EXPECT_EQ(writer.finish(), "");
  EXPECT_EQ(writer.clocks_written(), 0U);
  EXPECT_THAT(VcdReader(path_).times(), IsEmpty());
}

TEST(WaveScope, ShowsOnlyWhatItSelects) {
  WaveNetwork network(2, 3);
  const std::string path = scratch_path("waves.vcd");
  network.send(network.id(0, 0, 0), 5, {3, false, 1, 2, 1});
  network.run({path, 0, never, "cabinet0.drawer0.router?,network.cabinet1.drawer1.router2"});
  const VcdReader vcd(path);
  for (const std::string& name : vcd.names()) {
    EXPECT_TRUE(name == "network.clock" || name == "network.cycle" ||
                name.find("network.cabinet0.drawer0.") == 0 ||
                name.find("network.cabinet1.drawer1.router2.") == 0)
        << name;
  }
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.global1.valid"), Clocks{6});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.eject_local1.valid"), Clocks{8});
}

/// Router latency, local link clocks, global link clocks.
class WireTiming : public testing::TestWithParam<std::tuple<unsigned, unsigned, unsigned>> {};

TEST_P(WireTiming, AnOutputShowsAFlitLatencyMinusOneClocksAfterTheGrant) {
  const auto [latency, local, global] = GetParam();
  WaveNetwork::Clocks clocks;
  clocks.latency = latency;
  clocks.local_link = local;
  clocks.global_link = global;
  WaveNetwork network(2, 3, clocks);
  const std::string path = scratch_path("waves.vcd");
  network.send(network.id(0, 0, 0), 5, {3, false, 1, 2, 1});
  network.run({path});
  const VcdReader vcd(path);

  const Clock first = 5;
  const Clock second = first + latency + local;
  const Clock third = second + latency + global;
  const Clock ejected = third + latency + local;
  const Clock shown = latency - 1;
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router0.local1.valid"),
            Clocks{first + shown});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.fifo.local2_vc1"), Clocks{second});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.credit.local2_vc1"), Clocks{second});
  EXPECT_EQ(vcd.clocks_high("network.cabinet0.drawer0.router1.global1.valid"),
            Clocks{second + shown});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router0.local2.valid"),
            Clocks{third + shown});
  EXPECT_EQ(vcd.clocks_high("network.cabinet1.drawer1.router2.eject_local1.valid"),
            Clocks{ejected});
}

INSTANTIATE_TEST_SUITE_P(Clocks, WireTiming,
                         testing::Combine(testing::Values(1U, 2U, 3U, 4U), testing::Values(0U, 2U),
                                          testing::Values(0U, 1U, 3U)));

TEST(WaveBroadcast, ShowsStarsAndTellsLikeFlitsApart) {
  WaveNetwork network(2, 2);
  const std::string path = scratch_path("waves.vcd");
  for (Clock due = 5; due < 8; ++due) {
    network.send(0, due, {4, false, every_port, every_port, every_port});
  }
  network.run({path});
  const VcdReader vcd(path);
  const std::string lane = "network.cabinet0.drawer0.router0.lane0.";
  EXPECT_EQ(vcd.clocks_high(lane + "valid"), (Clocks{4, 5, 6}));
  for (const char* star : {"gamma_star", "pi_star", "delta_star"}) {
    EXPECT_EQ(vcd.clocks_high(lane + star), (Clocks{4, 5, 6})) << star;
  }
  EXPECT_EQ(vcd.in_clock(lane + "gamma", 4), 0U);
  EXPECT_NE(vcd.in_clock(lane + "beat", 4), vcd.in_clock(lane + "beat", 5));
  EXPECT_NE(vcd.in_clock(lane + "beat", 5), vcd.in_clock(lane + "beat", 6));
  // A global hop sets γ to 0.
  const std::string output = "network.cabinet0.drawer0.router0.global0.";
  EXPECT_EQ(vcd.in_clock(output + "valid", 5), 1U);
  EXPECT_EQ(vcd.in_clock(output + "gamma_star", 5), 0U);
  EXPECT_EQ(vcd.in_clock(output + "delta_star", 5), 1U);
}

TEST(WaveOptionsTest, RefusesAnEmptyWindow) {
  WaveNetwork network(2, 2);
  EXPECT_THROW(WaveWriter(*network.fabric, {scratch_path("w.vcd"), 8, 7}), std::invalid_argument);
  EXPECT_NO_THROW(WaveWriter(*network.fabric, {scratch_path("w.vcd"), 7, 7}));
}

TEST(WaveOptionsTest, RefusesAScopeThatMatchesNothing) {
  WaveNetwork network(2, 2);
  EXPECT_THROW(WaveWriter(*network.fabric, {scratch_path("w.vcd"), 0, never, "cabinet2"}),
               std::invalid_argument);
}

TEST(WaveOptionsTest, RefusesTheNameOfTheSaveFile) {
  WaveNetwork network(2, 2);
  EXPECT_THROW(WaveWriter(*network.fabric, {scratch_path("w.gtkw")}), std::invalid_argument);
}

TEST(WaveOptionsTest, RefusesMoreSignalsThanAViewerTakes) {
  WaveNetwork network(16, 32);
  EXPECT_THROW(WaveWriter(*network.fabric, {scratch_path("w.vcd")}), std::invalid_argument);
  EXPECT_NO_THROW(WaveWriter(*network.fabric, {scratch_path("w.vcd"), 0, never, "cabinet0"}));
}

}  // namespace
}  // namespace swapfly::test
