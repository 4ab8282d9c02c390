// Verilator's header first: SystemC's, which the network's may bring, changes what it defines.
#include "testbench/lockstep/cosimulation.hpp"

#include <fmt/core.h>
#include <verilated.h>

#include <algorithm>
#include <numeric>

#include "testbench/cosim/rtl_router.hpp"
#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {

Cosimulation::Cosimulation(Fabric& fabric, CosimulationOptions options)
    : fabric_(fabric),
      options_(std::move(options)),
      layout_(fabric.router_parameters().K, fabric.router_parameters().M,
              fabric.router_parameters().payload_bits),
      context_(std::make_unique<VerilatedContext>()) {
  context_->traceEverOn(true);
  const SwappedDragonfly& topology = fabric.topology();
  const RtlShape wanted{options_.form, fabric.router_parameters(), topology.cabinet_group(),
                        topology.drawer_group()};
  const RtlBuild& build = build_for(wanted);
  built_ = build.shape.router;
  if (options_.form == RtlForm::network) {
    std::vector<RouterId> all(topology.routers());
    std::iota(all.begin(), all.end(), RouterId{0});
    add_unit(build, "rtl", all);
    return;
  }
  for (const RouterId router : options_.routers) add_unit(build, "rtl", {router});
}

Cosimulation::~Cosimulation() = default;

void Cosimulation::add_unit(const RtlBuild& build, const std::string& name,
                            const std::vector<RouterId>& routers) {
  DifferenceListener& listener = *this;
  Unit unit;
  std::unique_ptr<RtlUnit> model = build.make(*context_, name, options_.trace_format);
  if (options_.wrap) model = options_.wrap(std::move(model));
  unit.clocked = std::make_unique<ClockedUnit>(std::move(model));
  for (unsigned index = 0; index < routers.size(); ++index) {
    const RouterId router = routers[index];
    const Coordinates at = fabric_.topology().coordinates(router);
    std::string router_name = fmt::format("router {}", to_string(at));
    const RouterPins pins(unit.clocked->unit(), index, build.shape.router, layout_);
    if (options_.mode == CosimulationOptions::Mode::rtl) {
      unit.routers.push_back(std::make_unique<RtlRouter>(
          std::move(router_name), fabric_.router(router), *unit.clocked, pins, layout_));
    } else {
      unit.routers.push_back(std::make_unique<LockstepRouter>(
          router, router_path(at), std::move(router_name), fabric_.router(router), *unit.clocked,
          pins, layout_, listener));
    }
    fabric_.replace(router, *unit.routers.back());
  }
  units_.push_back(std::move(unit));
}

void Cosimulation::clock_done(const Fabric& fabric) {
  const Clock now = fabric.now();
  for (Unit& unit : units_) finish_clock(unit, now);
  if (first_difference_ && now >= first_difference_->clock + options_.clocks_after_difference) {
    throw LockstepMismatch(*first_difference_);
  }
}

void Cosimulation::finish_clock(Unit& unit, Clock now) {
  // What routers decided in the last clock in which one of them was stepped is registered in the
  // next.
  if (now > 0 && unit.clocked->risen(now - 1)) unit.clocked->rise(now);
  const bool risen = unit.clocked->risen(now);
  // A unit that is idle has its inputs low.
  if (!risen && std::all_of(unit.routers.begin(), unit.routers.end(),
                            [](const auto& router) { return router->core().idle(); })) {
    return;
  }
  unit.clocked->clear_inputs();
  const bool has_links = options_.form == RtlForm::router;
  for (const auto& router : unit.routers) router->drive(now, has_links, layout_);
  unit.clocked->settle();
  if (!risen) return;
  compared_ += unit.routers.size();
  for (const auto& router : unit.routers) router->settled(now);
}

void Cosimulation::differs(Difference difference) {
  if (!first_difference_) first_difference_ = std::move(difference);
}

void Cosimulation::trace(WaveWriter& wave) {
  wave.before_dump([this](bool clock_high) {
    for (Unit& unit : units_) unit.clocked->unit().show_clock(clock_high);
  });
  if (options_.form == RtlForm::network) {
    units_.front().clocked->unit().trace(wave.file(), "network");
    return;
  }
  const std::vector<RouterId>& shown = wave.routers();
  for (std::size_t i = 0; i < units_.size(); ++i) {
    const RouterId router = options_.routers[i];
    if (!std::binary_search(shown.begin(), shown.end(), router)) continue;
    const std::string path = router_path(fabric_.topology().coordinates(router));
    units_[i].clocked->unit().trace(wave.file(), "network." + path);
    wave.show(router, control_signals());
  }
}

/// The ports of a router but for its flits, which the model's signals show in words.
std::vector<ForeignSignal> Cosimulation::control_signals() const {
  const unsigned ports = built_.ports();
  const unsigned links = built_.link_fifos();
  return {{"rtl.valid_i", ports},
          {"rtl.credit_o", links},
          {"rtl.valid_o", ports},
          {"rtl.credit_i", links},
          {"rtl.lane_valid_i", built_.lanes},
          {"rtl.lane_credit_o", built_.lanes},
          {"rtl.eject_valid_o", ports},
          {"rtl.eject_ready_i", ports},
          {"rtl.grant_o", ports * built_.fifos()},
          {"rtl.conflict_o", ports},
          {"rtl.stall_o", built_.fifos()}};
}

}  // namespace swapfly
