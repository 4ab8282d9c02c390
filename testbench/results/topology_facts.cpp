#include "testbench/results/topology_facts.hpp"

#include "model/packet/swapped_route.hpp"
#include "model/topology/link_survey.hpp"

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

Json walked_facts(const SwappedDragonfly& topology) {
  const LinkSurvey found = survey(topology);
  return {{"routers", found.routers},           {"local_links", found.local_links},
          {"global_links", found.global_links}, {"degree", found.degree},
          {"diameter", found.diameter},         {"mean_distance", found.mean_distance}};
}

}  // namespace swapfly
