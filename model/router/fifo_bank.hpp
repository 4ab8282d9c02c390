#pragma once

#include <cstddef>
#include <vector>

#include "model/packet/flit.hpp"

namespace swapfly {

/// All FIFOs of one router, `depth` flits each.
///
/// The slots lie slot by slot, not FIFO by FIFO, and a FIFO that runs empty starts over at slot 0:
/// in a network that is not saturated the flits of all FIFOs then share a few cache lines. Pointers
/// are not part of what the RTL must equal, contents and order are.
class FifoBank {
 public:
  FifoBank(unsigned fifos, unsigned depth)
      : fifos_(fifos), depth_(depth), states_(fifos), slots_(std::size_t{fifos} * depth) {}

  unsigned count(unsigned fifo) const { return states_[fifo].count; }
  bool full(unsigned fifo) const { return states_[fifo].count == depth_; }
  unsigned depth() const { return depth_; }

  /// The oldest flit. Requires count(fifo) > 0.
  const Flit& front(unsigned fifo) const { return slot(fifo, states_[fifo].head); }
  /// The flit `place` behind the front. Requires place < count(fifo).
  const Flit& at(unsigned fifo, unsigned place) const {
    return slot(fifo, wrap(states_[fifo].head + place));
  }

  /// Requires !full(fifo).
  void push(unsigned fifo, const Flit& flit) {
    State& state = states_[fifo];
    slots_[std::size_t{wrap(state.head + state.count)} * fifos_ + fifo] = flit;
    ++state.count;
  }
  /// Requires count(fifo) > 0.
  void pop(unsigned fifo) {
    State& state = states_[fifo];
    --state.count;
    state.head = static_cast<std::uint16_t>(state.count == 0 ? 0 : wrap(state.head + 1U));
  }

 private:
  struct State {
    std::uint16_t head = 0;
    std::uint16_t count = 0;
  };

  unsigned wrap(unsigned index) const { return index < depth_ ? index : index - depth_; }
  const Flit& slot(unsigned fifo, unsigned index) const {
    return slots_[std::size_t{index} * fifos_ + fifo];
  }

  unsigned fifos_;
  unsigned depth_;
  std::vector<State> states_;
  std::vector<Flit> slots_;
};

}  // namespace swapfly
