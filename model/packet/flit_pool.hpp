#pragma once

#include <vector>

#include "model/packet/flit.hpp"

namespace swapfly {

/// A flit's place in the pool.
using FlitHandle = std::uint32_t;

/// All flits of a network, wherever they are; the FIFOs are lists through this pool.
///
/// A hop then moves four bytes, not a flit, and the memory that a run touches grows with the flits
/// under way, not with FIFOs times depth. Places are used again last in, first out, so that few
/// flits stay in few cache lines. Which place a flit gets depends on the order in which routers are
/// stepped; nothing that a user sees may depend on it.
class FlitPool {
 public:
  static constexpr FlitHandle none = ~FlitHandle{0};

  /// A flit and what its FIFO needs to know of it: half a cache line.
  struct alignas(32) Entry {
    Flit flit;
    FlitHandle next = none;  ///< the one behind it in its FIFO; the oldest, behind the last
    /// The clock, modulo 2^32, from which on it is in the FIFO; before, it is on its way there.
    std::uint32_t when = 0;
  };

  /// References to entries end with the next take().
  Entry& operator[](FlitHandle handle) { return entries_[handle]; }
  const Entry& operator[](FlitHandle handle) const { return entries_[handle]; }

  FlitHandle take(Flit flit) {
    if (first_free_ == none) grow();
    const FlitHandle handle = first_free_;
    Entry& entry = entries_[handle];
    first_free_ = entry.next;
    entry.flit = flit;
    return handle;
  }
  void give_back(FlitHandle handle) {
    entries_[handle].next = first_free_;
    first_free_ = handle;
  }

 private:
  void grow();

  std::vector<Entry> entries_;
  FlitHandle first_free_ = none;
};

static_assert(sizeof(FlitPool::Entry) == 32, "two to a cache line");

}  // namespace swapfly
