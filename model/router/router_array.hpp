#pragma once

#include <vector>

#include "model/packet/flit_pool.hpp"
#include "model/router/bits.hpp"
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

class RouterCore;
class RouterFollower;

/// The registers of all routers of one network, in flat arrays, a row a router: a step reads a few
/// neighbouring cache lines, and a send to another router writes one or two of that router's.
/// RouterCore gives them their meaning.
class RouterArray {
 public:
  /// `parameters` must outlive the array.
  RouterArray(const RouterParameters& parameters, RouterId routers);
  RouterArray(const RouterArray&) = delete;
  RouterArray& operator=(const RouterArray&) = delete;

  RouterCore operator[](RouterId router);
  /// For looking only.
  const RouterCore operator[](RouterId router) const;

  const RouterParameters& parameters() const { return *parameters_; }
  RouterCounters total() const;
  FlitPool& pool() { return pool_; }

 private:
  friend class RouterCore;
  friend class RouterFollower;

  /// A FIFO: the flit that entered it last, whose `next` is the oldest; those on their way to the
  /// FIFO included. It never holds more than `depth` of them: credits see to that.
  using List = FlitHandle;

  /// A router's row of `words_`: what flits on their way here touch, then what credits do, so that
  /// in most networks each of them is one cache line.
  struct Words {
    /// One past the last clock in which a flit arrives or, seen so far, is held.
    static constexpr unsigned flits_until = 0;
    static constexpr unsigned next_step = 1;
    static constexpr unsigned occupied = 2;  ///< FIFOs that hold a flit
  };

  const RouterParameters* parameters_;
  RouterId routers_;
  // What steps need of the parameters, and the sizes of rows and of what is in them.
  unsigned channels_;
  Port first_of_kind_[2];  ///< [PortKind]
  unsigned link_fifos_;
  unsigned fifos_;
  unsigned outputs_per_router_;
  unsigned fifo_words_;
  unsigned credit_words_;
  unsigned port_words_;
  std::uint32_t clock_mask_;  ///< a power of two that covers every delay, less one
  // Where in a row:
  unsigned arrivals_;       ///< [clock & mask] the FIFOs that a flit then enters
  unsigned credits_until_;  ///< one past the last clock in which a credit comes back
  unsigned returns_;        ///< [clock & mask] the credits that then come back
  unsigned counters_;       ///< RouterCounters
  unsigned words_per_router_;

  FlitPool pool_;
  std::vector<std::uint64_t> words_;  ///< rows begin on cache lines, from first_row_ on
  std::uint64_t* first_row_;
  std::vector<List> lists_;
  /// [router][output] credits of every channel, then the FIFO from which the round robin starts.
  std::vector<std::uint16_t> outputs_;
  std::vector<std::uint64_t> served_;  ///< [router][fifo] branches of a `*` head already sent
  /// [fifo] the input and the channel it belongs to; the same in every router.
  struct Origin {
    std::uint16_t input = 0;
    std::uint16_t channel = 0;
  };
  std::vector<Origin> origins_;
};

}  // namespace swapfly
