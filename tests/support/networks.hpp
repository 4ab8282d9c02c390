#pragma once

#include <vector>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly::test {

/// Every D3(K,M) with K and M up to `limit`, in every pair of groups that fits.
inline std::vector<SwappedDragonfly> small_networks(unsigned limit) {
  std::vector<SwappedDragonfly> networks;
  for (unsigned K = 1; K <= limit; ++K) {
    for (unsigned M = 1; M <= limit; ++M) {
      for (const Group c : {Group::cyclic, Group::boolean}) {
        for (const Group p : {Group::cyclic, Group::boolean}) {
          if (c == Group::boolean && !is_power_of_two(K)) continue;
          if (p == Group::boolean && !is_power_of_two(M)) continue;
          networks.emplace_back(K, M, c, p);
        }
      }
    }
  }
  return networks;
}

/// a + b, said apart from the code under test.
inline unsigned sum_in(Group group, unsigned a, unsigned b, unsigned size) {
  return group == Group::boolean ? (a ^ b) : (a + b) % size;
}

/// Hops from `source` to every router, by breadth-first search over the links.
inline std::vector<unsigned> distances_from(const SwappedDragonfly& topology, RouterId source) {
  constexpr unsigned unreached = ~0U;
  std::vector<unsigned> distance(topology.routers(), unreached);
  std::vector<RouterId> reached{source};
  distance[source] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (Port port = 0; port < topology.ports(); ++port) {
      const RouterId next = topology.neighbour(reached[i], port).router;
      if (distance[next] != unreached) continue;
      distance[next] = distance[reached[i]] + 1;
      reached.push_back(next);
    }
  }
  return distance;
}

}  // namespace swapfly::test
