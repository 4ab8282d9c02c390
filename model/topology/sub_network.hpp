#pragma once

#include <vector>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// A closed D3(J,L) inside a D3(K,M): the routers whose c is in one set of J cabinets and whose d
/// and p are both in one set of L values ([D2] property 2). The swap keeps such a set closed.
///
/// The J and L chosen values are numbered in the order given; that numbering makes the virtual
/// network. A NIC that wants virtual port δ sends by a physical port that depends on its own place,
/// so the translation takes the router as an argument; a header cannot hold `*` here, because
/// "every port" would leave the set.
class SubNetwork {
 public:
  /// Throws std::invalid_argument for an empty set, a value outside the outer network, a repeated
  /// value, or a virtual group that does not fit the set's size.
  SubNetwork(const SwappedDragonfly& outer, std::vector<unsigned> cabinets,
             std::vector<unsigned> drawers, Group cabinet_group = Group::cyclic,
             Group drawer_group = Group::cyclic);

  const SwappedDragonfly& outer() const { return outer_; }
  /// D3(J,L).
  const SwappedDragonfly& inner() const { return inner_; }

  Coordinates to_outer(const Coordinates& inner) const {
    return {cabinets_[inner.c], drawers_[inner.d], drawers_[inner.p]};
  }
  bool contains(const Coordinates& outer) const;
  /// Requires contains(outer).
  Coordinates to_inner(const Coordinates& outer) const;

  /// The physical port that takes router `at` (an inner place) where virtual port `port` would.
  Port physical_port(const Coordinates& at, Port port) const;

 private:
  SwappedDragonfly outer_;
  SwappedDragonfly inner_;
  std::vector<unsigned> cabinets_;
  std::vector<unsigned> drawers_;
};

}  // namespace swapfly
