#pragma once

#include <string>
#include <vector>

#include "testbench/latency/tw_measurement.hpp"
#include "testbench/processes/gnuplot.hpp"

namespace swapfly {

/// A gnuplot script, data included: mean and p99 of the clocks of a hop against the load, beside
/// t_w at rest, and for local and for global hops the share of hops that took so many clocks, a
/// curve a load. Requires a measurement with at least one load.
std::string tw_plot(const std::vector<TwMeasurement>& measurements, const std::string& title,
                    PictureFormat format);

}  // namespace swapfly
