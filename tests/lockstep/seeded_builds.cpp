// In the place of the forms that the program has: one router with seeded faults, of which the
// environment variable SWAPFLY_FAULT names the one at work.
#include <cstdlib>

#include "Router_mutants.h"
#include "Router_mutants_swapfly_mutant.h"
#include "testbench/cosim/rtl_builds.hpp"
#include "testbench/cosim/verilated_unit.hpp"

namespace swapfly {
namespace {

RtlShape shape() {
  RtlShape shape;
  shape.router.K = shape.router.M = 2;
  shape.router.depth = 3;
  shape.router.lanes = 4;
  return shape;
}

std::unique_ptr<RtlUnit> make(VerilatedContext& context, const std::string& name, TraceFormat) {
  auto unit = std::make_unique<VerilatedUnit<Router_mutants>>(context, name);
  const char* const fault = std::getenv("SWAPFLY_FAULT");
  const int number = fault == nullptr ? 0 : std::atoi(fault);
  unit->model().__PVT__swapfly_mutant->selected = static_cast<IData>(number);
  return unit;
}

}  // namespace

const std::vector<RtlBuild>& rtl_builds() {
  static const std::vector<RtlBuild> builds{{shape(), make}};
  return builds;
}

}  // namespace swapfly
