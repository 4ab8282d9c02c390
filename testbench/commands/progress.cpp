#include "testbench/commands/progress.hpp"

#include <fmt/core.h>

namespace swapfly {

void Progress::clock_done(const Fabric& fabric) {
  // Looking at the time costs more than many a clock of a small network.
  if ((fabric.now() & 255U) != 0) return;
  const Time now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(250);
  shown_ = true;
  fmt::print(stderr, "\rclock {}, {} flits in flight, {} copies delivered\033[K", fabric.now(),
             fabric.flits_in_flight(), fabric.traffic().delivered);
  std::fflush(stderr);
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace swapfly
