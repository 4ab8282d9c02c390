#pragma once

#include <vector>

#include "model/metrics/sending_routers.hpp"
#include "model/network/run_control.hpp"

namespace swapfly {

/// What a set of links carried.
struct LoadSummary {
  double mean = 0;
  double highest = 0;
  /// The link of the highest load; the first of several.
  RouterId router = 0;
  Port port = 0;
};

/// The flits that went over every link, holds and links of a router to itself included.
struct LinkLoads {
  SwappedDragonfly topology{1, 1};
  /// From the clock in which the first flit could be arbitrated at its source router to the clock
  /// in which the last one was ejected; while flits are under way, to the present clock.
  Clock clocks = 0;
  std::vector<std::uint64_t> flits;  ///< [router * ports + port], of the link that leaves there

  std::uint64_t flits_of(RouterId router, Port port) const {
    return flits[std::size_t{router} * topology.ports() + port];
  }
  /// Flits a clock, from 0 to 1: a link takes one flit in a clock.
  double load(RouterId router, Port port) const;
  /// Of the links of one kind that leave the `count` routers from `first` on.
  LoadSummary summary(PortKind kind, RouterId first, RouterId count) const;
  LoadSummary summary(PortKind kind) const { return summary(kind, 0, topology.routers()); }
};

/// Counts what goes over every link by looking at the wires, so that a network that nobody watches
/// pays nothing.
class LinkLoadCounter : public ClockObserver {
 public:
  explicit LinkLoadCounter(const SwappedDragonfly& topology);

  void clock_done(const Fabric& fabric) override;
  /// Up to now.
  LinkLoads loads(const Fabric& fabric) const;

 private:
  SendingRouters sending_;
  std::vector<std::uint64_t> flits_;  ///< [router * ports + port]
};

}  // namespace swapfly
