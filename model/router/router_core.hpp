#pragma once

#include <vector>

#include "model/packet/flit.hpp"
#include "model/packet/swapped_route.hpp"
#include "model/router/bit_set.hpp"
#include "model/router/fifo_bank.hpp"
#include "model/router/router_parameters.hpp"

namespace swapfly {

/// What a router has counted since reset.
struct RouterCounters {
  /// Flits sent over links, holds and self-loops included.
  std::uint64_t flit_hops = 0;
  /// (output, clock) pairs that two or more FIFO heads wanted, credit or not.
  std::uint64_t link_conflicts = 0;
  /// (FIFO, clock) pairs whose head was not fully served.
  std::uint64_t stalls = 0;
};

/// A flit that has arrived, offered to the NIC. The NIC sets `accepted` in the same clock.
struct Ejection {
  Port port = 0;
  const Flit* flit = nullptr;
  bool accepted = false;
};

/// Working memory of one router's step. Nothing in it outlives the step, so one serves all routers.
struct RouterScratch {
  explicit RouterScratch(const RouterParameters& parameters);

  std::vector<BitSet> requests;  ///< per output: the FIFOs that ask for it and hold a credit
  BitSet requested;              ///< outputs with a request
  BitSet wanted, contested;      ///< outputs that one, or more than one, head wants
  std::vector<Ejection> ejections;
  std::vector<unsigned> ejecting;   ///< the FIFOs behind `ejections`
  std::vector<unsigned> spreading;  ///< FIFOs whose head goes to every port of a kind
  unsigned departures = 0;          ///< heads that left their FIFO

  void reset();
};

/// An input-queued router with credit flow control and duplication, stepped one clock at a time.
///
/// It obeys the header alone; it knows neither its place nor the group. Every FIFO is its own
/// crossbar input, every output has one round-robin arbiter. A head asks for an output only while
/// it holds a credit for it: choosing first and looking at the credit afterwards deadlocks. A head
/// that holds `*` is replicated asynchronously: outputs are ticked off as they are granted, and the
/// head leaves when all are served.
///
/// Timing. What `step(n)` decides depends on state registered at the start of clock n alone. A flit
/// granted in clock n can be arbitrated at the next router in clock n + latency + link; the slot it
/// left can be used by the sender in clock n + 1 + link. Both travel in input registers that the
/// sender fills ahead of time, indexed by the clock in which they are read, which makes the order
/// in which routers are stepped within a clock irrelevant.
class RouterCore {
 public:
  explicit RouterCore(const RouterParameters& parameters);

  /// A flit enters the FIFO of `port` in time to be arbitrated in clock `when`.
  void flit_arrives(Clock when, Port port, const Flit& flit);
  /// Likewise from the NIC. A lane is input number ports() + lane.
  void lane_flit_arrives(Clock when, unsigned lane, const Flit& flit) {
    flit_arrives(when, parameters_->ports() + lane, flit);
  }
  /// A credit for (output, channel) can be used in clock `when`.
  void credit_arrives(Clock when, Port output, unsigned channel);

  /// Nothing is buffered here or on the way here: a step would change nothing.
  bool idle() const { return heads_ == 0 && coming_ == 0; }

  /// One clock. `out` is what is connected to the ports:
  ///   out.eject(std::vector<Ejection>&)      the NIC marks what it accepts
  ///   out.send(port, flit)                   a flit leaves
  ///   out.free(port, channel)                a slot of an input FIFO was freed
  ///   out.free_lane(lane)                    a slot of a lane FIFO was freed
  template <class Out>
  void step(Clock now, RouterScratch& scratch, Out&& out);

  const RouterCounters& counters() const { return counters_; }
  const RouterParameters& parameters() const { return *parameters_; }

  // For audits, diagnoses and waveforms; nothing below is needed to run.
  const FifoBank& fifos() const { return fifos_; }
  unsigned credits(Port output, unsigned channel) const {
    return credits_[output * parameters_->virtual_channels + channel];
  }
  /// Calls visit(port) for every output that the head of `fifo` still has to be sent to.
  template <class Visit>
  void for_each_wanted(unsigned fifo, Visit&& visit) const;
  /// The flit on its way into input `port` (or ports() + lane) that can be arbitrated in clock
  /// `when`; null if none is.
  const Flit* arriving(Clock when, unsigned input) const;
  bool credit_arriving(Clock when, Port output, unsigned channel) const;
  /// The virtual channel of a flit with `hops` left; the highest there is where channels are short.
  unsigned channel_of(unsigned hops) const {
    const unsigned channel = virtual_channel(hops);
    return channel < parameters_->virtual_channels ? channel : parameters_->virtual_channels - 1;
  }

 private:
  struct Inputs {  // registers read in one clock
    explicit Inputs(const RouterParameters& parameters);
    BitSet flits;
    BitSet credits;
    std::vector<Flit> data;
  };

  Inputs& inputs(Clock when) { return inputs_[when & (inputs_.size() - 1)]; }
  const Inputs& inputs(Clock when) const { return inputs_[when & (inputs_.size() - 1)]; }
  unsigned fifo_of(unsigned input, const Flit& flit) const {
    const unsigned ports = parameters_->ports();
    return input < ports ? input * parameters_->virtual_channels + channel_of(flit.header.hops)
                         : parameters_->link_fifos() + (input - ports);
  }

  void register_inputs(Clock now);
  void want(unsigned fifo, const Header& header, RouterScratch& scratch);
  void ask(unsigned fifo, Port output, unsigned channel, RouterScratch& scratch) const;
  bool fully_served(unsigned fifo) const;
  template <class Out>
  void eject(RouterScratch& scratch, Out&& out);
  template <class Out>
  void leave(unsigned fifo, RouterScratch& scratch, Out&& out);
  template <class Out>
  void grant(Port output, RouterScratch& scratch, Out&& out);

  const RouterParameters* parameters_;
  std::uint32_t heads_ = 0;   ///< FIFOs that hold a flit
  std::uint32_t coming_ = 0;  ///< flits and credits in the input registers
  BitSet occupied_;           ///< FIFOs that hold a flit
  FifoBank fifos_;
  std::vector<std::uint16_t> credits_;      ///< [output * channels + channel]
  std::vector<std::uint16_t> next_served_;  ///< [output] where the round-robin search starts
  std::vector<BitSet> served_;              ///< [fifo] branches of a `*` head already sent
  std::vector<Inputs> inputs_;              ///< [clock modulo a power of two]
  RouterCounters counters_;
};

// ---------------------------------------------------------------------------------------------------

inline void RouterCore::flit_arrives(Clock when, Port port, const Flit& flit) {
  Inputs& registers = inputs(when);
  registers.flits.set(port);
  registers.data[port] = flit;
  ++coming_;
}

inline void RouterCore::credit_arrives(Clock when, Port output, unsigned channel) {
  inputs(when).credits.set(output * parameters_->virtual_channels + channel);
  ++coming_;
}

inline void RouterCore::register_inputs(Clock now) {
  Inputs& registers = inputs(now);
  registers.flits.for_each([&](unsigned input) {
    const Flit& flit = registers.data[input];
    const unsigned fifo = fifo_of(input, flit);
    if (fifos_.count(fifo) == 0) {
      occupied_.set(fifo);
      ++heads_;
    }
    fifos_.push(fifo, flit);
    --coming_;
  });
  registers.flits.clear();
  registers.credits.for_each([&](unsigned index) {
    ++credits_[index];
    --coming_;
  });
  registers.credits.clear();
}

inline void RouterCore::ask(unsigned fifo, Port output, unsigned channel,
                            RouterScratch& scratch) const {
  if (scratch.wanted.test(output)) scratch.contested.set(output);
  scratch.wanted.set(output);
  if (credits(output, channel) == 0) return;
  scratch.requests[output].set(fifo);
  scratch.requested.set(output);
}

inline void RouterCore::want(unsigned fifo, const Header& header, RouterScratch& scratch) {
  const unsigned channel = channel_of(after_hop(header).hops);
  const bool local = next_kind(header) == PortKind::local;
  const std::uint16_t number = next_number(header);
  if (number != every_port) {
    ask(fifo, local ? number : parameters_->M + number, channel, scratch);
    return;
  }
  scratch.spreading.push_back(fifo);
  for_each_wanted(fifo, [&](Port output) { ask(fifo, output, channel, scratch); });
}

template <class Visit>
void RouterCore::for_each_wanted(unsigned fifo, Visit&& visit) const {
  const Header& header = fifos_.front(fifo).header;
  if (header.hops == 0) return;
  const bool local = next_kind(header) == PortKind::local;
  const std::uint16_t number = next_number(header);
  if (number != every_port) {
    visit(Port{local ? number : parameters_->M + number});
    return;
  }
  const Port first = local ? 0 : parameters_->M;
  const Port last = local ? parameters_->M : parameters_->ports();
  for (Port output = first; output < last; ++output) {
    if (!served_[fifo].test(output)) visit(output);
  }
}

inline bool RouterCore::fully_served(unsigned fifo) const {
  bool served = true;
  for_each_wanted(fifo, [&served](Port) { served = false; });
  return served;
}

template <class Out>
void RouterCore::leave(unsigned fifo, RouterScratch& scratch, Out&& out) {
  ++scratch.departures;
  fifos_.pop(fifo);
  if (fifos_.count(fifo) == 0) {
    occupied_.reset(fifo);
    --heads_;
  }
  if (fifo < parameters_->link_fifos()) {
    out.free(fifo / parameters_->virtual_channels, fifo % parameters_->virtual_channels);
  } else {
    out.free_lane(fifo - parameters_->link_fifos());
  }
}

template <class Out>
void RouterCore::grant(Port output, RouterScratch& scratch, Out&& out) {
  const unsigned fifo = scratch.requests[output].first_from(next_served_[output]);
  scratch.requests[output].clear();
  next_served_[output] =
      static_cast<std::uint16_t>(fifo + 1 == parameters_->fifos() ? 0 : fifo + 1);

  Flit flit = fifos_.front(fifo);
  const bool spreads = next_number(flit.header) == every_port;
  flit.header = after_hop(flit.header);
  --credits_[output * parameters_->virtual_channels + channel_of(flit.header.hops)];
  ++counters_.flit_hops;
  out.send(output, flit);
  if (spreads) {
    served_[fifo].set(output);
  } else {
    leave(fifo, scratch, out);
  }
}

template <class Out>
void RouterCore::eject(RouterScratch& scratch, Out&& out) {
  out.eject(scratch.ejections);
  for (std::size_t i = 0; i < scratch.ejections.size(); ++i) {
    if (scratch.ejections[i].accepted) leave(scratch.ejecting[i], scratch, out);
  }
}

template <class Out>
void RouterCore::step(Clock now, RouterScratch& scratch, Out&& out) {
  register_inputs(now);
  if (heads_ == 0) return;

  // Decide. Nothing in this part changes registered state.
  const unsigned heads = heads_;
  occupied_.for_each([&](unsigned fifo) {
    const Flit& head = fifos_.front(fifo);
    if (head.header.hops == 0) {
      scratch.ejections.push_back({fifo / parameters_->virtual_channels, &head, false});
      scratch.ejecting.push_back(fifo);
    } else {
      want(fifo, head.header, scratch);
    }
  });

  // Commit.
  counters_.link_conflicts += scratch.contested.count();
  if (!scratch.ejections.empty()) eject(scratch, out);
  scratch.requested.for_each([&](Port output) { grant(output, scratch, out); });
  for (const unsigned fifo : scratch.spreading) {
    if (!fully_served(fifo)) continue;
    served_[fifo].clear();
    leave(fifo, scratch, out);
  }
  counters_.stalls += heads - scratch.departures;
  scratch.reset();
}

}  // namespace swapfly
