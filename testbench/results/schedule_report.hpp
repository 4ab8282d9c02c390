#pragma once

#include "model/workloads/scheduled.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// What a schedule comes to: whether it is free of conflict and stall, and if not, what meets first
/// and where it came from. Requires that the workload has been started.
Block schedule_report(const Scheduled& workload);

}  // namespace swapfly
