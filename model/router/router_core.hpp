#pragma once

#include <algorithm>
#include <vector>

#include "model/packet/swapped_route.hpp"
#include "model/router/router_array.hpp"

namespace swapfly {

class RouterFollower;

/// A flit that has arrived, offered to the NIC. The NIC sets `accepted` in the same clock.
struct Ejection {
  Port port = 0;
  const Flit* flit = nullptr;
  bool accepted = false;
};

/// Working memory of one router's step. Nothing in it outlives the step, so one serves all routers.
struct RouterScratch {
  explicit RouterScratch(const RouterParameters& parameters);

  /// Bits of 64 outputs.
  struct Outputs {
    std::uint64_t wanted = 0;     ///< some head wants it
    std::uint64_t contested = 0;  ///< more than one does
    std::uint64_t requested = 0;  ///< some head wants it and holds a credit
  };
  std::vector<Outputs> outputs;
  std::vector<std::uint16_t> winner;  ///< [output] the FIFO it is granted to, where requested
  std::vector<Header> after;          ///< [fifo] its head's header after this hop
  std::vector<Ejection> ejections;
  std::vector<unsigned> ejecting;   ///< the FIFOs behind `ejections`
  std::vector<unsigned> spreading;  ///< FIFOs whose head goes to every port of a kind
};

/// What moved in a router's step.
struct RouterMoves {
  unsigned grants = 0;      ///< flits sent over links
  unsigned departures = 0;  ///< flits that left a FIFO
};

/// An input-queued router with credit flow control and duplication, stepped one clock at a time: a
/// handle to its row of a RouterArray.
///
/// It obeys the header alone; it knows neither its place nor the group. Every FIFO is its own
/// crossbar input, every output has one round-robin arbiter. A head asks for an output only while
/// it holds a credit for it: choosing first and looking at the credit afterwards deadlocks. A head
/// that holds `*` is replicated asynchronously: outputs are ticked off as they are granted, and the
/// head leaves when all are served.
///
/// Timing. What `step(n)` decides depends on state registered at the start of clock n alone. A flit
/// granted in clock n can be arbitrated at the next router in clock n + latency + link; the slot it
/// left can be used by the sender in clock n + 1 + link. A flit is put into the next FIFO's list
/// when it is granted, a credit into the sender's row, both marked with the clock from which on
/// they count; before that clock nothing looks at them, which makes the order in which routers are
/// stepped within a clock irrelevant.
class RouterCore {
 public:
  RouterCore(RouterArray& array, RouterId router);

  /// A flit that can be arbitrated in clock `when` enters by `input`: a port, or ports() + lane.
  void flit_arrives(Clock when, unsigned input, const Flit& flit) const;
  /// The same for a flit in the pool, by a port and channel, within a simulation.
  void flit_arrives(Clock when, Port port, unsigned channel, FlitHandle flit) const {
    enqueue(when, fifo_of(port, channel), flit);
  }
  void lane_flit_arrives(Clock when, unsigned lane, const Flit& flit) const {
    enqueue(when, array_->link_fifos_ + lane, array_->pool_.take(flit));
  }
  /// A credit for (output, channel) can be used in clock `when`.
  void credit_arrives(Clock when, Port output, unsigned channel) const;

  /// Nothing is buffered here or on the way here: a step would change nothing.
  bool idle() const {
    return std::max(words_[Words::flits_until], words_[array_->credits_until_]) <=
           words_[Words::next_step];
  }

  /// One clock. `out` is what is connected to the ports:
  ///   out.eject(std::vector<Ejection>&)      the NIC marks what it accepts
  ///   out.send(port, channel, handle)        a flit leaves for the next router's FIFO `channel`
  ///   out.free(port, channel)                a slot of an input FIFO was freed
  ///   out.free_lane(lane)                    a slot of a lane FIFO was freed
  template <class Out>
  RouterMoves step(Clock now, RouterScratch& scratch, Out&& out) const;

  const RouterParameters& parameters() const { return *array_->parameters_; }
  RouterCounters counters() const {
    const std::uint64_t* const counted = words_ + array_->counters_;
    return {counted[0], counted[1], counted[2]};
  }
  /// The virtual channel of a flit with `hops` left; the highest there is where channels are short.
  unsigned channel_of(unsigned hops) const {
    return std::min(virtual_channel(hops), array_->channels_ - 1);
  }
  unsigned credits(Port output, unsigned channel) const { return credit(output, channel); }

  // For audits, diagnoses and waveforms; nothing below is needed to run.
  /// Flits in `fifo` as of the last step.
  unsigned held(unsigned fifo) const;
  /// Whether `fifo` holds any.
  bool head_waits(unsigned fifo) const;
  /// The oldest flit. Requires head_waits(fifo).
  const Flit& front(unsigned fifo) const { return pool(oldest(fifo)).flit; }
  /// Calls visit(port) for every output that the head of `fifo` still has to be sent to.
  template <class Visit>
  void for_each_wanted(unsigned fifo, Visit&& visit) const;
  /// The flit on its way into input `port` (or ports() + lane) that can be arbitrated in clock
  /// `when`; null if none is.
  const Flit* arriving(Clock when, unsigned input) const;
  bool credit_arriving(Clock when, Port output, unsigned channel) const;
  /// Calls visit(fifo, flit) for all that can be arbitrated in clock `when`, not before.
  template <class Visit>
  void for_each_arriving(Clock when, Visit&& visit) const;
  /// Calls visit(fifo) for every credit that comes back in clock `when`: that of output and channel
  /// which a FIFO of the same number has as its input and channel.
  template <class Visit>
  void for_each_credit_arriving(Clock when, Visit&& visit) const;
  /// For twins whose grants of clock `now` are still to be seen: not idle until they have been.
  void stay_awake(Clock now) const { flits_until(now + parameters().latency); }

 private:
  friend class RouterArray;
  friend class RouterFollower;
  using Words = RouterArray::Words;

  unsigned fifo_of(Port port, unsigned channel) const { return port * array_->channels_ + channel; }
  /// Which of the sets of bits by clock is that of clock `when`.
  std::size_t turn(Clock when) const {
    return static_cast<std::uint32_t>(when) & array_->clock_mask_;
  }
  std::uint64_t* arrivals(Clock when) const {
    return words_ + array_->arrivals_ + turn(when) * array_->fifo_words_;
  }
  std::uint64_t* returns(Clock when) const {
    return words_ + array_->returns_ + turn(when) * array_->credit_words_;
  }
  std::uint64_t* served(unsigned fifo) const {
    return array_->served_.data() +
           (std::size_t{router_} * array_->fifos_ + fifo) * array_->port_words_;
  }
  FlitHandle oldest(unsigned fifo) const { return pool(lists_[fifo]).next; }
  FlitPool::Entry& pool(FlitHandle handle) const { return array_->pool_[handle]; }
  /// Whether a flit of one of the lists has entered its FIFO: its clock is before the next step.
  bool registered(FlitHandle handle) const {
    const auto next_step = static_cast<std::uint32_t>(words_[Words::next_step]);
    return static_cast<std::int32_t>(pool(handle).when - next_step) < 0;
  }

  std::uint16_t& credit(Port output, unsigned channel) const {
    return outputs_[output * (array_->channels_ + 1) + channel];
  }
  /// The FIFO from which the round robin of an output starts.
  std::uint16_t& next_served(Port output) const {
    return outputs_[output * (array_->channels_ + 1) + array_->channels_];
  }
  void flits_until(Clock when) const {
    words_[Words::flits_until] = std::max(words_[Words::flits_until], when);
  }
  template <class Visit>
  void for_each_in(unsigned fifo, Visit&& visit) const;
  const Flit* arriving_in(unsigned fifo, Clock when) const;
  bool holds_flits() const;
  void enqueue(Clock when, unsigned fifo, FlitHandle flit) const;
  FlitHandle pop(unsigned fifo) const;
  template <unsigned fifo_words>
  [[gnu::always_inline]] inline bool register_inputs(Clock now) const;
  void want(unsigned fifo, RouterScratch& scratch) const;
  void ask(unsigned fifo, Port output, unsigned channel, RouterScratch& scratch) const;
  bool fully_served(unsigned fifo) const;
  // Once a flit and hop: calls would cost as much as what they do.
  template <class Out>
  [[gnu::always_inline]] inline FlitHandle leave(unsigned fifo, Out&& out) const;
  template <class Out>
  unsigned eject(RouterScratch& scratch, Out&& out) const;
  template <class Out>
  [[gnu::always_inline]] inline bool grant(Port output, RouterScratch& scratch, Out&& out) const;
  template <class Out>
  unsigned finish_spreading(RouterScratch& scratch, Out&& out) const;
  template <unsigned fifo_words, unsigned port_words, class Out>
  RouterMoves step_sized(Clock now, RouterScratch& scratch, Out&& out) const;

  RouterArray* array_;
  RouterId router_;
  // Where its rows begin.
  std::uint64_t* words_;
  RouterArray::List* lists_;
  std::uint16_t* outputs_;  ///< [output] a credit counter a channel, and the round robin's start
};

inline RouterCore::RouterCore(RouterArray& array, RouterId router)
    : array_(&array),
      router_(router),
      words_(array.first_row_ + std::size_t{router} * array.words_per_router_),
      lists_(array.lists_.data() + std::size_t{router} * array.fifos_),
      outputs_(array.outputs_.data() + std::size_t{router} * array.outputs_per_router_) {}

inline RouterCore RouterArray::operator[](RouterId router) { return {*this, router}; }
inline const RouterCore RouterArray::operator[](RouterId router) const {
  return {const_cast<RouterArray&>(*this), router};
}

// ---------------------------------------------------------------------------------------------------

inline void RouterCore::enqueue(Clock when, unsigned fifo, FlitHandle flit) const {
  FlitPool::Entry& entry = pool(flit);
  entry.when = static_cast<std::uint32_t>(when);
  RouterArray::List& last = lists_[fifo];
  if (last == FlitPool::none) {
    entry.next = flit;
  } else {
    entry.next = pool(last).next;
    pool(last).next = flit;
  }
  last = flit;
  set_bit(arrivals(when), fifo);
  flits_until(when + 1);
}

inline void RouterCore::credit_arrives(Clock when, Port output, unsigned channel) const {
  set_bit(returns(when), fifo_of(output, channel));
  Clock& until = words_[array_->credits_until_];
  until = std::max(until, when + 1);
}

/// What arrives in this clock becomes part of the state. Returns whether any FIFO holds a flit.
template <unsigned fifo_words>
inline bool RouterCore::register_inputs(Clock now) const {
  const unsigned flit_words = fifo_words != 0 ? fifo_words : array_->fifo_words_;
  const unsigned credit_words = fifo_words == 1 ? 1 : array_->credit_words_;
  words_[Words::next_step] = now + 1;

  std::uint64_t* const flits = arrivals(now);
  std::uint64_t* const back = returns(now);
  std::uint64_t any = 0;
  for (unsigned word = 0; word < flit_words; ++word) {
    const std::uint64_t occupied = words_[Words::occupied + word] | flits[word];
    words_[Words::occupied + word] = occupied;
    any |= occupied;
    flits[word] = 0;
  }
  for (unsigned word = 0; word < credit_words; ++word) {
    const std::uint64_t credits_back = back[word];
    back[word] = 0;
    for_each_bit(credits_back, word * 64, [this](unsigned fifo) {
      const RouterArray::Origin origin = array_->origins_[fifo];
      ++credit(origin.input, origin.channel);
    });
  }
  return any != 0;
}

/// Takes the head off its FIFO. Its place in the pool stays.
inline FlitHandle RouterCore::pop(unsigned fifo) const {
  RouterArray::List& last = lists_[fifo];
  const FlitHandle head = pool(last).next;
  if (head == last) {
    last = FlitPool::none;
    reset_bit(words_ + Words::occupied, fifo);
  } else {
    const FlitHandle next = pool(head).next;
    pool(last).next = next;
    if (!registered(next)) reset_bit(words_ + Words::occupied, fifo);
  }
  return head;
}

inline void RouterCore::ask(unsigned fifo, Port output, unsigned channel,
                            RouterScratch& scratch) const {
  RouterScratch::Outputs& outputs = scratch.outputs[output / 64];
  const std::uint64_t bit = std::uint64_t{1} << output % 64;
  outputs.contested |= outputs.wanted & bit;
  outputs.wanted |= bit;
  if (credits(output, channel) == 0) return;
  // FIFOs ask in rising order: the first one at or after the pointer wins, else the first of all.
  std::uint16_t& winner = scratch.winner[output];
  const bool first = (outputs.requested & bit) == 0;
  if (first || (winner < next_served(output) && next_served(output) <= fifo)) {
    winner = static_cast<std::uint16_t>(fifo);
  }
  outputs.requested |= bit;
}

inline void RouterCore::want(unsigned fifo, RouterScratch& scratch) const {
  const Header header = front(fifo).header;
  const Header after = after_hop(header);
  scratch.after[fifo] = after;
  const unsigned channel = channel_of(after.hops);
  const std::uint16_t number = next_number(header);
  if (number != every_port) {
    const Port first = array_->first_of_kind_[static_cast<std::size_t>(next_kind(header))];
    ask(fifo, first + number, channel, scratch);
    return;
  }
  scratch.spreading.push_back(fifo);
  for_each_wanted(fifo, [&](Port output) { ask(fifo, output, channel, scratch); });
}

template <class Visit>
void RouterCore::for_each_wanted(unsigned fifo, Visit&& visit) const {
  const Header& header = front(fifo).header;
  if (header.hops == 0) return;
  const RouterParameters& shape = parameters();
  const bool local = next_kind(header) == PortKind::local;
  const std::uint16_t number = next_number(header);
  if (number != every_port) {
    visit(Port{local ? number : shape.M + number});
    return;
  }
  const Port first = local ? 0 : shape.M;
  const Port last = local ? shape.M : shape.ports();
  for (Port output = first; output < last; ++output) {
    if (!test_bit(served(fifo), output)) visit(output);
  }
}

inline bool RouterCore::fully_served(unsigned fifo) const {
  bool served = true;
  for_each_wanted(fifo, [&served](Port) { served = false; });
  return served;
}

template <class Out>
inline FlitHandle RouterCore::leave(unsigned fifo, Out&& out) const {
  const FlitHandle head = pop(fifo);
  const unsigned link_fifos = array_->link_fifos_;
  if (fifo < link_fifos) {
    const RouterArray::Origin origin = array_->origins_[fifo];
    out.free(origin.input, origin.channel);
  } else {
    out.free_lane(fifo - link_fifos);
  }
  return head;
}

/// Returns how many heads left.
template <class Out>
unsigned RouterCore::eject(RouterScratch& scratch, Out&& out) const {
  unsigned departures = 0;
  out.eject(scratch.ejections);
  for (std::size_t i = 0; i < scratch.ejections.size(); ++i) {
    if (!scratch.ejections[i].accepted) continue;
    array_->pool_.give_back(leave(scratch.ejecting[i], out));
    ++departures;
  }
  scratch.ejections.clear();
  scratch.ejecting.clear();
  return departures;
}

/// Returns whether the head left with it.
template <class Out>
inline bool RouterCore::grant(Port output, RouterScratch& scratch, Out&& out) const {
  const unsigned fifo = scratch.winner[output];
  next_served(output) = static_cast<std::uint16_t>(fifo + 1 == array_->fifos_ ? 0 : fifo + 1);
  const Header after = scratch.after[fifo];
  const unsigned channel = channel_of(after.hops);
  --credit(output, channel);
  const Flit& head = front(fifo);
  if (next_number(head.header) == every_port) {
    set_bit(served(fifo), output);
    const FlitHandle copy = array_->pool_.take(head);
    pool(copy).flit.header = after;
    out.send(output, channel, copy);
    return false;
  }
  const FlitHandle flit = leave(fifo, out);
  pool(flit).flit.header = after;
  out.send(output, channel, flit);
  return true;
}

/// Returns how many heads left.
template <class Out>
unsigned RouterCore::finish_spreading(RouterScratch& scratch, Out&& out) const {
  unsigned departures = 0;
  for (const unsigned fifo : scratch.spreading) {
    if (!fully_served(fifo)) continue;
    std::fill_n(served(fifo), array_->port_words_, 0);
    array_->pool_.give_back(leave(fifo, out));
    ++departures;
  }
  scratch.spreading.clear();
  return departures;
}

template <class Visit>
void RouterCore::for_each_arriving(Clock when, Visit&& visit) const {
  for (unsigned word = 0; word < array_->fifo_words_; ++word) {
    for_each_bit(arrivals(when)[word], word * 64,
                 [&](unsigned fifo) { visit(fifo, *arriving_in(fifo, when)); });
  }
}

template <class Visit>
void RouterCore::for_each_credit_arriving(Clock when, Visit&& visit) const {
  for (unsigned word = 0; word < array_->credit_words_; ++word) {
    for_each_bit(returns(when)[word], word * 64, visit);
  }
}

template <unsigned fifo_words, unsigned port_words, class Out>
RouterMoves RouterCore::step_sized(Clock now, RouterScratch& scratch, Out&& out) const {
  RouterMoves moves;
  if (!register_inputs<fifo_words>(now)) return moves;

  // Decide. Nothing in this part changes registered state.
  unsigned heads = 0;
  const unsigned words_of_fifos = fifo_words != 0 ? fifo_words : array_->fifo_words_;
  for (unsigned word = 0; word < words_of_fifos; ++word) {
    for_each_bit(words_[Words::occupied + word], word * 64, [&](unsigned fifo) {
      ++heads;
      const Flit& head = front(fifo);
      if (head.header.hops == 0) {
        scratch.ejections.push_back({array_->origins_[fifo].input, &head, false});
        scratch.ejecting.push_back(fifo);
      } else {
        want(fifo, scratch);
      }
    });
  }

  // Commit.
  std::uint64_t* const counted = words_ + array_->counters_;
  if (!scratch.ejections.empty()) moves.departures += eject(scratch, out);
  const unsigned words_of_ports = port_words != 0 ? port_words : array_->port_words_;
  for (unsigned word = 0; word < words_of_ports; ++word) {
    const RouterScratch::Outputs outputs = scratch.outputs[word];
    scratch.outputs[word] = {};
    for_each_bit(outputs.contested, 0, [&](unsigned) { ++counted[1]; });
    for_each_bit(outputs.requested, word * 64, [&](Port output) {
      ++moves.grants;
      if (grant(output, scratch, out)) ++moves.departures;
    });
  }
  if (!scratch.spreading.empty()) moves.departures += finish_spreading(scratch, out);
  for (unsigned word = 0; word < words_of_fifos; ++word) {
    if (words_[Words::occupied + word] != 0) flits_until(now + 2);
  }
  counted[0] += moves.grants;
  counted[2] += heads - moves.departures;
  return moves;
}

template <class Out>
RouterMoves RouterCore::step(Clock now, RouterScratch& scratch, Out&& out) const {
  // The usual sizes as constants: loops over one word or two are then no loops.
  if (array_->port_words_ == 1 && array_->fifo_words_ == 1) {
    return step_sized<1, 1>(now, scratch, out);
  }
  if (array_->port_words_ == 1 && array_->fifo_words_ == 2) {
    return step_sized<2, 1>(now, scratch, out);
  }
  return step_sized<0, 0>(now, scratch, out);
}

}  // namespace swapfly
