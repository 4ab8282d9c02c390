#pragma once

#include "testbench/lockstep/difference.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// `difference` of the result: where model and RTL first differed.
Block difference_report(const Difference& difference);

}  // namespace swapfly
