// Every value of every signal in every clock, under traffic that fills FIFOs and lets drawers fall
// asleep, against what an observer of its own saw on the fabric's wires.

#include <gtest/gtest.h>

#include <map>

#include "model/packet/flit_layout.hpp"
#include "testbench/waves/scope_pattern.hpp"
#include "tests/testbench/waves/vcd_reader.hpp"
#include "tests/testbench/waves/wave_network.hpp"

namespace swapfly::test {
namespace {

/// What ought to be in the file: by signal, its values by clock.
class Recorder final : public ClockObserver {
 public:
  explicit Recorder(const WaveNetwork& network) : layout_(network.router.K, network.router.M, 64) {}

  void clock_done(const Fabric& fabric) override {
    for (RouterId id = 0; id < fabric.topology().routers(); ++id) record(fabric, id);
    ++clocks_;
  }

  /// Signals whose values differ in some clock, or are missing.
  void expect_equal(const VcdReader& vcd, Clock from, Clock to) const {
    unsigned told = 0;
    for (const auto& [name, values] : expected_) {
      ASSERT_TRUE(vcd.has(name)) << name;
      for (Clock clock = from; clock <= to && clock < clocks_ && told < 10; ++clock) {
        const auto value = values.find(clock);
        const std::uint64_t wanted = value == values.end() ? 0 : value->second;
        if (vcd.in_clock(name, clock) == wanted) continue;
        ADD_FAILURE() << name << " in clock " << clock << " is " << vcd.in_clock(name, clock)
                      << ", not " << wanted;
        ++told;
      }
    }
  }

  Clock clocks() const { return clocks_; }
  std::size_t signals() const { return expected_.size(); }
  /// Of all FIFOs and clocks; to see that the traffic was worth a test.
  std::uint64_t most_held() const { return most_held_; }

 private:
  void record(const Fabric& fabric, RouterId id) {
    const RouterParameters& parameters = fabric.router_parameters();
    const std::string router = "network." + router_path(fabric.topology().coordinates(id)) + ".";
    for (Port port = 0; port < parameters.ports(); ++port) {
      const std::string name = port_name(fabric.topology(), port);
      flit(router + name, fabric.output_wire(id, port), true);
      flit(router + "eject_" + name, fabric.ejection_wire(id, port), true);
      for (unsigned channel = 0; channel < parameters.virtual_channels; ++channel) {
        const std::string fifo = name + "_vc" + std::to_string(channel);
        const bool freed = fabric.credit_wire(id, port, channel);
        set(router + "credit." + fifo, freed ? 1 : 0);
        // The flit that left in this clock was still in the FIFO in it.
        const unsigned left = fabric.router(id).held(port * parameters.virtual_channels + channel);
        hold(router + "fifo." + fifo, left + (freed ? 1 : 0));
      }
    }
    for (unsigned lane = 0; lane < parameters.lanes; ++lane) {
      const std::string name = "lane" + std::to_string(lane);
      flit(router + name, fabric.lane_wire(id, lane), false);
      // A lane says nowhere that a slot was freed: what it held before, and what then came.
      unsigned& next = lane_next_[{id, lane}];
      hold(router + "fifo." + name, next);
      next = fabric.router(id).held(parameters.link_fifos() + lane) +
             (fabric.lane_wire(id, lane) != nullptr ? 1 : 0);
    }
  }

  void flit(const std::string& wire, const Flit* flit, bool has_channel) {
    const Flit none;
    const Flit& shown = flit == nullptr ? none : *flit;
    const auto number = [](std::uint16_t field) { return field == every_port ? 0U : field; };
    set(wire + ".valid", flit == nullptr ? 0 : 1);
    set(wire + ".header", flit == nullptr ? 0 : layout_.pack_header(shown.header));
    set(wire + ".hops", shown.header.hops);
    set(wire + ".skip", shown.header.skip ? 1 : 0);
    set(wire + ".gamma", number(shown.header.gamma));
    set(wire + ".pi", number(shown.header.pi));
    set(wire + ".delta", number(shown.header.delta));
    set(wire + ".gamma_star", shown.header.gamma == every_port ? 1 : 0);
    set(wire + ".pi_star", shown.header.pi == every_port ? 1 : 0);
    set(wire + ".delta_star", shown.header.delta == every_port ? 1 : 0);
    set(wire + ".packet", shown.packet);
    set(wire + ".label", shown.label);
    set(wire + ".payload", shown.payload);
    if (has_channel) set(wire + ".vc", shown.header.hops / 2);
  }

  void hold(const std::string& name, unsigned flits) {
    most_held_ = std::max<std::uint64_t>(most_held_, flits);
    set(name, flits);
  }

  void set(const std::string& name, std::uint64_t value) {
    std::map<Clock, std::uint64_t>& values = expected_[name];
    if (value != 0) values[clocks_] = value;
  }

  FlitLayout layout_;
  Clock clocks_ = 0;
  std::uint64_t most_held_ = 0;
  std::map<std::string, std::map<Clock, std::uint64_t>> expected_;
  std::map<std::pair<RouterId, unsigned>, unsigned> lane_next_;
};

struct Case {
  unsigned K, M, latency, local_link, global_link, receive;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << "D3(" << c.K << "," << c.M << ") latency " << c.latency << " links " << c.local_link
       << "," << c.global_link << " receive " << c.receive;
}

class WaveFidelity : public testing::TestWithParam<Case> {
 protected:
  void expect_all(const char* file, Clock from, Clock to) {
    const Case& c = GetParam();
    WaveNetwork::Clocks clocks;
    clocks.latency = c.latency;
    clocks.local_link = c.local_link;
    clocks.global_link = c.global_link;
    clocks.receive = c.receive;
    WaveNetwork network(c.K, c.M, clocks);
    network.send_at_random(7, 120);
    Recorder recorder(network);
    const std::string path = scratch_path(file);
    network.run({path, from, to}, {&recorder});
    EXPECT_GT(recorder.clocks(), 120U);
    EXPECT_GE(recorder.most_held(), 2U);
    recorder.expect_equal(VcdReader(as_vcd(path)), from, to);
  }
};

TEST_P(WaveFidelity, VcdShowsEveryClock) { expect_all("waves.vcd", 0, never); }
TEST_P(WaveFidelity, VcdShowsAWindow) { expect_all("waves.vcd", 37, 90); }
TEST_P(WaveFidelity, FstShowsEveryClock) { expect_all("waves.fst", 0, never); }
TEST_P(WaveFidelity, FstShowsAWindow) { expect_all("waves.fst", 37, 90); }

INSTANTIATE_TEST_SUITE_P(Networks, WaveFidelity,
                         testing::Values(Case{2, 2, 1, 0, 0, NicParameters::all},
                                         Case{2, 3, 3, 0, 0, 1}, Case{3, 2, 2, 1, 3, 1},
                                         Case{1, 3, 4, 2, 0, 1}, Case{4, 1, 1, 0, 2, 1}));

}  // namespace
}  // namespace swapfly::test
