#pragma once

// Needs the Verilated class.

#include <verilated.h>

#include "testbench/cosim/verilated_ports.hpp"
#include "tests/lockstep/tile.hpp"

namespace swapfly::test {

/// A class that Verilator made of rtl/swapfly_tile.sv.
template <class Model>
class VerilatedTile : public Tile {
 public:
  VerilatedTile() : model_(&context_, "tile") {
    static_cast<UnitPorts&>(ports_) = ports_of(model_);
    ports_.link_valid_o = Pins(model_.link_valid_o);
    ports_.link_flit_o = Pins(model_.link_flit_o);
    ports_.link_credit_o = Pins(model_.link_credit_o);
  }
  ~VerilatedTile() override { model_.final(); }

  void evaluate(bool clock) override { evaluate_model(model_, clock); }
  void reset() override { reset_model(model_, ports_); }

 protected:
  VerilatedContext context_;
  Model model_;
};

}  // namespace swapfly::test
