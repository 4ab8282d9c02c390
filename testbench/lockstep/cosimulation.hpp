#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/network/run_control.hpp"
#include "testbench/cosim/rtl_builds.hpp"
#include "testbench/lockstep/lockstep_router.hpp"
#include "testbench/waves/wave_writer.hpp"

namespace swapfly {

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

  /// Shows RTL in waveforms that are not open yet: that of the routers which they show, each beside
  /// the model's signals; a network in one piece as a whole.
  void trace(WaveWriter& wave);

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
  std::vector<ForeignSignal> control_signals() const;
  void finish_clock(Unit& unit, Clock now);
  void differs(Difference difference) override;

  Fabric& fabric_;
  CosimulationOptions options_;
  FlitLayout layout_;
  std::unique_ptr<VerilatedContext> context_;  // before the units
  RouterParameters built_;                     ///< of every router in RTL
  std::vector<Unit> units_;
  std::optional<Difference> first_difference_;
  std::uint64_t compared_ = 0;
};

}  // namespace swapfly
