#pragma once

#include <string>
#include <vector>

#include "model/router/router_twin.hpp"
#include "testbench/cosim/clocked_unit.hpp"
#include "testbench/cosim/router_pins.hpp"

namespace swapfly {

/// A router of a network in the place of which, or beside which, RTL is clocked.
class CosimRouter : public RouterTwin {
 public:
  /// The unit must outlive this.
  CosimRouter(std::string name, const RouterCore& core, ClockedUnit& unit, const RouterPins& pins)
      : name_(std::move(name)), core_(core), unit_(&unit), pins_(pins) {}

  const std::string& name() const { return name_; }
  const RouterCore& core() const { return core_; }
  ClockedUnit& unit() { return *unit_; }

  /// What the NIC accepted in clock `now`, and the flits and credits that arrive in the clock after
  /// it, are put on the pins. The links of a network are its own: `has_links` is false there.
  void drive(Clock now, bool has_links, const FlitLayout& layout);

  /// After the unit has settled in clock `now`: takes note of what is known only then, or compares.
  virtual void settled(Clock now) = 0;

 protected:
  bool stepped(Clock now) const { return stepped_ == now; }
  void begin(Clock now) {
    stepped_ = now;
    accepted_.clear();
    unit_->rise(now);
  }
  void note_accepted(const std::vector<Ejection>& offered) {
    for (const Ejection& ejection : offered) {
      if (ejection.accepted) accepted_.push_back(ejection.port);
    }
  }
  RouterPins& pins() { return pins_; }
  const RouterPins& pins() const { return pins_; }

 private:
  std::string name_;
  RouterCore core_;
  ClockedUnit* unit_;
  RouterPins pins_;
  Clock stepped_ = never;
  std::vector<Port> accepted_;  ///< in clock stepped_
};

}  // namespace swapfly
