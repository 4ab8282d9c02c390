#pragma once

#include <atomic>
#include <ctime>

#include "model/network/run_control.hpp"

namespace swapfly {

/// Ends a run after so many clocks.
class StopAfter : public ClockObserver {
 public:
  explicit StopAfter(Clock clocks) : clocks_(clocks) {}
  void clock_done(const Fabric& fabric) override {
    if (fabric.now() + 1 >= clocks_) stop_ = true;
  }
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  Clock clocks_;
  std::atomic<bool> stop_{false};
};

inline double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace swapfly
