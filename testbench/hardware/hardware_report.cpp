#include "testbench/hardware/hardware_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

Json path_json(const CriticalPath& path) {
  return {
      {"period_ns", path.period}, {"levels", path.levels}, {"from", path.from}, {"to", path.to}};
}

/// The kinds that matter, by technology.
std::string cells_text(const HardwareMeasurement& hardware) {
  const CellCount& cells = hardware.cells;
  if (hardware.technology == Technology::ice40) {
    return fmt::format("{} LUTs, {} flip-flops, {} carries", cells.of("SB_LUT4"),
                       cells.of("SB_DFF"), cells.of("SB_CARRY"));
  }
  return fmt::format("{}, {} of them flip-flops, on {:.0f} um2", cells.all(), cells.of("DFF"),
                     cells.area);
}

}  // namespace

Json to_json(const HardwareMeasurement& hardware, const ZeroLoad& at_rest) {
  const std::vector<CriticalPath> sorted = hardware.sorted_paths();
  const double period = hardware.median_period();
  Json paths = Json::array();
  for (const CriticalPath& path : hardware.paths) paths.push_back(path_json(path));
  Json t_w;
  for (const HopKind kind : hop_kinds) {
    const std::optional<FittedLatency>& latency = at_rest.t_w[kind];
    t_w[name_of(kind)] = latency ? Json(latency->clocks * period) : Json(nullptr);
  }
  const RouterParameters& router = hardware.router;
  Json json = {{"technology", name_of(hardware.technology)},
               {"payload", router.payload_bits},
               {"lanes", router.lanes},
               {"period_ns",
                {{"median", period},
                 {"smallest", sorted.front().period},
                 {"largest", sorted.back().period}}},
               {"clock_mhz", 1000 / period},
               {"flits_per_ns", 1 / period},
               {"t_w_ns", t_w},
               {"levels", sorted[(sorted.size() - 1) / 2].levels},
               {"cells", hardware.cells.all()},
               {"cell_kinds", hardware.cells.kinds},
               {"critical_paths", paths}};
  const bool has_area = hardware.technology == Technology::osu018;
  json["area_um2"] = has_area ? Json(hardware.cells.area) : Json(nullptr);
  return json;
}

std::string to_text(const HardwareMeasurement& hardware, const ZeroLoad& at_rest) {
  const std::vector<CriticalPath> sorted = hardware.sorted_paths();
  const double period = hardware.median_period();
  const CriticalPath& path = sorted[(sorted.size() - 1) / 2];
  const RouterParameters& router = hardware.router;
  std::string out = fmt::format("\nbuilt of {}: router.payload {}, nic.lanes {}\n",
                                name_of(hardware.technology), router.payload_bits, router.lanes);
  out += fmt::format("  {:<9} {:.3f} ns, {:.1f} MHz", "clock", period, 1000 / period);
  if (sorted.size() > 1) {
    out += fmt::format("; median of {} placements, {:.3f} to {:.3f} ns", sorted.size(),
                       sorted.front().period, sorted.back().period);
  }
  out += "\n";
  for (const HopKind kind : hop_kinds) {
    const std::optional<FittedLatency>& latency = at_rest.t_w[kind];
    if (!latency) continue;
    out += fmt::format("  {:<9} {:.3f} ns, {:g} clocks\n", name_of(kind), latency->clocks * period,
                       latency->clocks);
  }
  out += fmt::format("  {:<9} {:.4f} flits a ns\n", "link", 1 / period);
  out += fmt::format("  {:<9} {}\n", "cells", cells_text(hardware));
  out += fmt::format("  {:<9} {} levels from {} to {}\n", "path", path.levels, path.from, path.to);
  return out;
}

}  // namespace swapfly
