#include "model/metrics/run_figures.hpp"

namespace swapfly {
namespace {

LatencyFigures summary(const LatencyHistogram& histogram) {
  return {histogram.min(), histogram.mean(), histogram.percentile(0.5), histogram.percentile(0.99),
          histogram.max()};
}

}  // namespace

RunFigures figures_of(const Fabric& fabric, std::uint64_t expected_copies) {
  const TrafficCounters& traffic = fabric.traffic();
  const RouterCounters routers = fabric.router_counters();
  const RouterParameters& parameters = fabric.router_parameters();

  RunFigures figures;
  // Flits may be on their way before the first has been ejected.
  if (traffic.last_ejected > traffic.first_arbitrated) {
    figures.cycles = traffic.last_ejected - traffic.first_arbitrated;
  }
  const unsigned hop = parameters.local_hop_clocks();
  if (hop == parameters.global_hop_clocks() && figures.cycles % hop == 0) {
    figures.hops = figures.cycles / hop;
  }
  figures.injected = traffic.injected;
  figures.expected = expected_copies;
  figures.delivered = traffic.delivered;
  figures.lost = expected_copies > traffic.delivered ? expected_copies - traffic.delivered : 0;
  figures.duplicated = traffic.duplicated;
  figures.flit_hops = routers.flit_hops;
  figures.link_conflicts = routers.link_conflicts;
  figures.stalls = routers.stalls + traffic.late;
  figures.latency = summary(traffic.latency);
  figures.network_latency = summary(traffic.network_latency);
  return figures;
}

}  // namespace swapfly
