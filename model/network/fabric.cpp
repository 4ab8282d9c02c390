#include "model/network/fabric.hpp"

#include <algorithm>
#include <cassert>

namespace swapfly {

struct Fabric::Connections {
  Fabric& fabric;
  RouterId router;
  NicCore& nic;

  void send(Port port, const Flit& flit) {
    const Wire& to = fabric.wire(router, port);
    const Clock when = fabric.now_ + fabric.router_parameters_.hop_clocks(port);
    fabric.routers_[to.router].flit_arrives(when, to.port, flit);
    ++fabric.flits_in_flight_;
    ++fabric.grants_;
    if (!fabric.awake(to.drawer)) fabric.wake(to.drawer);
  }

  void free(Port port, unsigned channel) {
    const Wire& from = fabric.wire(router, port);
    const Clock when = fabric.now_ + fabric.router_parameters_.credit_clocks(port);
    fabric.routers_[from.router].credit_arrives(when, from.port, channel);
    --fabric.flits_in_flight_;
    if (!fabric.awake(from.drawer)) fabric.wake(from.drawer);
  }

  void free_lane(unsigned lane) {
    --fabric.flits_in_flight_;
    nic.lane_freed(lane);
  }

  void eject(std::vector<Ejection>& offered) {
    nic.accept(fabric.now_, offered, fabric.nic_scratch_);
    if (fabric.watched_ejections_.empty()) return;
    for (const Ejection& ejection : offered) {
      if (!ejection.accepted) continue;
      const std::size_t first = std::size_t{router} * fabric.router_parameters_.ports();
      fabric.watched_ejections_[first + ejection.port] = {fabric.now_, *ejection.flit};
    }
  }
};

Fabric::Fabric(const SwappedDragonfly& topology, const RouterParameters& router,
               const NicParameters& nic)
    : topology_(topology),
      router_parameters_(router),
      nic_parameters_(nic),
      ledger_(topology.routers()),
      alarms_(topology.drawer_count(), 0),
      awake_(topology.drawer_count()),
      router_scratch_(router_parameters_) {
  assert(router.K == topology.K() && router.M == topology.M());
  assert(router.lanes == nic.lanes && router.depth == nic.lane_depth);
  const RouterId count = topology.routers();
  routers_.reserve(count);
  nics_.reserve(count);
  wires_.reserve(std::size_t{count} * topology.ports());
  for (RouterId id = 0; id < count; ++id) {
    routers_.emplace_back(router_parameters_);
    nics_.emplace_back(id, nic_parameters_, router_parameters_, ledger_, traffic_);
    for (Port port = 0; port < topology.ports(); ++port) {
      const LinkEnd end = topology.neighbour(id, port);
      wires_.push_back({end.router, end.router / topology.M(), end.port});
    }
  }
}

RouterCounters Fabric::router_counters() const {
  RouterCounters total;
  for (const RouterCore& router : routers_) {
    total.flit_hops += router.counters().flit_hops;
    total.link_conflicts += router.counters().link_conflicts;
    total.stalls += router.counters().stalls;
  }
  return total;
}

void Fabric::step_router(RouterId id) {
  RouterCore& router = routers_[id];
  NicCore& nic = nics_[id];
  const bool router_idle = router.idle();
  if (router_idle && now_ < nic.next_event()) return;
  if (!router_idle) router.step(now_, router_scratch_, Connections{*this, id, nic});
  const std::uint64_t injected = nic.step(now_, router, nic_scratch_);
  flits_in_flight_ += injected;
}

void Fabric::settle_drawer(unsigned drawer) {
  assert(awake(drawer));
  Clock next = never;
  const RouterId first = drawer * topology_.M();
  for (RouterId id = first; id < first + topology_.M(); ++id) {
    if (!routers_[id].idle()) return;
    next = std::min(next, nics_[id].next_event());
  }
  if (next <= now_ + 1) return;
  alarms_[drawer] = next;
  --awake_;
}

void Fabric::wake(unsigned drawer) {
  if (awake(drawer)) return;
  alarms_[drawer] = 0;
  ++awake_;
  if (on_wake_) on_wake_(drawer);
}

bool Fabric::quiescent() const {
  return awake_ == 0 &&
         std::all_of(alarms_.begin(), alarms_.end(), [](Clock alarm) { return alarm == never; });
}

const Flit* Fabric::output_wire(RouterId router, Port port) const {
  const Wire& to = wire(router, port);
  return routers_[to.router].arriving(now_ + 1 + router_parameters_.link_clocks(port), to.port);
}

const Flit* Fabric::lane_wire(RouterId router, unsigned lane) const {
  return routers_[router].arriving(now_ + 1, router_parameters_.ports() + lane);
}

bool Fabric::credit_wire(RouterId router, Port port, unsigned channel) const {
  const Wire& from = wire(router, port);
  const Clock when = now_ + router_parameters_.credit_clocks(port);
  return routers_[from.router].credit_arriving(when, from.port, channel);
}

const Flit* Fabric::ejection_wire(RouterId router, Port port) const {
  assert(!watched_ejections_.empty());
  const WatchedEjection& watched =
      watched_ejections_[std::size_t{router} * router_parameters_.ports() + port];
  return watched.when == now_ ? &watched.flit : nullptr;
}

void Fabric::watch_ejections() {
  watched_ejections_.resize(std::size_t{topology_.routers()} * router_parameters_.ports());
}

}  // namespace swapfly
