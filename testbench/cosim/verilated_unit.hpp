#pragma once

// Needs the Verilated class and verilated.h. Included by generated code only.

#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_vcd_c.h>

#include <memory>
#include <type_traits>

#include "testbench/cosim/rtl_unit.hpp"
#include "testbench/waves/wave_file.hpp"

namespace swapfly {

/// Whether a Verilated class has the ports of links: a router on its own has.
template <class Model, class = void>
struct HasLinkPorts : std::false_type {};
template <class Model>
struct HasLinkPorts<Model, std::void_t<decltype(std::declval<Model&>().valid_i)>> : std::true_type {
};

/// Whether it was made for VCD files; if not, it was for FST.
template <class Model, class = void>
struct TracesVcd : std::false_type {};
template <class Model>
struct TracesVcd<
    Model, std::void_t<decltype(std::declval<Model&>().trace(std::declval<VerilatedVcdC*>(), 0))>>
    : std::true_type {};

/// A class that Verilator made of rtl/, wrapped by hand.
template <class Model>
class VerilatedUnit final : public RtlUnit {
 public:
  /// All units of one wave file share a context, which must outlive them.
  VerilatedUnit(VerilatedContext& context, const std::string& name)
      : model_(&context, name.c_str()) {
    if constexpr (HasLinkPorts<Model>::value) {
      ports_.valid_i = Pins(model_.valid_i);
      ports_.flit_i = Pins(model_.flit_i);
      ports_.credit_i = Pins(model_.credit_i);
    }
    ports_.lane_valid_i = Pins(model_.lane_valid_i);
    ports_.lane_flit_i = Pins(model_.lane_flit_i);
    ports_.eject_ready_i = Pins(model_.eject_ready_i);
    ports_.valid_o = Pins(model_.valid_o);
    ports_.flit_o = Pins(model_.flit_o);
    ports_.credit_o = Pins(model_.credit_o);
    ports_.lane_credit_o = Pins(model_.lane_credit_o);
    ports_.eject_valid_o = Pins(model_.eject_valid_o);
    ports_.eject_flit_o = Pins(model_.eject_flit_o);
    ports_.grant_o = Pins(model_.grant_o);
    ports_.conflict_o = Pins(model_.conflict_o);
    ports_.stall_o = Pins(model_.stall_o);
  }
  ~VerilatedUnit() override { model_.final(); }

  void evaluate(bool clock) override {
    model_.clk_i = clock;
    model_.eval();
  }

  void reset() override {
    constexpr unsigned clocks = 4;
    for (Pins* const pins :
         {&ports_.valid_i, &ports_.credit_i, &ports_.lane_valid_i, &ports_.eject_ready_i}) {
      pins->clear();
    }
    model_.rst_ni = 0;
    for (unsigned clock = 0; clock < clocks; ++clock) {
      evaluate(true);
      evaluate(false);
    }
    model_.rst_ni = 1;
    evaluate(false);
  }

  void show_clock(bool high) override { model_.clk_i = high; }

  void trace(WaveFile& file, const std::string& scope) override {
    constexpr int all_levels = 99;
    file.within(scope, [&] {
      if constexpr (TracesVcd<Model>::value) {
        model_.trace(file.vcd(), all_levels);
      } else {
        model_.trace(file.fst(), all_levels);
      }
    });
  }

 private:
  Model model_;
};

}  // namespace swapfly
