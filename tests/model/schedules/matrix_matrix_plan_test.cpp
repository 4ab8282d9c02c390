#include "model/schedules/matrix_matrix_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace swapfly::test {
namespace {

bool apart(const std::vector<std::uint64_t>& starts, std::uint64_t period,
           std::uint64_t forbidden) {
  for (const std::uint64_t a : starts) {
    for (const std::uint64_t b : starts) {
      if ((a + period - b % period) % period == forbidden % period) return false;
    }
  }
  return true;
}

/// The most clocks of a period of which no two are a or b apart, by trying every set.
unsigned most_starts(unsigned period, std::uint64_t a, std::uint64_t b) {
  unsigned most = 0;
  const std::uint32_t all = (1U << period) - 1;
  const auto turned = [&](std::uint32_t set, std::uint64_t by) {
    const auto shift = static_cast<unsigned>(by % period);
    return (set << shift | set >> (period - shift)) & all;
  };
  for (std::uint32_t set = 0; set <= all; ++set) {
    if ((set & turned(set, a)) != 0 || (set & turned(set, b)) != 0) continue;
    most = std::max(most, static_cast<unsigned>(__builtin_popcount(set)));
  }
  return most;
}

TEST(DensestStarts, AreThreeInSevenClocksAtOneClockAHopAndNic) {
  const PeriodicStarts periodic = densest_starts(3, 4);
  EXPECT_EQ(periodic.period, 7U);
  EXPECT_EQ(periodic.starts.size(), 3U);
}

TEST(DensestStarts, AreNeverAForbiddenDistanceApart) {
  for (std::uint64_t hop = 1; hop <= 6; ++hop) {
    for (std::uint64_t nic = 1; nic <= 12; ++nic) {
      const std::uint64_t a = 2 * hop + nic;
      const std::uint64_t b = 2 * hop + 2 * nic;
      const PeriodicStarts periodic = densest_starts(a, b);
      EXPECT_TRUE(std::is_sorted(periodic.starts.begin(), periodic.starts.end()));
      const std::set<std::uint64_t> distinct(periodic.starts.begin(), periodic.starts.end());
      EXPECT_EQ(distinct.size(), periodic.starts.size());
      EXPECT_LT(periodic.starts.back(), periodic.period);
      EXPECT_TRUE(apart(periodic.starts, periodic.period, a)) << hop << " " << nic;
      EXPECT_TRUE(apart(periodic.starts, periodic.period, b)) << hop << " " << nic;
      // Bursts of 2 t_w + t_s starts every 4 t_w + 3 t_s are a way, not always the best.
      EXPECT_EQ(periodic.period, 4 * hop + 3 * nic);
      EXPECT_GE(periodic.starts.size(), a);
    }
  }
}

/// No set of a period up to 18 clocks is denser, for distances that hops and NICs give.
TEST(DensestStarts, AreAsDenseAsAnySetOfAShortPeriod) {
  constexpr unsigned longest = 18;
  for (const auto& [a, b] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
           {3, 4}, {5, 6}, {4, 6}, {5, 8}, {7, 8}, {6, 10}}) {
    const PeriodicStarts periodic = densest_starts(a, b);
    for (unsigned period = 1; period <= longest; ++period) {
      EXPECT_LE(most_starts(period, a, b) * periodic.period, periodic.starts.size() * period)
          << a << " " << b << " period " << period;
    }
  }
}

TEST(DensestStarts, BeatBurstsWhereNicsAreSlow) {
  EXPECT_EQ(densest_starts(5, 8).starts.size(), 6U);  // t_w = 1, t_s = 3: bursts have 5 in 13
}

TEST(MatrixLayout, EveryElementHasOnePlaceAndEveryItemOneIndex) {
  for (const ProductShape& shape : {ProductShape{3, 3}, ProductShape{5, 2}, ProductShape{9, 1}}) {
    const MatrixLayout layout(SwappedDragonfly(10, 3), shape, 50);
    for (std::uint64_t i = 0; i < layout.padded(); ++i) {
      const unsigned r = layout.column_of(i);
      EXPECT_EQ(layout.index_of(layout.item_of(i), r, layout.v_of(i)), i);
      EXPECT_LT(layout.item_of(i), layout.items());
      EXPECT_TRUE(layout.holds_matrix(layout.matrix_place(i, i)));
      // Row i of a matrix is the row vector in slot_of_row(i).
      for (const std::uint64_t j : {std::uint64_t{0}, i, layout.padded() - 1}) {
        EXPECT_EQ(layout.matrix_place(i, j), layout.row_place(layout.slot_of_row(i), j));
      }
    }
    std::uint64_t items = 0;
    for (unsigned r = 0; r < shape.columns; ++r) items += layout.items_at(r);
    EXPECT_EQ(items * layout.M(), layout.padded());
  }
}

}  // namespace
}  // namespace swapfly::test
