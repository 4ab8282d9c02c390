#pragma once

#include <algorithm>
#include <cstdint>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// Clocks since reset. The clock numbered n is the time between two edges: what is registered at
/// its start decides everything in it, and what it decides is registered at its end.
using Clock = std::uint64_t;
constexpr Clock never = ~Clock{0};

/// What is the same for every router of a network.
struct RouterParameters {
  unsigned K = 1;
  unsigned M = 1;
  unsigned payload_bits = 64;
  unsigned virtual_channels = 2;
  unsigned depth = 8;        ///< flits per FIFO
  unsigned latency = 1;      ///< router clocks, 1..4
  unsigned local_link = 0;   ///< extra clocks on the wire
  unsigned global_link = 0;  ///< extra clocks on the wire
  unsigned lanes = 1;        ///< injection lanes
  bool multicast = true;     ///< obeys `*`

  static constexpr unsigned largest_latency = 4;
  static constexpr unsigned most_virtual_channels = 8;
  static constexpr unsigned largest_link = 64;
  static constexpr unsigned largest_depth = 1024;

  /// Ports with links: local 0..M-1, then global M..M+K-1.
  unsigned ports() const { return M + K; }
  bool is_local(Port port) const { return port < M; }
  unsigned link_clocks(Port port) const { return is_local(port) ? local_link : global_link; }

  /// FIFOs of a router: one per (port, virtual channel), index port * virtual_channels + channel,
  /// then one per lane. Arbiters go round in this order.
  unsigned link_fifos() const { return ports() * virtual_channels; }
  unsigned fifos() const { return link_fifos() + lanes; }

  /// t_w of a port: clocks from the instant a flit can be arbitrated at one router to the same
  /// instant at the next.
  unsigned hop_clocks(Port port) const { return latency + link_clocks(port); }
  unsigned local_hop_clocks() const { return latency + local_link; }
  unsigned global_hop_clocks() const { return latency + global_link; }
  /// Clocks from a slot being freed to its credit being usable at the sender.
  unsigned credit_clocks(Port port) const { return 1 + link_clocks(port); }

  /// Flits a FIFO must hold for a link to run at full rate: a slot is taken by a grant, travels
  /// hop_clocks, is freed at the earliest in that clock, and its credit travels credit_clocks.
  unsigned depth_for_full_rate() const {
    return latency + 1 + 2 * std::max(local_link, global_link);
  }
};

}  // namespace swapfly
