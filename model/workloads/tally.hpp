#pragma once

#include <cstdint>

#include "model/workloads/content.hpp"

namespace swapfly {

/// What came to a node, or was to come: how many, and a sum that a missing, doubled or altered
/// payload changes.
struct Tally {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;

  void add(std::uint64_t payload) {
    ++count;
    sum += mixed_value(payload, 0);
  }
  void add(const Tally& other) {
    count += other.count;
    sum += other.sum;
  }

  friend bool operator==(const Tally& a, const Tally& b) {
    return a.count == b.count && a.sum == b.sum;
  }
  friend bool operator!=(const Tally& a, const Tally& b) { return !(a == b); }
};

}  // namespace swapfly
