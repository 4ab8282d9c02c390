#pragma once

#include <functional>
#include <vector>

#include "model/nic/nic_core.hpp"
#include "model/router/router_twin.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// The routers and NICs of one network, wired: everything but the kernel that makes them step.
///
/// A clock is: step every awake drawer, in any order, then finish_clock(). Drawers, not routers,
/// are what sleeps: a drawer with nothing buffered and nothing coming falls asleep until something
/// is sent to it or a program's clock comes. Plain C++; NetworkModule puts a SystemC process behind
/// every drawer.
class Fabric {
 public:
  Fabric(const SwappedDragonfly& topology, const RouterParameters& router,
         const NicParameters& nic);
  Fabric(const Fabric&) = delete;
  Fabric& operator=(const Fabric&) = delete;

  const SwappedDragonfly& topology() const { return topology_; }
  const RouterParameters& router_parameters() const { return router_parameters_; }
  const NicParameters& nic_parameters() const { return nic_parameters_; }
  NicCore& nic(RouterId node) { return nics_[node]; }
  const NicCore& nic(RouterId node) const { return nics_[node]; }
  RouterCore router(RouterId router) const { return routers_[router]; }
  const TrafficCounters& traffic() const { return traffic_; }
  /// Latencies are counted of packets created in clocks `from` to `to` only.
  void measure(Clock from, Clock to) {
    traffic_.measured_from = from;
    traffic_.measured_to = to;
  }
  /// Summed over all routers.
  RouterCounters router_counters() const { return routers_.total(); }
  const PacketLedger& ledger() const { return ledger_; }

  Clock now() const { return now_; }
  /// Flits in FIFOs and on wires.
  std::uint64_t flits_in_flight() const { return flits_in_flight_; }
  /// Grants, ejections and injections so far: while flits are in flight this grows, or they are
  /// stuck.
  std::uint64_t moves() const { return grants_ + traffic_.moves; }

  /// Lets `twin`, which must outlive the run, decide in the place of a router's core.
  void replace(RouterId router, RouterTwin& twin);

  // Stepping.
  unsigned drawers() const { return topology_.drawer_count(); }
  /// One router and its NIC, for clock now().
  void step_router(RouterId router) { step_at(router, topology_.coordinates(router)); }
  /// After all routers of a drawer: keeps the drawer awake, or lets it fall asleep.
  void settle_drawer(unsigned drawer);
  /// Both, for a whole drawer.
  void step_drawer(unsigned drawer);
  bool awake(unsigned drawer) const { return alarms_[drawer] == 0; }
  /// For a drawer asleep: the clock in which it must be awake again; `never` without one.
  Clock alarm(unsigned drawer) const { return alarms_[drawer]; }
  void wake(unsigned drawer);
  /// Called whenever a drawer that slept is woken.
  void on_wake(std::function<void(unsigned drawer)> listener) { on_wake_ = std::move(listener); }
  void finish_clock() { ++now_; }
  /// Nothing will ever happen again.
  bool quiescent() const;

  // What is on the wires in clock now(), between the last step and finish_clock().
  /// The flit at output `port` of `router`; null if none.
  const Flit* output_wire(RouterId router, Port port) const;
  /// The flit on injection lane `lane` into `router`; null if none.
  const Flit* lane_wire(RouterId router, unsigned lane) const;
  /// Whether `router` returns a credit for input `port`, channel `channel`.
  bool credit_wire(RouterId router, Port port, unsigned channel) const;
  /// The flit ejected from input `port` of `router`; null if none. Needs watch_ejections().
  const Flit* ejection_wire(RouterId router, Port port) const;
  void watch_ejections();

  /// Every NIC tells the observer, which must outlive the run, of what it accepts.
  void watch_deliveries(DeliveryObserver& observer) {
    for (NicCore& nic : nics_) nic.watch_deliveries(&observer);
  }

 private:
  struct WatchedEjection {
    Clock when = never;
    Flit flit;
  };
  /// What a router's step is connected to.
  struct Connections;

  /// What all links of a port have in common, seen from the near side.
  struct FarSide {
    std::uint16_t port = 0;
    std::uint16_t hop_clocks = 0;
    std::uint16_t credit_clocks = 0;
  };

  void step_at(RouterId router, const Coordinates& place);
  /// Wakes the drawer of a router to which something was sent.
  void wake_for(RouterId router) {
    if (asleep_ != 0) wake(router / topology_.M());
  }
  SwappedDragonfly topology_;
  RouterParameters router_parameters_;
  NicParameters nic_parameters_;
  PacketLedger ledger_;
  TrafficCounters traffic_;
  RouterArray routers_;
  std::vector<RouterTwin*> twins_;  ///< [router] null where the core decides; empty without twins
  std::vector<NicCore> nics_;
  std::vector<FarSide> far_sides_;  ///< [port]
  std::vector<Clock> alarms_;       ///< [drawer]; 0 while awake
  unsigned asleep_ = 0;
  Clock now_ = 0;
  std::uint64_t flits_in_flight_ = 0;
  std::uint64_t grants_ = 0;
  RouterScratch router_scratch_;
  NicScratch nic_scratch_;
  std::function<void(unsigned)> on_wake_;
  std::vector<WatchedEjection> watched_ejections_;  ///< [router][port], if watched
};

}  // namespace swapfly
