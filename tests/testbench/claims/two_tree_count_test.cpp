#include "testbench/claims/two_tree_count.hpp"

#include <gtest/gtest.h>

#include "model/schedules/two_tree_plans.hpp"

namespace swapfly::test {
namespace {

std::uint64_t ceiling_log2(std::uint64_t n) {
  std::uint64_t exponent = 0;
  while ((std::uint64_t{1} << exponent) < n) ++exponent;
  return exponent;
}

TEST(TwoTreeCount, CountsWhatAnEarlierProgramCounted) {
  // For k = 8, by design.md.
  for (const auto& [p, steps] :
       {std::pair{6U, 20U}, {14U, 22U}, {15U, 22U}, {16U, 23U}, {64U, 27U}, {256U, 31U}}) {
    EXPECT_EQ(counted_broadcast_steps(p, 8), steps) << p;
  }
}

TEST(TwoTreeCount, OfTwoProcessorsIsWhatOneDrawsOnPaper) {
  EXPECT_EQ(counted_first_block(1), 2U);
  // T1 is 1 -> 0, T2 is 0 -> 1: the source sends to 1 in step 0 and to 0 in step 1, when 0 cannot
  // receive from 1 too: that is in step 2, and 0 -> 1 in step 3.
  EXPECT_EQ(counted_first_block(2), 4U);
  // Up, only 0 -> 1 of T1 is needed, and down nothing of T1 and 0 -> 1 of T2.
  EXPECT_EQ(counted_scan_steps(1, 4), 0U);
  EXPECT_EQ(counted_scan_steps(2, 1), 2U);
}

TEST(TwoTreeCount, NeverExceedsThePublishedSteps) {
  for (std::uint64_t p = 2; p < 300; ++p) {
    const std::uint64_t first_block = counted_first_block(p);
    EXPECT_LE(first_block, 2 * ceiling_log2(p + 2)) << p;
    EXPECT_LE(first_block + 2 * (8 - 1), 2 * ceiling_log2(p) + 2 * 8) << p;
    EXPECT_LE(counted_scan_steps(p, 8), 2 * (2 * ceiling_log2(p) + 2 * 8)) << p;
  }
}

TEST(TwoTreeCount, AgreesWithThePlans) {
  for (unsigned p = 1; p < 300; ++p) {
    EXPECT_EQ(counted_broadcast_steps(p, 5),
              two_tree_broadcast_plan(p + 1, 0, 5, SecondTree::shift).steps())
        << p;
    EXPECT_EQ(counted_scan_steps(p, 5), two_tree_scan_plan(p, 5, SecondTree::shift).steps()) << p;
  }
}

}  // namespace
}  // namespace swapfly::test
