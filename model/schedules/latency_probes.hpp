#pragma once

#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/hop_kind.hpp"

namespace swapfly {

/// A flit alone in the network: where it starts, and what its path is made of by the routing rule.
struct LatencyProbe {
  Coordinates from;
  Header header;
  Coordinates to;
  ByHopKind<std::uint64_t> hops;
};

/// Probes one behind the other, from (0,0,0): each starts where the one before it ended. Their
/// paths have 1 to `longest` hops, with every kind of hop that the network has in numbers that
/// vary independently, so that the clocks of each kind, and a constant, follow from the times of
/// the paths.
std::vector<LatencyProbe> latency_probes(const SwappedDragonfly& topology, unsigned longest);

}  // namespace swapfly
