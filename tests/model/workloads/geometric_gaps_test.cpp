#include "model/workloads/geometric_gaps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace swapfly::test {
namespace {

TEST(GeometricGaps, AreDistributedLikeTrialsUntilTheFirstSuccess) {
  constexpr int draws = 200000;
  for (const double chance : {0.999, 0.9, 0.5, 0.3, 0.05, 0.01, 1e-3, 1e-5}) {
    const GeometricGaps gaps(chance);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(testing::Message() << "chance " << chance << ", seed " << seed);
      RandomStream random(seed, 0);
      std::vector<std::uint64_t> drawn(draws);
      double sum = 0;
      for (std::uint64_t& gap : drawn) {
        gap = gaps.draw(random);
        ASSERT_GE(gap, 1U);
        sum += static_cast<double>(gap);
      }
      const double deviation = std::sqrt(1 - chance) / chance;
      EXPECT_NEAR(sum / draws, 1 / chance, 5 * deviation / std::sqrt(draws));
      // Around the end of the table, too.
      for (const std::uint64_t limit : {1U, 2U, 3U, 10U, 63U, 64U, 65U, 66U, 100U, 1000U}) {
        const double share = std::pow(1 - chance, limit);
        double beyond = 0;
        for (const std::uint64_t gap : drawn) beyond += gap > limit ? 1 : 0;
        EXPECT_NEAR(beyond, draws * share, 5 * std::sqrt(draws * share * (1 - share)) + 1) << limit;
      }
    }
  }
}

TEST(GeometricGaps, OfACertainSuccessAreOne) {
  const GeometricGaps gaps(1);
  RandomStream random(1, 0);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(gaps.draw(random), 1U);
}

TEST(GeometricGaps, OfATinyChanceAreLongAndNoError) {
  RandomStream random(1, 0);
  EXPECT_GT(GeometricGaps(1e-18).draw(random), 1000000000U);
  EXPECT_GT(GeometricGaps(1e-300).draw(random), 1000000000U);
}

}  // namespace
}  // namespace swapfly::test
