#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/schedules/product_plan.hpp"

namespace swapfly {

/// When the rows of a matrix start, each of them a vector times the other matrix.
enum class MatrixSchedule {
  rounds,   ///< a row when the former is through, as in [D2]
  densest,  ///< as many starts a clock as rows of fixed phases allow; one block only
  phases,   ///< M rows a clock broadcast, and when all are, L rows a clock summed
};
constexpr std::string_view name_of(MatrixSchedule schedule) {
  switch (schedule) {
    case MatrixSchedule::rounds:
      return "rounds";
    case MatrixSchedule::densest:
      return "densest";
    case MatrixSchedule::phases:
      break;
  }
  return "phases";
}

/// Starts that may be repeated for ever.
struct PeriodicStarts {
  std::uint64_t period = 1;
  std::vector<std::uint64_t> starts;  ///< rising, below the period
};

/// As many starts as there can be in a period of `a` + `b` clocks of which no two are `a` or `b`
/// apart, in this period or another. In that period b is -a, so the clocks are on gcd(a,b) rings on
/// which neighbours exclude each other, and every other clock of a ring may start.
PeriodicStarts densest_starts(std::uint64_t a, std::uint64_t b);

/// When the rows of B are broadcast and their sums begin in the product B*A, in clocks after the
/// first flit can be arbitrated. The row in (s,u) is row (x,s,u) of B; its product with A lands in
/// the swapped layout.
///
/// A row of fixed phases takes global links when its broadcast and its first sums start, 2 t_w +
/// t_s apart, and local links one t_global later, 2 t_w + 2 t_s apart. Either pair always meets in
/// some router, whichever the rows are; so no two starts may be that far apart, and nothing else
/// matters (densest). Two rows can be broadcast in one clock if their u differ, and summed in one
/// clock if their s differ: all M rows of one s, then all L rows of one u (phases).
class MatrixMatrixPlan {
 public:
  /// Throws std::invalid_argument for `densest` with more than one item a router.
  MatrixMatrixPlan(const MatrixLayout& layout, MatrixSchedule schedule,
                   const ProductClocks& clocks);

  /// As [D2] counts: n for the rows, times X for the blocks of a row.
  std::uint64_t rounds() const { return layout_.n() * layout_.blocks(); }
  std::uint64_t broadcast(std::uint64_t row, std::uint64_t block) const;
  std::uint64_t first_sum(std::uint64_t row, std::uint64_t sum) const;
  std::uint64_t second_sum(std::uint64_t row, std::uint64_t sum) const {
    return first_sum(row, sum) + clocks_.global + clocks_.nic;
  }
  /// When the last broadcast is through.
  std::uint64_t last_broadcast() const;
  /// From the first arbitration to the last ejection.
  std::uint64_t clocks() const;
  /// Clocks of a round on its own: four hops and two NICs.
  std::uint64_t published_round() const { return row_.published_clocks(); }
  MatrixSchedule schedule() const { return schedule_; }
  const PeriodicStarts& starts() const { return starts_; }

 private:
  /// Of the row in `rounds` and `densest`.
  std::uint64_t start(std::uint64_t row) const;

  MatrixLayout layout_;
  MatrixSchedule schedule_;
  ProductClocks clocks_;
  ProductPlan row_;  ///< one row on its own
  PeriodicStarts starts_;
};

}  // namespace swapfly
