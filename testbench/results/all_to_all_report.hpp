#pragma once

#include "model/workloads/doubly_parallel.hpp"
#include "model/workloads/pairwise.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

// What an all-to-all was, what it took, and how near that is to what links can carry, as
// `all_to_all`. Each requires that the workload has been started.
Block doubly_parallel_report(const DoublyParallel& workload);
Block pairwise_report(const Pairwise& workload);

}  // namespace swapfly
