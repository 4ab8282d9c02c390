#pragma once

#include <vector>

#include "model/workloads/workload.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// What a workload of this kind has to say of its own, besides figures and claims.
std::vector<Block> workload_reports(const Workload& workload);

}  // namespace swapfly
