#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace swapfly {

/// One measurement: how many of each thing, and the clocks they took together.
struct FitSample {
  std::vector<std::int64_t> counts;
  std::int64_t clocks = 0;
};

/// clocks = intercept + the sum of slope * count, so that the squares of the residuals are least.
struct LinearFit {
  /// Clocks of each thing; nothing for one that no sample has.
  std::vector<std::optional<double>> slopes;
  double intercept = 0;
  double largest_residual = 0;  ///< of all samples, without its sign
};

/// The least-squares fit, in exact arithmetic: where the samples lie on a line, the slopes are that
/// line's and the residual is 0, not about 0. Nothing where the samples do not determine it (too
/// few, or counts that depend on each other). All samples have the same number of counts. Throws
/// std::overflow_error where determinants of the sums of products exceed 127 bits.
std::optional<LinearFit> linear_fit(const std::vector<FitSample>& samples);

}  // namespace swapfly
