#pragma once

#include "model/workloads/collective.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// The plan, the costs measured for it, and how the run went along it, as `collective`.
Block collective_report(const Collective& collective);

}  // namespace swapfly
