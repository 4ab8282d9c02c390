#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// A channel as every router has it: an output port and a virtual channel on its link.
struct Channel {
  Port port = 0;
  unsigned virtual_channel = 0;
};

/// The channel dependency graph of the headers a scenario uses. A flit that holds a buffer of one
/// channel and asks for another makes the first depend on the second; wormhole and virtual
/// cut-through networks whose graph has no cycle cannot deadlock (Dally and Seitz 1987).
///
/// The nodes here are (port, virtual channel) rather than one per router: the routing rule does not
/// know its router, so a header makes the same dependencies everywhere. No cycle here means no
/// cycle in the network. A cycle here is one in the network as well, where every router may send: a
/// closed walk of ports, repeated from any router, returns to it, since ports act as permutations
/// of a finite set. (The tests build the full graph on small networks and compare.)
class ChannelDependencies {
 public:
  ChannelDependencies(const SwappedDragonfly& topology, unsigned virtual_channels);

  /// All dependencies of a flit that starts with `header`, whichever router sends it.
  void add(const Header& header);

  /// A cycle of channels, each depending on the next and the last on the first; empty if there is
  /// none, which proves the headers added so far free of deadlock.
  std::vector<Channel> cycle() const;

 private:
  std::vector<std::size_t> channels_of(const Header& header, const Header& next) const;

  SwappedDragonfly topology_;
  unsigned virtual_channels_;
  std::vector<std::vector<bool>> depends_;  // [channel][channel]
};

/// "global1 vc0 -> local2 vc0 -> global1 vc0".
std::string to_string(const std::vector<Channel>& cycle, const SwappedDragonfly& topology);

}  // namespace swapfly
