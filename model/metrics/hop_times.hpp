#pragma once

#include <unordered_map>
#include <vector>

#include "model/metrics/sending_routers.hpp"
#include "model/network/run_control.hpp"
#include "model/topology/hop_kind.hpp"

namespace swapfly {

/// The clocks of hops under load, of the packets that a run measures latencies of.
///
/// A hop lasts from the clock in which the flit is there to be arbitrated at one router, as far as
/// the wires are concerned, to the same clock at the next: t_w and every wait in a FIFO, behind
/// others, for the output or for a credit. The last router may add a wait before the ejection. So
/// what a copy's hops and its last wait take together is its time in the network.
struct HopTimes {
  ByHopKind<LatencyHistogram> hops;  ///< [kind of link]
  /// Hops out of the source router, whatever their kind: the wait in the lane's FIFO is in them.
  LatencyHistogram first;
  /// From the clock in which a copy is at its last router to its ejection: behind others in its
  /// FIFO, and for a NIC that does not take all that comes.
  LatencyHistogram last_wait;
  std::uint64_t packets = 0;  ///< that went over links

  std::uint64_t count() const;
  /// Hops and last waits, of all copies together.
  std::uint64_t clocks() const;
};

/// Follows every flit from wire to wire, so that a network that nobody watches pays nothing.
class HopTimer : public ClockObserver {
 public:
  /// From now on the network's ejections are watched.
  explicit HopTimer(Fabric& fabric);

  void clock_done(const Fabric& fabric) override;
  const HopTimes& times() const { return times_; }

 private:
  /// A flit that is at a router, or on its way there.
  struct Stay {
    Clock since = 0;        ///< when it can be arbitrated there
    unsigned branches = 1;  ///< copies that are still to leave
    bool at_source = false;
  };
  /// Which packet, at which router, with how many hops left. No two copies of a packet share that:
  /// the ports that stand for `*` move them apart, coordinate by coordinate.
  using Key = std::uint64_t;
  static Key key(const Flit& flit, RouterId router, unsigned hops) {
    static_assert(SwappedDragonfly::most_routers <= 1U << 20U);
    static_assert(2 * RouterParameters::most_virtual_channels <= 1U << 4U);
    return (Key{flit.packet} << 20U | router) << 4U | hops;
  }

  void arrive(const Flit& flit, RouterId router, Clock since, bool at_source);
  void look_at_lanes(const Fabric& fabric, RouterId router);
  void look_at_outputs(const Fabric& fabric, RouterId router);
  void look_at_ejections(const Fabric& fabric, RouterId router);

  SwappedDragonfly topology_;
  SendingRouters sending_;
  std::unordered_map<Key, Stay> stays_;
  std::vector<std::uint32_t> arrived_;  ///< [router] copies there that have no hop left
  HopTimes times_;
};

}  // namespace swapfly
