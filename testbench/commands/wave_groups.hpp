#pragma once

#include <vector>

#include "model/workloads/workload.hpp"
#include "testbench/waves/network_view.hpp"

namespace swapfly {

/// The wires that tell what a workload does, in the order in which it does it. Of a collective
/// operation by blocks: a group for each tree and direction, in it one for each level, in it the
/// last link of each stream, named by its ranks. Nothing for others.
std::vector<WireGroup> wave_groups(const Workload& workload, const SwappedDragonfly& topology);

}  // namespace swapfly
