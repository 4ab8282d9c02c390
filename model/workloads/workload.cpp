#include "model/workloads/workload.hpp"

#include "model/packet/swapped_route.hpp"

namespace swapfly {

std::vector<Header> shortest_headers(const SwappedDragonfly& topology) {
  const auto field = [](unsigned port) { return static_cast<std::uint16_t>(port); };
  std::vector<Header> headers;
  for (unsigned gamma = 0; gamma < topology.K(); ++gamma) {
    // A channel depends on that of the next hop only, so that π = δ meets every pair of ports.
    for (unsigned port = 0; port < topology.M(); ++port) {
      headers.push_back(without_skipped_hops({3, true, field(gamma), field(port), field(port)}));
    }
    // To the same drawer and place of another cabinet; where d = p, one hop is enough.
    if (gamma > 0 && topology.M() > 1) headers.push_back({4, true, field(gamma), 0, 0});
  }
  return headers;
}

void run_everywhere(Fabric& fabric, Program& program) {
  for (RouterId node = 0; node < fabric.topology().routers(); ++node) {
    fabric.nic(node).run_program(&program);
  }
}

Claim exact_time(std::string id, std::string formula, std::uint64_t expected, std::string published,
                 const RunFigures& figures) {
  Claim claim;
  claim.id = std::move(id);
  claim.formula = std::move(formula);
  claim.expected = expected;
  claim.measured = figures.cycles;
  claim.published = std::move(published);
  claim.ok = figures.cycles == expected && figures.link_conflicts == 0 && figures.stalls == 0;
  return claim;
}

}  // namespace swapfly
