#include "model/metrics/linear_fit.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

TEST(LinearFit, FindsTheLineThatSamplesLieOnExactly) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const std::vector<std::int64_t> slopes = {random.below(70), random.below(70), random.below(70)};
    const std::int64_t intercept = std::int64_t{random.below(9)} - 4;
    std::vector<FitSample> samples;
    for (unsigned i = 0; i < 40; ++i) {
      FitSample sample{{random.below(5), random.below(5), random.below(5)}, intercept};
      for (std::size_t j = 0; j < 3; ++j) sample.clocks += slopes[j] * sample.counts[j];
      samples.push_back(sample);
    }
    const std::optional<LinearFit> fit = linear_fit(samples);
    ASSERT_TRUE(fit);
    for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(fit->slopes[j], slopes[j]);
    EXPECT_EQ(fit->intercept, intercept);
    EXPECT_EQ(fit->largest_residual, 0);
  }
}

TEST(LinearFit, LeavesTheLeastSquaresWhereSamplesLieOnNoLine) {
  // By hand: the mean is (1,2), the slope (1*2 + 0 + 1*1) / 2.
  const std::optional<LinearFit> fit = linear_fit({{{0}, 0}, {{1}, 3}, {{2}, 3}});
  ASSERT_TRUE(fit);
  EXPECT_DOUBLE_EQ(fit->slopes[0].value(), 1.5);
  EXPECT_DOUBLE_EQ(fit->intercept, 0.5);
  EXPECT_DOUBLE_EQ(fit->largest_residual, 1);
}

TEST(LinearFit, SaysNothingOfWhatNoSampleHas) {
  const std::optional<LinearFit> fit = linear_fit({{{0, 1}, 5}, {{0, 2}, 7}, {{0, 4}, 11}});
  ASSERT_TRUE(fit);
  EXPECT_FALSE(fit->slopes[0].has_value());
  EXPECT_EQ(fit->slopes[1], 2);
  EXPECT_EQ(fit->intercept, 3);
}

TEST(LinearFit, IsNoneWhereSamplesDoNotDetermineIt) {
  EXPECT_FALSE(linear_fit({}));
  EXPECT_FALSE(linear_fit({{{1}, 5}}));
  EXPECT_FALSE(linear_fit({{{1}, 5}, {{1}, 6}}));
  EXPECT_FALSE(linear_fit({{{1, 2}, 5}, {{2, 4}, 6}, {{3, 6}, 7}}));
}

TEST(LinearFit, RefusesNumbersThatItWouldGetWrong) {
  std::vector<FitSample> samples;
  for (std::int64_t i = 0; i < 6; ++i) {
    const std::int64_t large = (std::int64_t{1} << 30U) * (i + 1);
    samples.push_back({{large, large * i, large * i * i}, large});
  }
  EXPECT_THROW(linear_fit(samples), std::overflow_error);
}

}  // namespace
}  // namespace swapfly::test
