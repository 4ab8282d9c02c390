#include "model/network/run_control.hpp"

#include <algorithm>

namespace swapfly {

RunControl::RunControl(Fabric& fabric, std::vector<ClockObserver*> observers,
                       const std::atomic<bool>* stop_requested)
    : fabric_(fabric), observers_(std::move(observers)), stop_requested_(stop_requested) {
  // A flit or a credit may be on a wire this long without anything being seen to move; t_s does not
  // count, since a flit in a NIC is not in flight.
  const RouterParameters& router = fabric.router_parameters();
  patience_ = router.latency + std::max(router.local_link, router.global_link) + 2;
}

std::optional<RunEnd> RunControl::end_clock() {
  for (ClockObserver* observer : observers_) observer->clock_done(fabric_);
  fabric_.finish_clock();
  if (fabric_.quiescent()) {
    return fabric_.flits_in_flight() == 0 ? RunEnd::drained : RunEnd::deadlocked;
  }
  if (fabric_.flits_in_flight() == 0 || fabric_.moves() != moves_) {
    moves_ = fabric_.moves();
    still_ = 0;
  } else if (++still_ > patience_) {
    return RunEnd::deadlocked;
  }
  if (stop_requested_ != nullptr && stop_requested_->load(std::memory_order_relaxed)) {
    return RunEnd::interrupted;
  }
  return std::nullopt;
}

RunEnd run_plain(Fabric& fabric, RunControl& control) {
  while (true) {
    for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) {
      if (fabric.alarm(drawer) <= fabric.now()) fabric.wake(drawer);
      if (fabric.awake(drawer)) fabric.step_drawer(drawer);
    }
    if (const std::optional<RunEnd> end = control.end_clock()) return *end;
  }
}

}  // namespace swapfly
