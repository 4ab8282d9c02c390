#include "model/router/router_core.hpp"

namespace swapfly {
RouterScratch::RouterScratch(const RouterParameters& parameters)
    : outputs(words_for(parameters.ports())),
      winner(parameters.ports()),
      after(parameters.fifos()) {
  ejections.reserve(parameters.ports());
  ejecting.reserve(parameters.ports());
  spreading.reserve(parameters.fifos());
}

void RouterCore::flit_arrives(Clock when, unsigned input, const Flit& flit) const {
  const RouterParameters& shape = parameters();
  const unsigned fifo = input < shape.ports() ? fifo_of(input, channel_of(flit.header.hops))
                                              : shape.link_fifos() + (input - shape.ports());
  enqueue(when, fifo, array_->pool_.take(flit));
}

/// Calls visit(flit) for what is in a FIFO or on its way there, oldest first, while that is true.
template <class Visit>
void RouterCore::for_each_in(unsigned fifo, Visit&& visit) const {
  const FlitHandle last = lists_[fifo];
  if (last == FlitPool::none) return;
  FlitHandle flit = oldest(fifo);
  while (visit(flit) && flit != last) flit = pool(flit).next;
}

unsigned RouterCore::held(unsigned fifo) const {
  unsigned count = 0;
  for_each_in(fifo, [&](FlitHandle flit) {
    if (registered(flit)) ++count;
    return true;
  });
  return count;
}

bool RouterCore::head_waits(unsigned fifo) const {
  return test_bit(words_ + Words::occupied, fifo);
}

const Flit* RouterCore::arriving(Clock when, unsigned input) const {
  const RouterParameters& shape = parameters();
  const bool lane = input >= shape.ports();
  const unsigned first = lane ? shape.link_fifos() + (input - shape.ports()) : fifo_of(input, 0);
  const unsigned last = lane ? first : first + shape.virtual_channels - 1;
  for (unsigned fifo = first; fifo <= last; ++fifo) {
    if (test_bit(arrivals(when), fifo)) return arriving_in(fifo, when);
  }
  return nullptr;
}

/// Requires that a flit enters `fifo` in that clock.
const Flit* RouterCore::arriving_in(unsigned fifo, Clock when) const {
  const Flit* found = nullptr;
  for_each_in(fifo, [&](FlitHandle flit) {
    if (pool(flit).when == static_cast<std::uint32_t>(when)) found = &pool(flit).flit;
    return found == nullptr;
  });
  return found;
}

bool RouterCore::holds_flits() const {
  std::uint64_t any = 0;
  for (unsigned word = 0; word < array_->fifo_words_; ++word) {
    any |= words_[Words::occupied + word];
  }
  return any != 0;
}

bool RouterCore::credit_arriving(Clock when, Port output, unsigned channel) const {
  return test_bit(returns(when), fifo_of(output, channel));
}

}  // namespace swapfly
