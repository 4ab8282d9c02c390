#pragma once

#include <optional>

#include "model/network/run_control.hpp"
#include "testbench/waves/wave_writer.hpp"
#include "tests/testbench/waves/gtkwave_converters.hpp"
#include "tests/testbench/waves/vcd_reader.hpp"

namespace swapfly::test {

/// A small network for the tests of waveforms.
struct WaveNetwork {
  struct Clocks {
    unsigned latency = 1;
    unsigned local_link = 0;
    unsigned global_link = 0;
    unsigned receive = NicParameters::all;
  };

  WaveNetwork(unsigned K, unsigned M) : WaveNetwork(K, M, Clocks()) {}
  WaveNetwork(unsigned K, unsigned M, const Clocks& clocks);

  RouterId id(unsigned c, unsigned d, unsigned p) const { return topology.id({c, d, p}); }
  void send(RouterId from, Clock due, const Header& header, std::uint32_t label = 0,
            std::uint64_t payload = 0, unsigned lane = 0);
  /// Flits from every node in every lane, unicast and broadcast, in random clocks up to `last`,
  /// more than the network can take at once.
  void send_at_random(unsigned seed, Clock last);

  /// Runs until the network is empty, writing waveforms. Expects no error.
  void run(const WaveOptions& options, std::vector<ClockObserver*> others = {});

  SwappedDragonfly topology;
  RouterParameters router;
  NicParameters nic;
  std::optional<Fabric> fabric;
};

}  // namespace swapfly::test
