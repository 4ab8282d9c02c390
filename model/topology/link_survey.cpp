#include "model/topology/link_survey.hpp"

#include <algorithm>
#include <vector>

namespace swapfly {
namespace {

/// The routers that one router is joined to by ports of one kind, each once, itself left out.
std::vector<RouterId> joined(const SwappedDragonfly& topology, RouterId router, PortKind kind) {
  std::vector<RouterId> others;
  for (Port port = 0; port < topology.ports(); ++port) {
    const RouterId other = topology.neighbour(router, port).router;
    if (topology.kind(port) == kind && other != router) others.push_back(other);
  }
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

/// Hops from `source`, breadth first, to every router it reaches; -1 to the others.
std::vector<int> search(const std::vector<std::vector<RouterId>>& neighbours, RouterId source) {
  std::vector<int> hops(neighbours.size(), -1);
  std::vector<RouterId> reached{source};
  reached.reserve(neighbours.size());
  hops[source] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const RouterId next : neighbours[reached[i]]) {
      if (hops[next] >= 0) continue;
      hops[next] = hops[reached[i]] + 1;
      reached.push_back(next);
    }
  }
  return hops;
}

}  // namespace

LinkSurvey survey(const SwappedDragonfly& topology) {
  LinkSurvey found;
  std::vector<std::vector<RouterId>> neighbours(topology.routers());
  for (RouterId router = 0; router < topology.routers(); ++router) {
    const std::vector<RouterId> local = joined(topology, router, PortKind::local);
    const std::vector<RouterId> global = joined(topology, router, PortKind::global);
    // Every pair is seen from both of its routers.
    found.local_links += local.size();
    found.global_links += global.size();
    std::set_union(local.begin(), local.end(), global.begin(), global.end(),
                   std::back_inserter(neighbours[router]));
    found.degree = std::max<std::uint64_t>(found.degree, neighbours[router].size());
  }
  found.local_links /= 2;
  found.global_links /= 2;
  std::uint64_t total = 0;
  for (RouterId source = 0; source < topology.routers(); ++source) {
    for (const int hops : search(neighbours, source)) {
      if (hops < 0) continue;
      if (source == 0) ++found.routers;
      total += static_cast<std::uint64_t>(hops);
      found.diameter = std::max(found.diameter, static_cast<std::uint64_t>(hops));
    }
  }
  const double routers = topology.routers();
  found.mean_distance = static_cast<double>(total) / (routers * routers);
  return found;
}

}  // namespace swapfly
