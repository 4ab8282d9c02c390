#include "model/schedules/matrix_matrix_plan.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace swapfly {

PeriodicStarts densest_starts(std::uint64_t a, std::uint64_t b) {
  PeriodicStarts periodic;
  periodic.period = a + b;
  const std::uint64_t rings = std::gcd(a, b);
  const std::uint64_t ring = periodic.period / rings;
  for (std::uint64_t first = 0; first < rings; ++first) {
    for (std::uint64_t i = 0; i < ring / 2; ++i) {
      periodic.starts.push_back((first + 2 * i * a) % periodic.period);
    }
  }
  std::sort(periodic.starts.begin(), periodic.starts.end());
  return periodic;
}

MatrixMatrixPlan::MatrixMatrixPlan(const MatrixLayout& layout, MatrixSchedule schedule,
                                   const ProductClocks& clocks)
    : layout_(layout),
      schedule_(schedule),
      clocks_(clocks),
      row_(layout, product_order(ProductLayout::swapped, Accumulation::forward), clocks) {
  if (schedule == MatrixSchedule::rounds) starts_ = {row_.clocks(), {0}};
  if (schedule != MatrixSchedule::densest) return;
  if (layout.items() > 1) {
    throw std::invalid_argument(
        fmt::format("workload.schedule is densest; accepted for n = {} on {} rows and {} columns "
                    "of cabinets, {} items a router: rounds, phases",
                    layout.n(), layout.L(), layout.R(), layout.items()));
  }
  const std::uint64_t apart = row_.first_sum(0) - row_.broadcast(0);
  starts_ = densest_starts(apart, apart + clocks.nic);
}

std::uint64_t MatrixMatrixPlan::start(std::uint64_t row) const {
  const std::uint64_t in_period = starts_.starts.size();
  return row / in_period * starts_.period + starts_.starts[row % in_period];
}

std::uint64_t MatrixMatrixPlan::broadcast(std::uint64_t row, std::uint64_t block) const {
  if (schedule_ != MatrixSchedule::phases) return start(row) + row_.broadcast(block);
  // Rows of one s are M in a row.
  return row / layout_.M() * layout_.blocks() + block;
}

std::uint64_t MatrixMatrixPlan::last_broadcast() const {
  return broadcast(layout_.n() - 1, layout_.blocks() - 1) + clocks_.local + clocks_.global;
}

std::uint64_t MatrixMatrixPlan::first_sum(std::uint64_t row, std::uint64_t sum) const {
  if (schedule_ != MatrixSchedule::phases) return start(row) + row_.first_sum(sum);
  const std::uint64_t group = row / layout_.unit() * layout_.M() + layout_.v_of(row);
  return last_broadcast() + clocks_.nic + group * layout_.items() + sum;
}

std::uint64_t MatrixMatrixPlan::clocks() const {
  std::uint64_t last = 0;
  for (std::uint64_t row = 0; row < layout_.n(); ++row) {
    last = std::max(last, second_sum(row, layout_.items() - 1) + clocks_.local);
  }
  return last;
}

}  // namespace swapfly
