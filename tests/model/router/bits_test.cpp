#include "model/router/bits.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(Bits, AreCountedInWholeWords) {
  EXPECT_EQ(words_for(0), 0U);
  EXPECT_EQ(words_for(1), 1U);
  EXPECT_EQ(words_for(64), 1U);
  EXPECT_EQ(words_for(65), 2U);
  EXPECT_EQ(words_for(128), 2U);
}

TEST(Bits, BehaveAsASetOfNumbers) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const unsigned size = random.between(1, 200);
    std::vector<std::uint64_t> words(words_for(size));
    std::set<unsigned> model;
    for (int step = 0; step < 300; ++step) {
      const unsigned bit = random.below(size);
      if (random.one_in(2)) {
        set_bit(words.data(), bit);
        model.insert(bit);
      } else {
        reset_bit(words.data(), bit);
        model.erase(bit);
      }
      std::vector<unsigned> visited;
      for (unsigned word = 0; word < words.size(); ++word) {
        for_each_bit(words[word], word * 64, [&](unsigned found) { visited.push_back(found); });
      }
      ASSERT_EQ(visited, std::vector<unsigned>(model.begin(), model.end()));
      for (unsigned other = 0; other < size; ++other) {
        ASSERT_EQ(test_bit(words.data(), other), model.count(other) == 1);
      }
    }
  }
}

}  // namespace
}  // namespace swapfly
