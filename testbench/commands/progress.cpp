#include "testbench/commands/progress.hpp"

#include <fmt/core.h>

namespace swapfly {

void StatusLine::show(const std::string& text) {
  shown_ = true;
  fmt::print(stderr, "\r{}\033[K", text);
  std::fflush(stderr);
}

void StatusLine::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

void Progress::clock_done(const Fabric& fabric) {
  // Looking at the time costs more than many a clock of a small network.
  if ((fabric.now() & 255U) != 0) return;
  const Time now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(250);
  line_.show(fmt::format("clock {}, {} flits in flight, {} copies delivered", fabric.now(),
                         fabric.flits_in_flight(), fabric.traffic().delivered));
}

}  // namespace swapfly
