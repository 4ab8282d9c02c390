#include "model/nic/latency_histogram.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(LatencyHistogram, OfNothingIsZero) {
  const LatencyHistogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.mean(), 0.0);
  EXPECT_EQ(histogram.percentile(0.5), 0U);
  EXPECT_EQ(histogram.min(), 0U);
  EXPECT_EQ(histogram.max(), 0U);
}

TEST(LatencyHistogram, OfOneValueIsThatValue) {
  for (const std::uint64_t value : {0ULL, 1ULL, 4095ULL, 4096ULL, 1ULL << 40U}) {
    LatencyHistogram histogram;
    histogram.add(value);
    for (const double fraction : {0.0, 0.01, 0.5, 0.99, 1.0}) {
      EXPECT_EQ(histogram.percentile(fraction), value);
    }
    EXPECT_EQ(histogram.mean(), static_cast<double>(value));
  }
}

TEST(LatencyHistogram, APercentileIsTheSmallestValueThatEnoughDoNotExceed) {
  LatencyHistogram histogram;
  for (std::uint64_t value = 1; value <= 100; ++value) histogram.add(value);
  EXPECT_EQ(histogram.min(), 1U);
  EXPECT_EQ(histogram.percentile(0.5), 50U);
  EXPECT_EQ(histogram.percentile(0.505), 51U);
  EXPECT_EQ(histogram.percentile(0.99), 99U);
  EXPECT_EQ(histogram.max(), 100U);
  EXPECT_EQ(histogram.mean(), 50.5);
}

TEST(LatencyHistogram, EqualsASortedVector) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const unsigned range = seed % 3 == 0 ? 1000000 : (seed % 3 == 1 ? 4200 : 50);
    LatencyHistogram histogram;
    std::vector<std::uint64_t> all;
    std::uint64_t sum = 0;
    const unsigned count = random.between(1, 1500);
    for (unsigned i = 0; i < count; ++i) {
      const std::uint64_t value = random.below(range);
      histogram.add(value);
      all.push_back(value);
      sum += value;
    }
    std::sort(all.begin(), all.end());
    ASSERT_EQ(histogram.count(), count);
    ASSERT_EQ(histogram.min(), all.front());
    ASSERT_EQ(histogram.max(), all.back());
    ASSERT_DOUBLE_EQ(histogram.mean(), static_cast<double>(sum) / count);
    // Eighths and 99 hundredths, counted in whole numbers.
    for (unsigned eighths = 1; eighths <= 8; ++eighths) {
      ASSERT_EQ(histogram.percentile(eighths / 8.0), all[(eighths * count + 7) / 8 - 1]);
    }
    ASSERT_EQ(histogram.percentile(0.99), all[(99 * count + 99) / 100 - 1]);
  }
}

}  // namespace
}  // namespace swapfly
