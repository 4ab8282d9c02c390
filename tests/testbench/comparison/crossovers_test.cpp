#include "testbench/comparison/crossovers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace swapfly::test {
namespace {

/// fixed + slope * flits for every name.
struct Line {
  std::uint64_t fixed = 0;
  std::uint64_t slope = 0;
};

ClocksOfLength lines(const std::map<std::string, Line>& lines) {
  return [lines](std::uint64_t flits) {
    ClocksByAlgorithm clocks;
    for (const auto& [name, line] : lines) clocks[name] = line.fixed + line.slope * flits;
    return std::optional<ClocksByAlgorithm>(clocks);
  };
}

std::string text_of(const std::vector<ChangeOfFastest>& changes) {
  std::string text;
  for (const ChangeOfFastest& change : changes) {
    text += change.from + ">" + change.to + "@" + std::to_string(change.flits) + " ";
  }
  return text;
}

TEST(Fastest, OfThoseThatTakeTheSameTheLeaderStays) {
  const ClocksByAlgorithm clocks = {{"a", 5}, {"b", 4}, {"c", 4}};
  EXPECT_EQ(fastest(clocks), "b");
  EXPECT_EQ(fastest(clocks, "c"), "c");
  EXPECT_EQ(fastest(clocks, "a"), "b");
  EXPECT_EQ(fastest(clocks, "not there"), "b");
}

TEST(ChangesOfFastest, AreExactToAFlit) {
  for (std::uint64_t crossing = 2; crossing <= 64; ++crossing) {
    unsigned asked = 0;
    const auto changes = changes_of_fastest({1, 64}, [&](std::uint64_t flits) {
      ++asked;
      return std::optional<ClocksByAlgorithm>({{"a", 10}, {"b", flits < crossing ? 11 : 9}});
    });
    EXPECT_EQ(text_of(changes), "a>b@" + std::to_string(crossing) + " ");
    EXPECT_LE(asked, 2U + 2 * 6);  // each half asks about its end again
  }
}

TEST(ChangesOfFastest, FindWhoLeadsOnlyBetweenTwoLengths) {
  // 9 m, 30 + 4 m from 6 < m, 230 + m from 66.67 < m.
  const auto clocks = lines({{"short", {0, 9}}, {"middle", {30, 4}}, {"long", {230, 1}}});
  EXPECT_EQ(text_of(changes_of_fastest({1, 4096}, clocks)), "short>middle@7 middle>long@67 ");
}

TEST(ChangesOfFastest, NeedMoreThanATie) {
  // 4 m and 6 + m are the same at 2, and b is first by name there.
  const auto clocks = lines({{"c", {0, 4}}, {"b", {6, 1}}});
  EXPECT_EQ(text_of(changes_of_fastest({1, 2}, clocks)), "");
  EXPECT_EQ(text_of(changes_of_fastest({1, 2, 3}, clocks)), "c>b@3 ");
  EXPECT_EQ(text_of(changes_of_fastest({1, 8}, clocks)), "c>b@3 ");
}

TEST(ChangesOfFastest, StopWhereThereAreNoClocks) {
  const auto clocks = lines({{"a", {0, 4}}, {"b", {6, 1}}});
  const auto until_50 = [&](std::uint64_t flits) {
    return flits < 50 ? clocks(flits) : std::optional<ClocksByAlgorithm>();
  };
  EXPECT_EQ(text_of(changes_of_fastest({1, 8, 64}, until_50)), "a>b@3 ");
  EXPECT_EQ(text_of(changes_of_fastest({60, 64}, until_50)), "");
  EXPECT_EQ(text_of(changes_of_fastest({}, clocks)), "");
}

TEST(ChangesOfFastest, OfRandomLinesGoFromWhoTakesLeastToWhoDoes) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  unsigned found = 0;
  for (unsigned trial = 0; trial < 500; ++trial) {
    std::map<std::string, Line> chosen;
    for (const char* name : {"a", "b", "c"}) chosen[name] = {random() % 2000, random() % 20};
    const auto clocks = lines(chosen);
    const auto least_at = [&](std::uint64_t flits) {
      const ClocksByAlgorithm all = *clocks(flits);
      return std::min({all.at("a"), all.at("b"), all.at("c")});
    };
    std::string leader = fastest(*clocks(1));
    for (const ChangeOfFastest& change : changes_of_fastest({1, 200}, clocks)) {
      ++found;
      EXPECT_EQ(change.from, leader);
      leader = change.to;
      const ClocksByAlgorithm there = *clocks(change.flits);
      EXPECT_EQ(clocks(change.flits - 1)->at(change.from), least_at(change.flits - 1));
      EXPECT_LT(there.at(change.to), there.at(change.from));
      EXPECT_EQ(there.at(change.to), least_at(change.flits));
    }
    EXPECT_EQ(clocks(200)->at(leader), least_at(200));
  }
  EXPECT_GT(found, 100U);
}

/// The length at which a search flit by flit finds it, with every number of blocks tried.
std::optional<std::uint64_t> crossing_by_hand(unsigned processors, double alpha, double beta) {
  // Linear pipeline (P - 2 + k)(alpha + beta m / k) against binomial ceil(log2 P) (alpha + beta m).
  for (std::uint64_t flits = 1; flits <= 1000; ++flits) {
    const auto message = static_cast<double>(flits);
    double least = 1e300;
    for (std::uint64_t k = 1; k <= flits; ++k) {
      const auto blocks = static_cast<double>(k);
      least = std::min(least, (processors - 2 + blocks) * (alpha + beta * message / blocks));
    }
    unsigned rounds = 0;
    while ((1U << rounds) < processors) ++rounds;
    if (least < rounds * (alpha + beta * message)) return flits;
  }
  return std::nullopt;
}

TEST(PublishedCrossover, IsWhereTheBestNumbersOfBlocksPutIt) {
  for (unsigned processors : {3U, 4U, 5U, 8U, 16U, 64U}) {
    for (double alpha : {2.0, 3.0, 17.0}) {
      CollectiveRequest request;
      request.processors = processors;
      request.blocks = 999;
      const auto expected = crossing_by_hand(processors, alpha, 1);
      ASSERT_TRUE(expected.has_value());
      EXPECT_EQ(
          published_crossover(request, {"binomial_tree", alpha, 1}, {"linear_pipeline", alpha, 1}),
          expected)
          << processors << " processors, alpha " << alpha;
    }
  }
}

TEST(PublishedCrossover, OfTwoTreesIsWhereItIsByHand) {
  // P = 64: 6 (3 + m) against (12 + 2k)(3 + m / 2k): 84 against 87 at m = 11 (k = 3), 90 against
  // 90 at m = 12 (k = 3), 96 against 92.5 at m = 13 (k = 4).
  CollectiveRequest request;
  request.processors = 64;
  const CostedAlgorithm binomial = {"binomial_tree", 3, 1};
  const CostedAlgorithm two_trees = {"two_tree_broadcast", 3, 1};
  EXPECT_EQ(published_crossover(request, binomial, two_trees), 13U);
  EXPECT_EQ(published_crossover(request, two_trees, binomial), 1U);
}

TEST(PublishedCrossover, CountsNoBlocksOfLessThanAFlit) {
  // P = 200: 8 (1 + m) against (16 + 2k)(1 + m / 2k). At m = 4 both take 40 with the most blocks, k
  // = 2, though k = 4 would make 36; at m = 5 and k = 3, 48 against 40.3.
  CollectiveRequest request;
  request.processors = 200;
  EXPECT_EQ(published_crossover(request, {"binomial_tree", 1, 1}, {"two_tree_broadcast", 1, 1}),
            5U);
}

TEST(PublishedCrossover, IsNothingWhereTheyNeverCross) {
  CollectiveRequest request;
  request.processors = 2;  // (0 + k)(alpha + beta m / k), k = 1, is alpha + beta m
  EXPECT_EQ(published_crossover(request, {"binomial_tree", 3, 1}, {"linear_pipeline", 3, 1}),
            std::nullopt);
}

}  // namespace
}  // namespace swapfly::test
