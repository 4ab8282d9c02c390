#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly {

/// Sees every clock when all of it is decided and nothing of it registered yet; for waveforms.
class ClockObserver {
 public:
  virtual ~ClockObserver() = default;
  virtual void clock_done(const Fabric& fabric) = 0;
};

enum class RunEnd {
  drained,      ///< nothing is under way and nothing will start
  deadlocked,   ///< flits are under way and can never move again
  interrupted,  ///< asked to stop
};

/// Ends every clock and decides whether it was the last. Whatever makes the drawers step (the
/// SystemC kernel, a plain loop) calls end_clock() once they all have.
class RunControl {
 public:
  /// Observers and the flag must outlive the run; either may be left out.
  explicit RunControl(Fabric& fabric, std::vector<ClockObserver*> observers = {},
                      const std::atomic<bool>* stop_requested = nullptr);

  std::optional<RunEnd> end_clock();

 private:
  Fabric& fabric_;
  std::vector<ClockObserver*> observers_;
  const std::atomic<bool>* stop_requested_;
  Clock patience_;  ///< clocks without a move after which none can come any more
  Clock still_ = 0;
  std::uint64_t moves_ = 0;
};

/// Runs the fabric without SystemC: the same clocks, from a plain loop.
RunEnd run_plain(Fabric& fabric, RunControl& control);

}  // namespace swapfly
