#pragma once

#include <memory>

#include "testbench/cosim/rtl_unit.hpp"

namespace swapfly {

/// A unit in the clocks of a network. Where nothing is in a unit and nothing comes, a clock would
/// change nothing in it, so it is left out.
class ClockedUnit {
 public:
  explicit ClockedUnit(std::unique_ptr<RtlUnit> unit) : unit_(std::move(unit)) { unit_->reset(); }

  RtlUnit& unit() { return *unit_; }

  /// Begins clock `now`, if that has not been done.
  void rise(Clock now) {
    if (now_ == now) return;
    now_ = now;
    unit_->evaluate(true);
  }
  /// Whether clock `now` has begun.
  bool risen(Clock now) const { return now_ == now; }
  void clear_inputs() {
    UnitPorts& ports = unit_->ports();
    ports.valid_i.clear();
    ports.credit_i.clear();
    ports.lane_valid_i.clear();
    ports.eject_ready_i.clear();
  }
  /// Lowers the clock: what depends on the NICs' answers is worked out.
  void settle() { unit_->evaluate(false); }

 private:
  std::unique_ptr<RtlUnit> unit_;
  Clock now_ = never;
};

}  // namespace swapfly
