#pragma once

#include "model/workloads/relay.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// Every leg with its clocks, as `relay`.
Block relay_report(const Relay& relay);

}  // namespace swapfly
