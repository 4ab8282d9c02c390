#pragma once

#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/swapped_dragonfly.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {

/// The routing rule of docs and papers, written down a second time: what happens to a flit with
/// hops left.
struct ReferenceHop {
  std::vector<Port> ports;  ///< by which copies leave
  Header next;              ///< what each copy shows on the link
  unsigned channel = 0;     ///< (b - 1) div 2
};

inline Header reference_skip(Header header) {
  while (header.skip && header.hops % 2 == 1 && header.delta == 0) {
    header = {static_cast<std::uint8_t>(header.hops - 1), true, header.gamma, 0, header.pi};
  }
  return header;
}

inline ReferenceHop reference_hop(const Header& header, unsigned K, unsigned M) {
  const bool local = header.hops % 2 == 1;
  const unsigned field = local ? header.delta : header.gamma;
  const unsigned first = local ? 0 : M;
  const unsigned size = local ? M : K;
  ReferenceHop hop;
  for (unsigned number = 0; number < size; ++number) {
    if (field == every_port || field == number) hop.ports.push_back(first + number);
  }
  const auto left = static_cast<std::uint8_t>(header.hops - 1);
  hop.next = reference_skip(local ? Header{left, header.skip, header.gamma, 0, header.pi}
                                  : Header{left, header.skip, 0, header.pi, header.delta});
  hop.channel = hop.next.hops / 2U;
  return hop;
}

/// Where the link `port` of `from` leads, said apart from the code under test.
inline Coordinates reference_neighbour(const SwappedDragonfly& topology, const Coordinates& from,
                                       Port port) {
  if (port < topology.M()) {
    return {from.c, from.d, sum_in(topology.drawer_group(), from.p, port, topology.M())};
  }
  return {sum_in(topology.cabinet_group(), from.c, port - topology.M(), topology.K()), from.p,
          from.d};
}

/// The routers at which copies arrive, one entry a copy.
inline std::vector<RouterId> reference_destinations(const Header& header, RouterId from,
                                                    const SwappedDragonfly& topology) {
  if (header.hops == 0) return {from};
  const ReferenceHop hop = reference_hop(header, topology.K(), topology.M());
  std::vector<RouterId> all;
  for (const Port port : hop.ports) {
    const Coordinates to = reference_neighbour(topology, topology.coordinates(from), port);
    for (const RouterId end : reference_destinations(hop.next, topology.id(to), topology)) {
      all.push_back(end);
    }
  }
  return all;
}

/// Any header with up to `most_hops` hops that fits D3(K,M) and still has a hop to make; one field
/// in `star_in` holds `*` (0: none does).
inline Header random_header(Random& random, unsigned K, unsigned M, unsigned most_hops,
                            unsigned star_in) {
  const auto field = [&](unsigned size) {
    return star_in != 0 && random.one_in(star_in) ? every_port
                                                  : static_cast<std::uint16_t>(random.below(size));
  };
  while (true) {
    Header header;
    header.hops = static_cast<std::uint8_t>(random.between(1, most_hops));
    header.skip = random.one_in(2);
    header.gamma = field(K);
    header.pi = field(M);
    header.delta = field(M);
    header = reference_skip(header);
    if (header.hops > 0) return header;
  }
}

}  // namespace swapfly::test
