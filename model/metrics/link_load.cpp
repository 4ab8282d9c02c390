#include "model/metrics/link_load.hpp"

namespace swapfly {

double LinkLoads::load(RouterId router, Port port) const {
  return clocks == 0 ? 0
                     : static_cast<double>(flits_of(router, port)) / static_cast<double>(clocks);
}

LoadSummary LinkLoads::summary(PortKind kind, RouterId first, RouterId count) const {
  const bool local = kind == PortKind::local;
  const Port first_port = local ? topology.local_port(0) : topology.global_port(0);
  const Port ports = local ? topology.M() : topology.K();
  LoadSummary summary;
  summary.router = first;
  summary.port = first_port;
  double total = 0;
  for (RouterId router = first; router < first + count; ++router) {
    for (Port port = first_port; port < first_port + ports; ++port) {
      const double here = load(router, port);
      total += here;
      if (here <= summary.highest) continue;
      summary.highest = here;
      summary.router = router;
      summary.port = port;
    }
  }
  summary.mean = total / (static_cast<double>(count) * ports);
  return summary;
}

LinkLoadCounter::LinkLoadCounter(const SwappedDragonfly& topology)
    : sending_(topology.routers()), flits_(std::size_t{topology.routers()} * topology.ports()) {}

void LinkLoadCounter::clock_done(const Fabric& fabric) {
  const Port ports = fabric.topology().ports();
  for (RouterId router = 0; router < fabric.topology().routers(); ++router) {
    if (!sending_.may_send(fabric, router)) continue;
    for (Port port = 0; port < ports; ++port) {
      if (fabric.output_wire(router, port) != nullptr) {
        ++flits_[std::size_t{router} * ports + port];
      }
    }
  }
}

LinkLoads LinkLoadCounter::loads(const Fabric& fabric) const {
  const TrafficCounters& traffic = fabric.traffic();
  LinkLoads loads;
  loads.topology = fabric.topology();
  loads.flits = flits_;
  const Clock end = fabric.flits_in_flight() == 0 ? traffic.last_ejected : fabric.now();
  if (traffic.first_arbitrated < end) loads.clocks = end - traffic.first_arbitrated;
  return loads;
}

}  // namespace swapfly
