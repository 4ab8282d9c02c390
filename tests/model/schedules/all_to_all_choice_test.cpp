#include "model/schedules/all_to_all_choice.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace swapfly::test {
namespace {

using Sizes = std::array<unsigned, 3>;

std::optional<Sizes> chosen(const AllToAllSearch& search) {
  const std::optional<AllToAllShape> shape = fewest_rounds(search);
  if (!shape) return std::nullopt;
  return Sizes{shape->K, shape->M, shape->s};
}

TEST(AllToAllChoice, NoOtherChoiceHasFewerRounds) {
  for (const AllToAllSchedule schedule :
       {AllToAllSchedule::no_delay, AllToAllSchedule::schedule3}) {
    for (unsigned K = 1; K <= 12; ++K) {
      for (unsigned M = 2; M <= 12; ++M) {
        const std::optional<AllToAllShape> best = fewest_rounds({K, M, schedule});
        ASSERT_TRUE(best);
        EXPECT_TRUE(allows(schedule, *best));
        const std::uint64_t routers = std::uint64_t{K} * M * M;
        for (unsigned J = 1; J <= K; ++J) {
          for (unsigned L = 1; L <= M; ++L) {
            for (unsigned s = 1; s <= std::min(J, L); ++s) {
              if (!allows(schedule, {J, L, s})) continue;
              // n^2 / (J L^2 s), from the formula.
              const double rounds = double(routers) * double(routers) / (double(J) * L * L * s);
              EXPECT_LE(double(scaled_rounds(*best, routers)), std::ceil(rounds))
                  << K << " " << M << ": " << J << " " << L << " " << s;
            }
          }
        }
      }
    }
  }
}

TEST(AllToAllChoice, KeepsWhatIsGiven) {
  AllToAllSearch search{7, 16};
  EXPECT_EQ(chosen(search), (Sizes{7, 14, 7}));
  search.s = 5;
  EXPECT_EQ(chosen(search), (Sizes{5, 15, 5}));
  search.s = 4;
  EXPECT_EQ(chosen(search), (Sizes{4, 16, 4}));
  search.s = {};
  search.L = 15;
  EXPECT_EQ(chosen(search), (Sizes{5, 15, 5}));
  search.J = 7;
  EXPECT_EQ(chosen(search), (Sizes{7, 15, 1}));
  search.s = 2;
  EXPECT_EQ(chosen(search), std::nullopt);
}

TEST(AllToAllChoice, ThePublishedExampleScalesToTheWholeNetwork) {
  const AllToAllShape published{5, 15, 5};
  EXPECT_EQ(published.rounds(), 225U);
  // The paper's 569 is 225 times the square of 1.59, the rounded 1792 / 1125.
  EXPECT_EQ(scaled_rounds(published, 1792), 571U);
  EXPECT_EQ(scaled_rounds({7, 14, 7}, 1792), 335U);
  EXPECT_EQ(AllToAllShape({7, 16, 1}).rounds(), 1792U);
}

}  // namespace
}  // namespace swapfly::test
