#pragma once

#include <cstdint>
#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// The route encoding of the Swapped Dragonfly: the one routing rule of the synchronizing header
/// ([D2] section 2), its virtual-channel rule, and what follows from them. Pure functions; none
/// needs to know the router's place or the group in use, so every router is the same part.

/// The virtual channel of a flit that arrives with `hops` hops left. b falls at every hop, so the
/// channels are used in falling order, and within one channel global (b even) before local (b odd):
/// no cycle of channels, hence no deadlock.
constexpr unsigned virtual_channel(unsigned hops_on_arrival) { return hops_on_arrival / 2; }

/// Virtual channels that headers of up to `hops` hops need.
constexpr unsigned channels_needed(unsigned hops) { return hops < 2 ? 1 : (hops - 1) / 2 + 1; }

/// The longest headers that `channels` virtual channels bear: channels_needed() the other way
/// round.
constexpr unsigned most_hops(unsigned channels) { return 2 * channels; }

/// Passes over the local hops that `skip` allows: those through port 0, said as the number 0. A
/// flit on a link, or in a NIC's lane, never shows a hop to be skipped.
constexpr Header without_skipped_hops(Header header) {
  while (header.skip && header.hops % 2 == 1 && header.delta == 0) {
    header.hops -= 1;
    header.delta = header.pi;
    header.pi = 0;
  }
  return header;
}

/// The kind of port by which a flit with b > 0 leaves: local where b is odd.
constexpr PortKind next_kind(const Header& header) {
  return header.hops % 2 == 1 ? PortKind::local : PortKind::global;
}

/// δ or γ, whichever is next; may be every_port.
constexpr std::uint16_t next_number(const Header& header) {
  return header.hops % 2 == 1 ? header.delta : header.gamma;
}

/// Calls visit(port) for every output by which a flit with hops left leaves, in port order.
template <class Visit>
void for_each_output(const Header& header, const SwappedDragonfly& topology, Visit&& visit) {
  const bool local = next_kind(header) == PortKind::local;
  const std::uint16_t number = next_number(header);
  const unsigned first = number == every_port ? 0 : number;
  const unsigned last = number == every_port ? (local ? topology.M() : topology.K()) - 1 : number;
  for (unsigned i = first; i <= last; ++i) {
    visit(local ? topology.local_port(i) : topology.global_port(i));
  }
}

/// The header that every copy of a flit carries after its next hop. Requires hops > 0.
constexpr Header after_hop(Header header) {
  if (header.hops % 2 == 1) {
    header.delta = header.pi;
    header.pi = 0;
  } else {
    header.gamma = 0;
  }
  header.hops -= 1;
  return without_skipped_hops(header);
}

/// Copies that arrive in the end, on D3(K,M): 1 without `*`.
std::uint64_t copies(Header header, unsigned K, unsigned M);

/// The routers at which copies arrive, one entry a copy, in port order.
std::vector<RouterId> destinations(const Header& header, RouterId from,
                                   const SwappedDragonfly& topology);

/// Links a flit without `*` crosses, holds included.
unsigned hop_count(const Header& header);

/// Clocks from the first arbitration of a flit to its ejection where it never waits; all copies
/// take the same.
std::uint64_t path_clocks(const Header& header, unsigned local_hop, unsigned global_hop);

/// A shortest path among the headers with b <= 4, `skip` set and hops already passed over; [0;...]
/// for from = to. Its length is the distance in the graph.
Header shortest_header(const Coordinates& from, const Coordinates& to,
                       const SwappedDragonfly& topology);

/// True where every field is `*` or a port of the topology.
bool fits(const Header& header, const SwappedDragonfly& topology);

/// Longest and mean shortest distance over all ordered pairs, self pairs included.
struct Distances {
  unsigned diameter = 0;
  double mean = 0;
};
Distances distances(const SwappedDragonfly& topology);

}  // namespace swapfly
