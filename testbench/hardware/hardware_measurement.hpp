#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "testbench/hardware/technology.hpp"
#include "testbench/hardware/tool_reports.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

struct HardwareRequest {
  Technology technology = Technology::ice40;
  RouterParameters router;
  unsigned placements = 1;        ///< on the FPGA, from seed 1 on
  std::filesystem::path reports;  ///< where files of the tools stay; empty: nowhere
  unsigned at_once = 1;           ///< processes
  std::filesystem::path scripts;  ///< tools/hardware
};

/// What the tools made of a router, whatever happened.
struct HardwareMeasurement {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if there is none
  Technology technology = Technology::ice40;
  RouterParameters router;
  CellCount cells;
  std::vector<CriticalPath> paths;  ///< a placement each; one where nothing is placed

  /// Shortest first; requires a path.
  std::vector<CriticalPath> sorted_paths() const;
  /// Of the periods; requires a path.
  double median_period() const;
};

/// Told before the first process and after every one.
using HardwareListener = std::function<void(std::size_t done, std::size_t all)>;

/// Synthesises the router, and places it or works out its timing, by the scripts of tools/hardware,
/// each a process of its own. Fails where one does: the error names its log, which then stays.
HardwareMeasurement measure_hardware(const HardwareRequest& request,
                                     const std::atomic<bool>& stop_requested,
                                     const HardwareListener& listener = {});

}  // namespace swapfly
