#include "model/metrics/linear_fit.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace swapfly {
namespace {

__extension__ using Wide = __int128;

Wide product(Wide a, Wide b) {
  Wide result = 0;
  if (__builtin_mul_overflow(a, b, &result))
    throw std::overflow_error("a fit of numbers too large");
  return result;
}

/// a * b - c * d
Wide cross(Wide a, Wide b, Wide c, Wide d) {
  Wide result = 0;
  if (__builtin_sub_overflow(product(a, b), product(c, d), &result)) {
    throw std::overflow_error("a fit of numbers too large");
  }
  return result;
}

double quotient(Wide numerator, Wide denominator) {
  const Wide whole = numerator / denominator;
  if (whole * denominator == numerator) return static_cast<double>(whole);
  return static_cast<double>(static_cast<long double>(numerator) /
                             static_cast<long double>(denominator));
}

/// [row][column], the right-hand side in the last column.
using Equations = std::vector<std::vector<Wide>>;

/// The normal equations of the columns `used`, then that of the intercept.
Equations normal_equations(const std::vector<FitSample>& samples,
                           const std::vector<std::size_t>& used) {
  const std::size_t unknowns = used.size() + 1;
  Equations equations(unknowns, std::vector<Wide>(unknowns + 1));
  for (const FitSample& sample : samples) {
    std::vector<Wide> row;
    row.reserve(unknowns + 1);
    for (const std::size_t column : used) row.push_back(sample.counts[column]);
    row.push_back(1);
    row.push_back(sample.clocks);
    for (std::size_t i = 0; i < unknowns; ++i) {
      for (std::size_t j = 0; j <= unknowns; ++j) equations[i][j] += row[i] * row[j];
    }
  }
  return equations;
}

/// Elimination without fractions (Bareiss 1968): every division comes out even. Afterwards unknown
/// i is equations[i].back() divided by what is returned; 0 if there is no single solution.
Wide eliminate(Equations& equations) {
  Wide before = 1;
  for (std::size_t pivot = 0; pivot < equations.size(); ++pivot) {
    // Of sums of products, a leading minor is 0 only where the columns depend on each other: no
    // rows need to be exchanged.
    const Wide leading = equations[pivot][pivot];
    if (leading == 0) return 0;
    for (std::size_t row = 0; row < equations.size(); ++row) {
      if (row == pivot) continue;
      const Wide factor = equations[row][pivot];
      for (std::size_t column = 0; column <= equations.size(); ++column) {
        equations[row][column] =
            cross(leading, equations[row][column], factor, equations[pivot][column]) / before;
      }
    }
    before = leading;
  }
  return before;
}

}  // namespace

std::optional<LinearFit> linear_fit(const std::vector<FitSample>& samples) {
  if (samples.empty()) return std::nullopt;
  std::vector<std::size_t> used;
  for (std::size_t column = 0; column < samples.front().counts.size(); ++column) {
    if (std::any_of(samples.begin(), samples.end(),
                    [column](const FitSample& sample) { return sample.counts[column] != 0; })) {
      used.push_back(column);
    }
  }
  Equations equations = normal_equations(samples, used);
  const Wide determinant = eliminate(equations);
  if (determinant == 0) return std::nullopt;

  LinearFit fit;
  fit.slopes.resize(samples.front().counts.size());
  for (std::size_t i = 0; i < used.size(); ++i) {
    fit.slopes[used[i]] = quotient(equations[i].back(), determinant);
  }
  fit.intercept = quotient(equations.back().back(), determinant);
  for (const FitSample& sample : samples) {
    Wide residual = product(sample.clocks, determinant) - equations.back().back();
    for (std::size_t i = 0; i < used.size(); ++i) {
      residual -= product(sample.counts[used[i]], equations[i].back());
    }
    fit.largest_residual =
        std::max(fit.largest_residual, std::abs(quotient(residual, determinant)));
  }
  return fit;
}

}  // namespace swapfly
