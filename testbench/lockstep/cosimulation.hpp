#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/network/run_control.hpp"
#include "testbench/cosim/rtl_builds.hpp"
#include "testbench/lockstep/lockstep_router.hpp"

namespace swapfly {

class WaveFile;

struct CosimulationOptions {
  enum class Mode {
    rtl,       ///< RTL decides in the place of the chosen routers
    lockstep,  ///< RTL runs beside the model, and is compared with it
  };
  Mode mode = Mode::rtl;
  RtlForm form = RtlForm::router;  ///< network: all routers in one Verilated model
  std::vector<RouterId> routers;   ///< all of them where the form is network
  TraceFormat trace_format = TraceFormat::vcd;
  /// Clocks for which a run in lock-step goes on after the first difference.
  Clock clocks_after_difference = 0;
  /// Given every unit; may put another in its place.
  std::function<std::unique_ptr<RtlUnit>(std::unique_ptr<RtlUnit>)> wrap;
};

/// RTL in the clocks of a network. Must see the end of a clock before other observers do: it
/// settles the RTL.
class Cosimulation final : public ClockObserver, private DifferenceListener {
 public:
  /// Replaces the routers of the fabric, which must outlive this. Throws std::invalid_argument for
  /// a form that was not built.
  Cosimulation(Fabric& fabric, CosimulationOptions options);
  ~Cosimulation() override;

  /// Shows the RTL of those of `routers` that are RTL in a wave file that is not open yet, each
  /// beside the model's signals; of a network form, all of it.
  void trace(WaveFile& file, const std::vector<RouterId>& routers);
  /// The level that clk_i shows in a waveform. It says nothing to the RTL.
  void show_clock(bool high);

  /// Settles the RTL. Throws LockstepMismatch, or std::runtime_error for RTL that does what no
  /// router may do.
  void clock_done(const Fabric& fabric) override;

  /// Router-clocks in which model and RTL were compared.
  std::uint64_t compared() const { return compared_; }

 private:
  struct Unit {
    std::unique_ptr<ClockedUnit> clocked;
    std::vector<std::unique_ptr<CosimRouter>> routers;
  };

  void add_unit(const RtlBuild& build, const std::string& name,
                const std::vector<RouterId>& routers);
  void finish_clock(Unit& unit, Clock now);
  void differs(Difference difference) override;

  Fabric& fabric_;
  CosimulationOptions options_;
  FlitLayout layout_;
  std::unique_ptr<VerilatedContext> context_;  // before the units
  std::vector<Unit> units_;
  std::optional<Difference> first_difference_;
  std::uint64_t compared_ = 0;
};

}  // namespace swapfly
