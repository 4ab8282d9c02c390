#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/schedules/flit_schedule.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// What the network of a scenario can do with a flit.
struct ScheduleLimits {
  SwappedDragonfly topology;
  std::optional<unsigned> lanes = std::nullopt;  ///< of a NIC, where the scenario says how many
  unsigned payload_bits = 64;
  unsigned most_hops = 4;  ///< that the virtual channels bear, skipped hops not counted
  unsigned virtual_channels = 2;
  bool multicast = true;
  std::uint64_t seed = 1;  ///< of payloads that the file leaves out
};

/// Reads a schedule: comma-separated values under a line that names the columns clock, router,
/// lane, header and, if wanted, payload, in any order. docs/schedule.md has the format. Throws
/// ConfigurationError with `name`, the line, the value and what is accepted.
FlitSchedule parse_schedule(std::string_view text, const ScheduleLimits& limits,
                            const std::string& name);

}  // namespace swapfly
