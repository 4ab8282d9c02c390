#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>

#include "testbench/hardware/hardware_measurement.hpp"

namespace swapfly {

/// --technology and what goes with it.
struct HardwareOptions {
  std::string technology;  ///< empty: none
  std::string placements;  ///< empty: 5
  std::filesystem::path reports;
};

void add_hardware_options(CLI::App& command, HardwareOptions& options);

/// What the options ask for; nothing without --technology. Throws ConfigurationError where tools
/// are missing or the router cannot be built.
std::optional<HardwareRequest> hardware_request(const HardwareOptions& options,
                                                const NetworkScenario& network, unsigned at_once);

}  // namespace swapfly
