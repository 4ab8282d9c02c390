#pragma once

#include <string>
#include <string_view>

#include "model/schedules/placement.hpp"

namespace swapfly {

/// Reads which node has which rank: a node a line, [c,d,p] or its number, in the order of the
/// ranks; blank lines and what follows a # count for nothing. Throws ConfigurationError with
/// workload.place, the file's `name`, the line, the value and what is accepted, for a node that is
/// not there or comes twice, and for too few or too many.
Placement parse_placement(std::string_view text, const SwappedDragonfly& topology, Rank processors,
                          const std::string& name);

/// The same the other way round.
std::string placement_text(const Placement& placement, const SwappedDragonfly& topology);

}  // namespace swapfly
