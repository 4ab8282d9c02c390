#pragma once

#include <cstdint>
#include <optional>
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
  // Only one hop can be: what follows is global, or the end. Values are chosen here and below, not
  // ways: which of them it is to be is a coin toss to a branch predictor.
  const bool skipped = header.skip & (header.hops % 2 == 1) & (header.delta == 0);
  const auto mask = static_cast<std::uint16_t>(-static_cast<int>(skipped));
  header.hops = static_cast<std::uint8_t>(header.hops - static_cast<int>(skipped));
  header.delta = static_cast<std::uint16_t>(header.delta | (header.pi & mask));  // delta is 0
  header.pi = static_cast<std::uint16_t>(header.pi & ~mask);
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
constexpr Header after_hop(const Header& header) {
  const bool local = header.hops % 2 == 1;
  const auto mask = static_cast<std::uint16_t>(-static_cast<int>(local));
  Header after;
  after.hops = static_cast<std::uint8_t>(header.hops - 1);
  after.skip = header.skip;
  after.gamma = static_cast<std::uint16_t>(header.gamma & mask);
  after.pi = static_cast<std::uint16_t>(header.pi & ~mask);
  after.delta = static_cast<std::uint16_t>((header.pi & mask) | (header.delta & ~mask));
  return without_skipped_hops(after);
}

/// Whether any field holds `*`.
constexpr bool spreads(const Header& header) {
  return header.gamma == every_port || header.pi == every_port || header.delta == every_port;
}

/// Copies that arrive in the end, on D3(K,M): 1 without `*`.
std::uint64_t copies_of_spreading(Header header, unsigned K, unsigned M);
inline std::uint64_t copies(const Header& header, unsigned K, unsigned M) {
  return spreads(header) ? copies_of_spreading(header, K, M) : 1;
}

/// The routers at which copies arrive, one entry a copy, in port order.
std::vector<RouterId> destinations(const Header& header, RouterId from,
                                   const SwappedDragonfly& topology);

/// The ports by which the copy that arrives at `to` leaves the routers on its way, holds included;
/// nothing if no copy arrives there. There is never more than one: each of the three fields drives
/// one hop at most, two local hops have one global hop between them, and so the ports that stand
/// for
/// `*` move the copy in the three coordinates one by one.
std::optional<std::vector<Port>> path(const Header& header, RouterId from, RouterId to,
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
