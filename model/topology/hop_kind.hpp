#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// Links as a measurement tells them apart: those between two routers, and those by which a router
/// reaches itself.
enum class HopKind {
  local,      ///< local port δ > 0
  global,     ///< a global port to another router
  hold,       ///< local port 0
  self_loop,  ///< global port 0 of a router with p = d
};

constexpr std::array<HopKind, 4> hop_kinds = {HopKind::local, HopKind::global, HopKind::hold,
                                              HopKind::self_loop};

/// A value for each kind.
template <class Value>
class ByHopKind {
 public:
  Value& operator[](HopKind kind) { return values_[static_cast<std::size_t>(kind)]; }
  const Value& operator[](HopKind kind) const { return values_[static_cast<std::size_t>(kind)]; }

  friend bool operator==(const ByHopKind& a, const ByHopKind& b) { return a.values_ == b.values_; }
  friend bool operator<(const ByHopKind& a, const ByHopKind& b) { return a.values_ < b.values_; }

 private:
  std::array<Value, hop_kinds.size()> values_{};
};

inline HopKind hop_kind(const SwappedDragonfly& topology, const Coordinates& from, Port port) {
  if (topology.kind(port) == PortKind::local) {
    return topology.number(port) == 0 ? HopKind::hold : HopKind::local;
  }
  return topology.number(port) == 0 && from.d == from.p ? HopKind::self_loop : HopKind::global;
}

/// "local", "global", "hold", "self_loop"
inline const char* name_of(HopKind kind) {
  switch (kind) {
    case HopKind::local:
      return "local";
    case HopKind::global:
      return "global";
    case HopKind::hold:
      return "hold";
    case HopKind::self_loop:
      return "self_loop";
  }
  return "local";
}

}  // namespace swapfly
