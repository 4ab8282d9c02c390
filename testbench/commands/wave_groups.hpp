#pragma once

#include <vector>

#include "model/workloads/workload.hpp"
#include "testbench/waves/network_view.hpp"

namespace swapfly {

/// The wires that tell what a workload does, in the order in which it does it. Of a collective
/// operation by blocks: the NIC of the root; then a group for each tree and direction, in it one
/// for each level, in it the last link of each stream, named by its ranks, and closed at the tree's
/// end the links before these. Nothing for others.
std::vector<WireGroup> wave_groups(const Workload& workload, const Fabric& fabric);

}  // namespace swapfly
