#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "model/router/router_parameters.hpp"
#include "testbench/records/packet_log.hpp"
#include "testbench/results/result.hpp"
#include "testbench/scenario/scenario.hpp"

namespace swapfly {

struct WaveRequest {
  std::string file;  ///< empty: no waveform
  Clock from = 0;
  Clock to = never;
  std::string scope = "*";
};

struct PacketRequest {
  std::string file;  ///< empty: no log of packets
  PacketLog::Which which = PacketLog::Which::final_copies;
};

struct SimulationRequest {
  ScenarioSource source;
  WaveRequest wave;
  PacketRequest packets;
  bool link_loads = false;
  bool hop_times = false;
  /// Clocks for which a run in lock-step goes on after the first difference.
  Clock clocks_after_difference = 0;
  bool progress = false;  ///< on standard error
};

/// Reads the scenario, runs it, checks it. Never throws: whatever happens is in the result. Once
/// per process, since SystemC elaborates once.
Result simulate(const SimulationRequest& request, const std::atomic<bool>& stop_requested);

}  // namespace swapfly
