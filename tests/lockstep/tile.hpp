#pragma once

#include "testbench/cosim/rtl_unit.hpp"

namespace swapfly::test {

/// The ports of rtl/swapfly_tile.sv: a router's, and the far ends of its links.
struct TilePorts : UnitPorts {
  Pins link_valid_o, link_flit_o, link_credit_o;
};

/// A Verilated tile.
class Tile {
 public:
  virtual ~Tile() = default;

  TilePorts& ports() { return ports_; }
  const TilePorts& ports() const { return ports_; }

  /// As of RtlUnit.
  virtual void evaluate(bool clock) = 0;
  virtual void reset() = 0;

 protected:
  TilePorts ports_;
};

}  // namespace swapfly::test
