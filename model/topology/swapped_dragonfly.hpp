#pragma once

#include <cstdint>
#include <string>

#include "model/topology/group.hpp"

namespace swapfly {

/// A router, numbered (c*M + d)*M + p. A node carries the number of its router.
using RouterId = std::uint32_t;

/// A port of a router: local ports 0..M-1, then global ports M..M+K-1.
using Port = std::uint32_t;

enum class PortKind { local, global };

/// Cabinet, drawer, and router in the drawer.
struct Coordinates {
  unsigned c = 0;
  unsigned d = 0;
  unsigned p = 0;

  friend bool operator==(const Coordinates& a, const Coordinates& b) {
    return a.c == b.c && a.d == b.d && a.p == b.p;
  }
  friend bool operator!=(const Coordinates& a, const Coordinates& b) { return !(a == b); }
};

/// Where a link ends: it enters `router` by `port`, the port by which that router reaches back.
struct LinkEnd {
  RouterId router = 0;
  Port port = 0;
};

/// The wiring of the Swapped Dragonfly D3(K,M) as arithmetic; nothing is stored but the sizes.
///
/// Local port δ leads from (c,d,p) to (c, d, p+δ). Global port γ leads to (c+γ, p, d): the last two
/// coordinates swap, which is what lets a packet carry its route as three port numbers ([D1] §2).
/// Local port 0 of every router, and global port 0 of a router with p = d, lead back to the router
/// itself. They are ordinary links here ("holds"), so that synchronous schedules stay in step and
/// no other piece needs a special case.
class SwappedDragonfly {
 public:
  /// The largest K or M: a port number then fits a header field with room to spare.
  static constexpr unsigned largest_size = 1024;
  /// The largest network; what fits a machine is smaller, and the scenario checks it.
  static constexpr std::uint64_t most_routers = 1U << 20U;

  /// Throws std::invalid_argument for a size of 0, a network beyond the limits above, or a boolean
  /// group on a size that is no power of two.
  SwappedDragonfly(unsigned cabinets, unsigned drawers, Group cabinet_group = Group::cyclic,
                   Group drawer_group = Group::cyclic);

  unsigned K() const { return cabinets_; }
  unsigned M() const { return drawers_; }
  Group cabinet_group() const { return cabinet_group_; }
  Group drawer_group() const { return drawer_group_; }

  RouterId routers() const { return cabinets_ * drawers_ * drawers_; }
  /// Drawers in the whole network.
  unsigned drawer_count() const { return cabinets_ * drawers_; }
  /// Ports that carry links, the holds included.
  Port ports() const { return drawers_ + cabinets_; }

  RouterId id(const Coordinates& at) const { return (at.c * drawers_ + at.d) * drawers_ + at.p; }
  Coordinates coordinates(RouterId router) const {
    return {router / drawers_ / drawers_, router / drawers_ % drawers_, router % drawers_};
  }
  bool contains(const Coordinates& at) const {
    return at.c < cabinets_ && at.d < drawers_ && at.p < drawers_;
  }

  Port local_port(unsigned delta) const { return delta; }
  Port global_port(unsigned gamma) const { return drawers_ + gamma; }
  PortKind kind(Port port) const { return port < drawers_ ? PortKind::local : PortKind::global; }
  /// δ of a local port, γ of a global one.
  unsigned number(Port port) const { return port < drawers_ ? port : port - drawers_; }

  Coordinates across_local(const Coordinates& from, unsigned delta) const {
    return {from.c, from.d, add(drawer_group_, from.p, delta, drawers_)};
  }
  Coordinates across_global(const Coordinates& from, unsigned gamma) const {
    return {add(cabinet_group_, from.c, gamma, cabinets_), from.p, from.d};
  }
  Coordinates across(const Coordinates& from, Port port) const {
    return kind(port) == PortKind::local ? across_local(from, number(port))
                                         : across_global(from, number(port));
  }
  /// id(across(from, port)), of which a simulation needs two a hop: by choices of values, not of
  /// ways, for whether a port is local is a coin toss to a branch predictor.
  RouterId beyond(const Coordinates& from, Port port) const {
    const bool local = port < drawers_;
    const unsigned moved = add(local ? drawer_group_ : cabinet_group_, local ? from.p : from.c,
                               local ? port : port - drawers_, local ? drawers_ : cabinets_);
    return id({local ? from.c : moved, local ? from.d : from.p, local ? moved : from.d});
  }
  /// The port by which the far side of a link that leaves by `port` reaches back.
  Port opposite(Port port) const {
    return port < drawers_ ? inverse(drawer_group_, port, drawers_)
                           : drawers_ + inverse(cabinet_group_, port - drawers_, cabinets_);
  }
  LinkEnd neighbour(const Coordinates& from, Port port) const {
    return {id(across(from, port)), opposite(port)};
  }
  LinkEnd neighbour(RouterId router, Port port) const {
    return neighbour(coordinates(router), port);
  }

  /// Pairs of distinct routers joined by local links: K*M drawers, each a complete graph.
  std::uint64_t local_links() const;
  /// Pairs of distinct routers joined by global links. In the cyclic group every link γ is the link
  /// -γ seen from its other side; the KM routers with p = d lack the link γ = 0.
  std::uint64_t global_links() const;

 private:
  unsigned cabinets_;
  unsigned drawers_;
  Group cabinet_group_;
  Group drawer_group_;
};

/// "D3(4,4)", with the groups where they are not cyclic.
std::string to_string(const SwappedDragonfly& topology);
/// "local2", "global0"
std::string port_name(const SwappedDragonfly& topology, Port port);
/// "(1,2,3)"
std::string to_string(const Coordinates& at);

}  // namespace swapfly
