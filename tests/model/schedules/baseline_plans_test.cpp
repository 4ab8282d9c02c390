#include "model/schedules/baseline_plans.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/block_plans.hpp"
#include "tests/support/logarithm.hpp"

namespace swapfly::test {
namespace {

TEST(SweepBaselinePlans, DoNotClashAtAnyPort) {
  for (Rank processors = 1; processors <= 300; ++processors) {
    for (const Rank root : {0U, processors / 3, processors - 1}) {
      SCOPED_TRACE(::testing::Message() << processors << " processors, root " << root);
      EXPECT_EQ(port_clash(binomial_tree_plan(processors, root)), "");
      for (const std::uint64_t k : {1U, 33U}) {
        EXPECT_EQ(port_clash(linear_pipeline_plan(processors, root, k)), "");
        EXPECT_EQ(port_clash(binary_tree_pipeline_plan(processors, root, k)), "");
        EXPECT_EQ(port_clash(fibonacci_tree_pipeline_plan(processors, root, k)), "");
      }
    }
  }
}

TEST(BaselinePlans, TakeTheirSteps) {
  for (Rank processors = 2; processors <= 300; ++processors) {
    for (const std::uint64_t k : {1U, 2U, 7U, 64U}) {
      SCOPED_TRACE(::testing::Message() << processors << " processors, " << k << " blocks");
      const Rank root = processors / 3;
      EXPECT_EQ(linear_pipeline_plan(processors, root, k).steps(), processors - 2 + k);
      EXPECT_EQ(binomial_tree_plan(processors, root).steps(), ceiling_log2(processors));
      const std::uint64_t height = ceiling_log2(processors + 1) - 1;  // floor(log2 P)
      const std::uint64_t steps = binary_tree_pipeline_plan(processors, root, k).steps();
      EXPECT_LE(steps, 2 * (height + k - 1));
      const std::uint64_t lowest = processors + 1 - (std::uint64_t{1} << height);
      const std::uint64_t by_lowest = height + ceiling_log2(lowest + 1) - 1;
      EXPECT_EQ(steps, 2 * (k - 1) + std::max(2 * (height - 1), by_lowest));
      // A Fibonacci tree of height H has F(H + 3) - 1 places: 1, 2, 4, 7, 12, ...
      std::uint64_t H = 0, size = 1, smaller = 0;
      while (size < processors) {
        const std::uint64_t larger = 1 + size + smaller;
        smaller = size;
        size = larger;
        ++H;
      }
      EXPECT_EQ(fibonacci_tree_pipeline_plan(processors, root, k).steps(), H + 2 * (k - 1));
    }
  }
}

}  // namespace
}  // namespace swapfly::test
