#include "testbench/claims/claim_scenario.hpp"

#include <fmt/core.h>

namespace swapfly {

std::string to_string(const HopClocks& clocks) {
  const std::string hops =
      clocks.local() == clocks.global()
          ? fmt::format("t_w = {}", clocks.local())
          : fmt::format("t_local = {}, t_global = {}", clocks.local(), clocks.global());
  return fmt::format("{}, t_s = {}", hops, clocks.nic);
}

Json topology_keys(const SwappedDragonfly& topology) {
  Json keys = {{"K", topology.K()}, {"M", topology.M()}};
  keys["group"] = {{"c", name_of(topology.cabinet_group())},
                   {"p", name_of(topology.drawer_group())}};
  return keys;
}

Json scenario_for(const SwappedDragonfly& topology, const HopClocks& clocks, Json workload) {
  return {{"topology", topology_keys(topology)},
          {"router", {{"latency", clocks.router}}},
          {"link", {{"local", clocks.local_link}, {"global", clocks.global_link}}},
          {"nic", {{"latency", clocks.nic}}},
          {"workload", std::move(workload)}};
}

}  // namespace swapfly
