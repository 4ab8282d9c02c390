#pragma once

#include <memory>
#include <vector>

#include "model/nic/delivery_observer.hpp"
#include "model/nic/latency_histogram.hpp"
#include "model/nic/packet_ledger.hpp"
#include "model/nic/program.hpp"
#include "model/router/router_core.hpp"

namespace swapfly {

/// What is the same for every NIC of a network.
struct NicParameters {
  static constexpr unsigned all = ~0U;
  static constexpr unsigned largest_latency = 1U << 20U;
  static constexpr unsigned most_lanes = 1024;

  unsigned lanes = 1;      ///< parallel injection channels
  unsigned receive = all;  ///< ejected flits accepted a clock; 1 is the one-port model
  unsigned latency = 1;    ///< t_s, at least 1, pipelined
  unsigned lane_depth = 8;
  /// Flits of open-loop traffic wait in their source queue as long as they must; that is load, not
  /// a stall. Everywhere else a program asks for an exact clock.
  bool open_loop = false;
};

/// What all NICs of a network have counted together.
struct TrafficCounters {
  std::uint64_t injected = 0;    ///< flits that NICs sent, hand-overs and those to oneself included
  std::uint64_t delivered = 0;   ///< final copies
  std::uint64_t duplicated = 0;  ///< flits that arrived though no copy of their packet was due
  std::uint64_t late = 0;        ///< (lane, clock) pairs with a flit kept past the clock asked for
  std::uint64_t moves = 0;       ///< flits into and out of the network, for the watchdog
  Clock first_arbitrated = never;
  Clock last_ejected = 0;
  /// The latencies are of packets created in these clocks.
  Clock measured_from = 0;
  Clock measured_to = never;
  LatencyHistogram latency;          ///< final copies, from creation
  LatencyHistogram network_latency;  ///< final copies, from the first arbitration
};

/// What a program sends.
struct Departure {
  Clock due = 0;  ///< the clock in which the flit can be arbitrated
  unsigned lane = 0;
  Header header;
  std::uint32_t label = 0;
  std::uint64_t payload = 0;
  bool final = true;
  /// Of what the flit carries; `never` means: now, with this flit.
  Clock created = never;
  Clock first_arbitrated = never;
};

/// Working memory of one NIC's step; nothing in it outlives the step.
struct NicScratch {
  std::vector<Arrival> arrivals;
};

/// A network interface: injects on parallel lanes, accepts ejected flits, runs the node's program.
///
/// Timing. What a program does in clock n because of flits ejected in clock n can be arbitrated at
/// its router in clock n + t_s at the earliest; what it does of its own accord, in clock n + 1. The
/// program names the clock; the NIC keeps the flit until then, and longer only while the lane's
/// FIFO is full or the lane already sends another flit in that clock.
class NicCore {
 public:
  /// Everything referred to must outlive the NIC.
  NicCore(RouterId node, const NicParameters& parameters, const RouterParameters& router,
          PacketLedger& ledger, TrafficCounters& counters);

  // The program's side.
  RouterId node() const { return node_; }
  Clock now() const { return now_; }
  const NicParameters& parameters() const { return *parameters_; }
  /// When an answer to what arrives now can be arbitrated.
  Clock answer_clock() const { return now_ + parameters_->latency; }
  /// Sends of the node's own accord. A header of no hops is delivered to the node itself, in the
  /// clock `due`. Throws std::logic_error for a clock that is not in the future, a lane that is not
  /// there, or a header that the router cannot obey.
  void send(const Departure& departure);
  /// Sends because of what arrived: t_s is charged (`due` is raised to answer_clock() where it is
  /// lower), and the latencies count from where those of the arrival do.
  void answer(const Arrival& arrival, Departure departure);
  /// Runs the program in clock `when` (not before the next), whether or not flits arrive then. Each
  /// clock asked for counts; asking twice for one is asking once.
  void call_at(Clock when);

  // The network's side.
  void run_program(Program* program) { program_ = program; }
  /// Null for none.
  void watch_deliveries(DeliveryObserver* observer) { delivery_observer_ = observer; }
  /// Marks which offered flits are accepted, and takes them.
  void accept(Clock now, std::vector<Ejection>& offered, NicScratch& scratch);
  void lane_freed(unsigned lane) {
    ++lanes_[lane].freed;
    lanes_freed_ = true;
  }
  /// The rest of clock `now`, after the router's step: run the program, fill the lanes.
  /// Returns how many flits entered the lanes.
  unsigned step(Clock now, const RouterCore& router, NicScratch& scratch) {
    if (now >= next_event_ || !scratch.arrivals.empty()) return act(now, router, scratch);
    if (lanes_freed_) collect_credits();
    return 0;
  }
  /// The next clock in which a step would do something though nothing arrives.
  Clock next_event() const { return next_event_; }

  // For audits and diagnoses.
  std::size_t waiting() const;
  unsigned lane_credits(unsigned lane) const { return lanes_[lane].credits + lanes_[lane].freed; }

 private:
  /// A departure whose clock has not come, or that the lane has no room for.
  struct Waiting {
    Clock due = 0;
    Clock created = 0;
    Clock first_arbitrated = never;  ///< never: when it is injected
    std::uint64_t payload = 0;
    Header header;
    std::uint32_t label = 0;
    bool final = true;
  };
  /// Departures in the order of their clocks; a vector with a moving front, empty ones cost
  /// nothing.
  class Queue {
   public:
    bool empty() const { return front_ == entries_.size(); }
    std::size_t size() const { return entries_.size() - front_; }
    const Waiting& front() const { return entries_[front_]; }
    void insert(const Waiting& waiting);
    void pop();

   private:
    std::vector<Waiting> entries_;
    std::size_t front_ = 0;
  };
  struct Lane {
    Queue queue;
    unsigned credits = 0;
    unsigned freed = 0;  ///< credits usable from the next clock on
  };

  void begin_next_call();
  void require(bool accepted, const Departure& departure, const char* what) const;
  unsigned act(Clock now, const RouterCore& router, NicScratch& scratch);
  void take(const Flit& flit, NicScratch& scratch);
  void deliver_to_self(NicScratch& scratch);
  PacketRecord& open_record(const Waiting& waiting, Clock injected);
  void collect_credits();
  bool fill(unsigned lane, const RouterCore& router);

  // One cache line for what every clock looks at and most events need, ...
  Clock next_event_ = never;
  Clock now_ = 0;
  Clock next_call_ = never;  ///< the next clock asked for
  Program* program_ = nullptr;
  std::unique_ptr<Lane[]> lanes_;
  PacketLedger* ledger_;
  TrafficCounters* counters_;
  RouterId node_;
  std::uint16_t next_accepted_ = 0;  ///< round robin over ports, where `receive` limits
  bool lanes_freed_ = false;         ///< some lane's `freed` is above 0
  // ... and one for the rest that events need.
  const NicParameters* parameters_;
  const RouterParameters* router_parameters_;
  DeliveryObserver* delivery_observer_ = nullptr;
  std::vector<Clock> later_calls_;  ///< the earliest last
  Clock next_to_self_ = never;      ///< when the first of `to_self_` is due
  Queue to_self_;
};

}  // namespace swapfly
