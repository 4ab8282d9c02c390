#pragma once

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>

#include "model/network/run_control.hpp"

namespace swapfly {

/// A line on standard error that is written over again and again, for a terminal.
class StatusLine {
 public:
  void show(const std::string& text);
  /// Takes the line away.
  void clear();

 private:
  bool shown_ = false;
};

/// A line on standard error that says how far a long run has come, a few times a second.
class Progress : public ClockObserver {
 public:
  void clock_done(const Fabric& fabric) override;
  /// Takes the line away.
  void clear() { line_.clear(); }

 private:
  using Time = std::chrono::steady_clock::time_point;

  Time next_ = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  StatusLine line_;
};

/// What measure_it(request, stop_requested, listener) finds, with a line "3 of 7 runs" where
/// somebody looks.
template <typename Request, typename Measure>
auto measure_with_progress(const Measure& measure_it, const Request& request, const char* runs,
                           bool quiet, const std::atomic<bool>& stop_requested) {
  StatusLine line;
  std::function<void(std::size_t, std::size_t)> listener;
  if (!quiet && isatty(STDERR_FILENO) == 1) {
    listener = [&line, runs](std::size_t done, std::size_t all) {
      line.show(fmt::format("{} of {} {}", done, all, runs));
    };
  }
  auto measurement = measure_it(request, stop_requested, listener);
  line.clear();
  return measurement;
}

}  // namespace swapfly
