#pragma once

#include "model/metrics/hop_times.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// Figures and the whole histogram of every kind of hop, as `hop_times`; null for a kind that no
/// packet made.
Block hop_times_report(const HopTimes& times);

}  // namespace swapfly
