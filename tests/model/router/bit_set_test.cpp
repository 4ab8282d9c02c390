#include "model/router/bit_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(BitSet, StartsEmpty) {
  for (const unsigned size : {0U, 1U, 63U, 64U, 65U, 128U, 200U}) {
    const BitSet bits(size);
    EXPECT_FALSE(bits.any());
    EXPECT_EQ(bits.count(), 0U);
    for (unsigned bit = 0; bit < size; ++bit) ASSERT_FALSE(bits.test(bit));
  }
}

TEST(BitSet, FirstFromTakesTheBitAtTheStartItself) {
  BitSet bits(130);
  for (const unsigned bit : {0U, 5U, 63U, 64U, 127U, 128U, 129U}) bits.set(bit);
  for (const unsigned bit : {0U, 5U, 63U, 64U, 127U, 128U, 129U}) {
    EXPECT_EQ(bits.first_from(bit), bit);
  }
}

TEST(BitSet, FirstFromGoesRoundPastTheEnd) {
  BitSet bits(200);
  bits.set(70);
  EXPECT_EQ(bits.first_from(0), 70U);
  EXPECT_EQ(bits.first_from(70), 70U);
  EXPECT_EQ(bits.first_from(71), 70U) << "the rest of its own word is empty";
  EXPECT_EQ(bits.first_from(128), 70U);
  EXPECT_EQ(bits.first_from(199), 70U);
  bits.set(3);
  EXPECT_EQ(bits.first_from(71), 3U);
  EXPECT_EQ(bits.first_from(4), 70U);
}

TEST(BitSet, FirstFromGoesRoundWithinOneWord) {
  BitSet bits(10);
  bits.set(2);
  bits.set(6);
  EXPECT_EQ(bits.first_from(3), 6U);
  EXPECT_EQ(bits.first_from(7), 2U);
}

TEST(BitSet, BehavesAsASetOfNumbers) {
  for (const unsigned size : {1U, 12U, 64U, 65U, 127U, 128U, 129U, 300U}) {
    const std::uint64_t seed = 100 + size;
    SCOPED_TRACE(::testing::Message() << "size " << size << " seed " << seed);
    Random random(seed);
    BitSet bits(size);
    std::set<unsigned> model;
    for (int step = 0; step < 3000; ++step) {
      const unsigned bit = random.below(size);
      switch (random.below(20)) {
        case 0:
          bits.clear();
          model.clear();
          break;
        case 1:
        case 2:
        case 3:
        case 4:
        case 5:
        case 6:
          bits.reset(bit);
          model.erase(bit);
          break;
        default:
          bits.set(bit);
          model.insert(bit);
      }
      ASSERT_EQ(bits.any(), !model.empty());
      ASSERT_EQ(bits.count(), model.size());
      const unsigned start = random.below(size);
      ASSERT_EQ(bits.test(start), model.count(start) != 0);
      if (model.empty()) continue;
      const auto at_or_after = model.lower_bound(start);
      ASSERT_EQ(bits.first_from(start), at_or_after == model.end() ? *model.begin() : *at_or_after);
    }
  }
}

TEST(BitSet, VisitsEverySetBitLowestFirst) {
  BitSet bits(200);
  const std::vector<unsigned> expected{0, 1, 31, 63, 64, 100, 127, 128, 199};
  for (const unsigned bit : expected) bits.set(bit);
  std::vector<unsigned> visited;
  bits.for_each([&](unsigned bit) { visited.push_back(bit); });
  EXPECT_EQ(visited, expected);
}

TEST(BitSet, AVisitMayResetTheBitItIsGiven) {
  BitSet bits(150);
  for (const unsigned bit : {3U, 4U, 90U, 149U}) bits.set(bit);
  unsigned visits = 0;
  bits.for_each([&](unsigned bit) {
    bits.reset(bit);
    ++visits;
  });
  EXPECT_EQ(visits, 4U);
  EXPECT_FALSE(bits.any());
}

}  // namespace
}  // namespace swapfly
