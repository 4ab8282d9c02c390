#pragma once

#include <string>

#include "testbench/comparison/comparison.hpp"
#include "testbench/processes/gnuplot.hpp"

namespace swapfly {

/// A comparison as JSON: `algorithms`, `points`, `crossovers`, or `blocks`.
Json to_json(const Comparison& comparison, const ComparisonRequest& request);
/// As tables: the clocks in either mode and by the formulas, the crossovers, and the network's own
/// broadcast beside two trees; or the clocks for each number of blocks.
std::string to_text(const Comparison& comparison, const ComparisonRequest& request);

/// A gnuplot script, data included: clocks against the length, every algorithm a curve, crossovers
/// marked; or clocks against the number of blocks, with the best by the formula. Requires figures.
std::string comparison_plot(const Comparison& comparison, const ComparisonRequest& request,
                            const std::string& title, PictureFormat format);

}  // namespace swapfly
