#pragma once

#include <cstdint>
#include <string>

#include "model/topology/swapped_dragonfly.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// The clocks of a case.
struct HopClocks {
  unsigned router = 1;
  unsigned local_link = 0;
  unsigned global_link = 0;
  unsigned nic = 1;  ///< t_s

  std::uint64_t local() const { return std::uint64_t{router} + local_link; }
  std::uint64_t global() const { return std::uint64_t{router} + global_link; }
  /// Local, global, local: a vector.
  std::uint64_t three_hops() const { return 2 * local() + global(); }
  /// A hand-over and the two halves of a depth-4 tree.
  std::uint64_t five_hops() const { return 3 * local() + 2 * global(); }
};

/// "t_w = 2, t_s = 1", or t_local and t_global where they differ.
std::string to_string(const HopClocks& clocks);

/// The `topology` of a scenario.
Json topology_keys(const SwappedDragonfly& topology);

/// A scenario without keys that have their defaults anyway; `workload` holds those of the workload.
Json scenario_for(const SwappedDragonfly& topology, const HopClocks& clocks, Json workload);

}  // namespace swapfly
