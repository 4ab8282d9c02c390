#include "model/network/fabric.hpp"

#include <algorithm>
#include <cassert>

namespace swapfly {

/// What a router's step is connected to.
struct Fabric::Connections final : RouterConnections {
  Connections(Fabric& of, RouterId id, const Coordinates& at, NicCore& beside)
      : fabric(of), router(id), place(at), nic(beside) {}

  Fabric& fabric;
  RouterId router;
  const Coordinates& place;
  NicCore& nic;

  void send(Port port, unsigned channel, FlitHandle flit, unsigned clocks_ago) override {
    const RouterId to = fabric.topology_.beyond(place, port);
    const FarSide& far = fabric.far_sides_[port];
    fabric.routers_[to].flit_arrives(fabric.now_ - clocks_ago + far.hop_clocks, far.port, channel,
                                     flit);
    fabric.wake_for(to);
  }
  void send(Port port, unsigned channel, FlitHandle flit) { send(port, channel, flit, 0); }
  FlitPool& pool() override { return fabric.routers_.pool(); }

  void free(Port port, unsigned channel) override {
    // A link leads back to where it comes from by the same port.
    const RouterId from = fabric.topology_.beyond(place, port);
    const FarSide& far = fabric.far_sides_[port];
    fabric.routers_[from].credit_arrives(fabric.now_ + far.credit_clocks, far.port, channel);
    fabric.wake_for(from);
  }

  void free_lane(unsigned lane) override { nic.lane_freed(lane); }

  void eject(std::vector<Ejection>& offered) override {
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
      routers_(router_parameters_, topology.routers()),
      alarms_(topology.drawer_count(), 0),
      router_scratch_(router_parameters_) {
  assert(router.K == topology.K() && router.M == topology.M());
  assert(router.lanes == nic.lanes && router.depth == nic.lane_depth);
  for (Port port = 0; port < topology.ports(); ++port) {
    far_sides_.push_back({static_cast<std::uint16_t>(topology.opposite(port)),
                          static_cast<std::uint16_t>(router.hop_clocks(port)),
                          static_cast<std::uint16_t>(router.credit_clocks(port))});
  }
  nics_.reserve(topology.routers());
  for (RouterId id = 0; id < topology.routers(); ++id) {
    nics_.emplace_back(id, nic_parameters_, router_parameters_, ledger_, traffic_);
  }
}

void Fabric::replace(RouterId router, RouterTwin& twin) {
  twins_.resize(topology_.routers());
  twins_[router] = &twin;
}

void Fabric::step_at(RouterId id, const Coordinates& place) {
  const RouterCore router = routers_[id];
  NicCore& nic = nics_[id];
  if (!router.idle()) {
    Connections connections(*this, id, place, nic);
    RouterTwin* const twin = twins_.empty() ? nullptr : twins_[id];
    const RouterMoves moves = twin == nullptr
                                  ? router.step(now_, router_scratch_, connections)
                                  : twin->step(now_, router, router_scratch_, connections);
    grants_ += moves.grants;
    flits_in_flight_ += moves.grants;
    flits_in_flight_ -= moves.departures;
  } else if (now_ < nic.next_event()) {
    return;
  }
  flits_in_flight_ += nic.step(now_, router, nic_scratch_);
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
  ++asleep_;
}

void Fabric::step_drawer(unsigned drawer) {
  const RouterId first = drawer * topology_.M();
  Coordinates place = topology_.coordinates(first);
  for (; place.p < topology_.M(); ++place.p) step_at(first + place.p, place);
  settle_drawer(drawer);
}

void Fabric::wake(unsigned drawer) {
  if (awake(drawer)) return;
  alarms_[drawer] = 0;
  --asleep_;
  if (on_wake_) on_wake_(drawer);
}

bool Fabric::quiescent() const {
  return asleep_ == drawers() &&
         std::all_of(alarms_.begin(), alarms_.end(), [](Clock alarm) { return alarm == never; });
}

const Flit* Fabric::output_wire(RouterId router, Port port) const {
  const LinkEnd to = topology_.neighbour(router, port);
  return routers_[to.router].arriving(now_ + 1 + router_parameters_.link_clocks(port), to.port);
}

const Flit* Fabric::lane_wire(RouterId router, unsigned lane) const {
  return routers_[router].arriving(now_ + 1, router_parameters_.ports() + lane);
}

bool Fabric::credit_wire(RouterId router, Port port, unsigned channel) const {
  const LinkEnd from = topology_.neighbour(router, port);
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
