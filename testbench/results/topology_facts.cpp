#include "testbench/results/topology_facts.hpp"

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Json topology_facts(const SwappedDragonfly& topology) {
  const Distances distance = distances(topology);
  return {{"kind", "swapped_dragonfly"},
          {"routers", topology.routers()},
          {"nodes", topology.routers()},
          {"local_links", topology.local_links()},
          {"global_links", topology.global_links()},
          {"diameter", distance.diameter},
          {"mean_distance", distance.mean}};
}

}  // namespace swapfly
