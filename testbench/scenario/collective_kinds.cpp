// Collective operations by trees and pipelines of blocks, NIC to NIC.
#include "testbench/scenario/workload_parts.hpp"

namespace swapfly {

std::vector<WorkloadKind> collective_kinds() { return {}; }

}  // namespace swapfly
