#pragma once

#include "model/router/router_twin.hpp"

namespace swapfly {

/// Keeps a router's registers in step with decisions that are made elsewhere, by the same router in
/// another form: whatever looks at a network (observers, audits, the diagnosis of deadlock) then
/// sees what it would see had RouterCore decided. A decision that the registers do not allow is
/// refused by a std::runtime_error that says which.
///
/// A clock is: begin(), then grant() and eject() in any order, then finish().
class RouterFollower {
 public:
  explicit RouterFollower(const RouterCore& core) : core_(core) {}

  /// What arrives in clock `now` becomes part of the registers.
  void begin(Clock now);
  /// `output` was granted to `fifo`.
  void grant(Port output, unsigned fifo);
  /// Tells the NIC of the flits that are offered, which are given with their ports, and takes
  /// accepted ones out of their FIFOs.
  void eject(std::vector<Ejection>& offered, RouterConnections& connections);
  /// Heads that are served leave. `freed` receives the FIFOs that a flit left in this clock.
  RouterMoves finish(RouterConnections& connections, std::vector<unsigned>& freed);
  /// What the clock adds to the counters, whenever that is known.
  void count(unsigned conflicts, unsigned stalls);

 private:
  void leave(unsigned fifo);

  RouterCore core_;
  Clock now_ = 0;
  unsigned grants_ = 0;
  std::vector<unsigned> leaving_;    ///< FIFOs whose head leaves in this clock
  std::vector<unsigned> spreading_;  ///< FIFOs whose `*` head was granted something
};

}  // namespace swapfly
