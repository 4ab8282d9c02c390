#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/router/router_parameters.hpp"
#include "testbench/cosim/rtl_unit.hpp"

class VerilatedContext;

namespace swapfly {

enum class RtlForm { router, network };

/// The parameters that a piece of RTL was elaborated with.
struct RtlShape {
  RtlForm form = RtlForm::router;
  RouterParameters router;
  // Of a network only; a router knows no group.
  Group cabinet_group = Group::cyclic;
  Group drawer_group = Group::cyclic;
};

/// What a unit is traced into: Verilator makes different code for each.
enum class TraceFormat { vcd, fst };

/// One parameterisation that was verilated and compiled into the program.
struct RtlBuild {
  RtlShape shape;
  std::function<std::unique_ptr<RtlUnit>(VerilatedContext& context, const std::string& name,
                                         TraceFormat format)>
      make;
};

/// All there are, in the order of SWAPFLY_RTL. Defined in generated code.
const std::vector<RtlBuild>& rtl_builds();

/// "router:4x4:latency=2,depth=9", as SWAPFLY_RTL_EXTRA takes it: what differs from the defaults.
std::string specification(const RtlShape& shape);

/// The build that can stand in for `wanted`: the same but for lanes, of which it may have more, and
/// duplication, which it may have without need; and links, where it is a router, for a router's
/// links are outside. Throws std::invalid_argument, one line that says how to build it, if there is
/// none.
const RtlBuild& build_for(const RtlShape& wanted);

}  // namespace swapfly
