#pragma once

#include <atomic>
#include <string>

#include "testbench/commands/simulation.hpp"

namespace swapfly {

/// Runs a scenario again that ended with a difference in lock-step, and writes what model and RTL
/// of that router do around the clock in question to a waveform. The same seed gives the same run.
/// Returns one line for people: where it is, or why there is none.
std::string write_difference_waveform(const SimulationRequest& request, const Json& difference,
                                      const std::string& file,
                                      const std::atomic<bool>& stop_requested);

}  // namespace swapfly
