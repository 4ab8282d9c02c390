#include "model/workloads/workload.hpp"

namespace swapfly {

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
