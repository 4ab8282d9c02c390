#pragma once

#include <type_traits>
#include <utility>

#include "testbench/cosim/rtl_unit.hpp"

namespace swapfly {

/// Whether a Verilated class has the ports of links: a router on its own has.
template <class Model, class = void>
struct HasLinkPorts : std::false_type {};
template <class Model>
struct HasLinkPorts<Model, std::void_t<decltype(std::declval<Model&>().valid_i)>> : std::true_type {
};

/// The ports of a class that Verilator made of rtl/. The model must outlive them.
template <class Model>
UnitPorts ports_of(Model& model) {
  UnitPorts ports;
  if constexpr (HasLinkPorts<Model>::value) {
    ports.valid_i = Pins(model.valid_i);
    ports.flit_i = Pins(model.flit_i);
    ports.credit_i = Pins(model.credit_i);
  }
  ports.lane_valid_i = Pins(model.lane_valid_i);
  ports.lane_flit_i = Pins(model.lane_flit_i);
  ports.eject_ready_i = Pins(model.eject_ready_i);
  ports.valid_o = Pins(model.valid_o);
  ports.flit_o = Pins(model.flit_o);
  ports.credit_o = Pins(model.credit_o);
  ports.lane_credit_o = Pins(model.lane_credit_o);
  ports.eject_valid_o = Pins(model.eject_valid_o);
  ports.eject_flit_o = Pins(model.eject_flit_o);
  ports.grant_o = Pins(model.grant_o);
  ports.conflict_o = Pins(model.conflict_o);
  ports.stall_o = Pins(model.stall_o);
  return ports;
}

/// Sets the clock, and works out what follows.
template <class Model>
void evaluate_model(Model& model, bool clock) {
  model.clk_i = clock;
  model.eval();
}

/// Clocks a few times in reset, with all inputs low.
template <class Model>
void reset_model(Model& model, UnitPorts& ports) {
  constexpr unsigned clocks = 4;
  for (Pins* const pins :
       {&ports.valid_i, &ports.credit_i, &ports.lane_valid_i, &ports.eject_ready_i}) {
    pins->clear();
  }
  model.rst_ni = 0;
  for (unsigned clock = 0; clock < clocks; ++clock) {
    evaluate_model(model, true);
    evaluate_model(model, false);
  }
  model.rst_ni = 1;
  evaluate_model(model, false);
}

}  // namespace swapfly
