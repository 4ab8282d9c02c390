#pragma once

#include <string>
#include <vector>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// "cabinet0.drawer1.router2": a router's place in the hierarchy of the waveforms, below "network".
std::string router_path(const Coordinates& at);

/// Whether all of `text` is `pattern`, in which `*` is any run of characters and `?` any one.
bool matches_glob(const std::string& pattern, const std::string& text);

/// The routers that `patterns` select, in the order of their numbers. Patterns are globs, separated
/// by commas; one selects a router by its path, or by the path of the drawer or cabinet it is in,
/// with or without "network." in front. Throws std::invalid_argument, whose line begins with the
/// option or key `asked_by`, if one of them selects none.
std::vector<RouterId> routers_in_scope(const std::string& patterns,
                                       const SwappedDragonfly& topology,
                                       const std::string& asked_by);

}  // namespace swapfly
