#pragma once

#include <chrono>
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

}  // namespace swapfly
