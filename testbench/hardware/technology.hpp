#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/scenario/scenario.hpp"

namespace swapfly {

/// What the router of rtl/ can be built of, to learn how short its clock may be.
enum class Technology {
  ice40,   ///< an FPGA, the Lattice iCE40 HX8K: yosys and nextpnr-ice40
  osu018,  ///< the OSU standard cells of 0.18 um: yosys with abc, and OpenSTA
};

const char* name_of(Technology technology);
std::vector<std::string> technology_names();
/// Requires one of technology_names().
Technology technology_named(const std::string& name);

/// The router of a scenario as it is built: on the FPGA with 8 payload bits where the scenario has
/// more than 16, so that it fits.
RouterParameters router_built(Technology technology, const NetworkScenario& network);

/// Throws ConfigurationError for a router that is too large, as far as its FIFOs alone tell.
void check_size(Technology technology, const RouterParameters& router);

/// One line that names a tool or file that is missing and its package of Debian; nothing where all
/// is there.
std::optional<std::string> missing_tool(Technology technology);

}  // namespace swapfly
