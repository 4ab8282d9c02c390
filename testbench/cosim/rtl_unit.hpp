#pragma once

#include <string>

#include "model/packet/flit_layout.hpp"
#include "model/router/router_parameters.hpp"
#include "testbench/cosim/pins.hpp"

namespace swapfly {

class WaveFile;

/// The ports of rtl/swapfly_router.sv or rtl/swapfly_network.sv; of the latter, those of all
/// routers one after the other. A network has no ports for its links: they are inside.
struct UnitPorts {
  Pins valid_i, flit_i, credit_i;  ///< of a router on its own only
  Pins lane_valid_i, lane_flit_i, eject_ready_i;
  Pins valid_o, flit_o, credit_o;
  Pins lane_credit_o, eject_valid_o, eject_flit_o;
  Pins grant_o, conflict_o, stall_o;
};

/// A Verilated model: one router, or a whole network of them.
///
/// What is at its inputs when the clock rises is registered; its outputs are those of the clock
/// that then begins. Credits, and nothing else, also follow eject_ready_i within the clock.
class RtlUnit {
 public:
  virtual ~RtlUnit() = default;

  UnitPorts& ports() { return ports_; }
  const UnitPorts& ports() const { return ports_; }

  /// Sets clock and reset, and works out what follows. Rising the clock is one call, lowering it
  /// another.
  virtual void evaluate(bool clock) = 0;
  /// Clocks a few times in reset, with all inputs low.
  virtual void reset() = 0;
  /// The level of the clock that a waveform shows; nothing follows from it.
  virtual void show_clock(bool high) = 0;
  /// Shows all signals in `scope` of a wave file, in the format for which the unit was made. To be
  /// called before the file is opened.
  virtual void trace(WaveFile& file, const std::string& scope) = 0;

 protected:
  UnitPorts ports_;
};

}  // namespace swapfly
