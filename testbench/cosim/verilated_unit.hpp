#pragma once

// Needs the Verilated class and verilated.h. Included by generated code only.

#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_vcd_c.h>

#include <memory>
#include <type_traits>

#include "testbench/cosim/verilated_ports.hpp"
#include "testbench/waves/wave_file.hpp"

namespace swapfly {

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
    ports_ = ports_of(model_);
  }
  ~VerilatedUnit() override { model_.final(); }

  Model& model() { return model_; }

  void evaluate(bool clock) override { evaluate_model(model_, clock); }

  void reset() override { reset_model(model_, ports_); }

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
