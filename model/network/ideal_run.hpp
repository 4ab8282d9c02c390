#pragma once

#include <optional>
#include <vector>

#include "model/nic/nic_core.hpp"
#include "model/router/router_parameters.hpp"
#include "model/schedules/flit_schedule.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// A FIFO head as a conflict finds it.
struct Contender {
  std::size_t flit = 0;  ///< its place in the schedule
  Header header;         ///< now
  /// The port by which it came; ports() + lane where it is at its source router.
  unsigned input = 0;
};

/// An (output, clock) that two or more FIFO heads want.
struct Conflict {
  Clock clock = 0;
  RouterId router = 0;
  Port output = 0;
  std::vector<Contender> contenders;  ///< at least two, in the order of the schedule's lines
};

/// Why a flit has to wait though no other flit wants what it wants.
enum class WaitCause {
  credit,   ///< the FIFO at the far end of its output is full, or its slot's credit not yet back
  receive,  ///< the NIC accepts fewer flits a clock than are ejected
  lane,     ///< the FIFO of its lane is full
};

struct FirstWait {
  Clock clock = 0;
  RouterId router = 0;
  WaitCause cause = WaitCause::credit;
  std::size_t flit = 0;  ///< its place in the schedule
};

/// What becomes of a schedule in which no flit ever waits: each is granted every output it wants in
/// the clock in which it can be arbitrated. A network does the same up to the first clock in which
/// this is impossible, so what stands here of that clock is true of the network; the schedule runs
/// without conflict and stall exactly if neither is found.
struct IdealRun {
  /// The first conflict; of several in one clock, that of the lowest router and output.
  std::optional<Conflict> conflict;
  /// The first wait for other reasons, up to the clock of the first conflict.
  std::optional<FirstWait> wait;

  bool free() const { return !conflict && !wait; }
  /// Whether the conflict is also the network's first. If not, a wait came before it, and it is one
  /// of the schedule as written: a flit that its lane cannot take is not there to meet another.
  bool conflict_comes_first() const {
    return conflict && (!wait || wait->clock > conflict->clock ||
                        (wait->clock == conflict->clock && wait->cause != WaitCause::lane));
  }
};

/// Pure: works it out from the routing rule, clock by clock, up to the first conflict. Takes time
/// in proportion to the hops until then, and memory to the flits under way and the outputs there
/// are.
IdealRun ideal_run(const FlitSchedule& schedule, const SwappedDragonfly& topology,
                   const RouterParameters& router, const NicParameters& nic);

}  // namespace swapfly
