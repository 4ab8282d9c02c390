#pragma once

#include <map>
#include <string>
#include <vector>

#include "testbench/waves/gtkwave_save.hpp"
#include "testbench/waves/network_probe.hpp"

namespace swapfly {

/// A signal of another source in a router's scope: "rtl.valid_o".
struct ForeignSignal {
  std::string name;
  unsigned width = 1;
};
using ForeignSignals = std::map<RouterId, std::vector<ForeignSignal>>;

enum class WireKind { output, lane, ejection };
/// A wire that a group shows under a name of its own.
struct GroupedWire {
  RouterId router = 0;
  WireKind kind = WireKind::output;
  unsigned number = 0;  ///< the port, of ejections that of the input, or the lane
  std::string name;
};
/// Wires that belong together whatever router they are of, in groups and groups of groups.
struct WireGroup {
  std::string name;
  bool closed = false;
  std::vector<WireGroup> groups;
  std::vector<GroupedWire> wires;
};

/// The text of a GTKWave save file for what the probe has seen. Clock and cycle come first, then of
/// `groups` what carried a flit, then a group for each router. In it, in sight: the
/// headers on every wire that carried a flit. In closed groups: the other fields of these, the
/// FIFOs, the credits, and the wires without a flit. The first few routers with traffic are open,
/// all others closed; of a big network only as many are listed as GTKWave opens in a few seconds.
/// Signals of other sources are a closed group of their router.
std::string network_view(const NetworkProbe& probe, const ForeignSignals& foreign,
                         const std::vector<WireGroup>& groups, const GtkwaveSave::Files& files,
                         Clock first_clock);

/// Picoseconds: 1 clock is 1 ns.
constexpr std::uint64_t clock_period = 1000;

}  // namespace swapfly
