#include "model/router/fifo_bank.hpp"

#include <gtest/gtest.h>

#include <deque>

#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(FifoBank, BehavesAsOneDequePerFifo) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const unsigned fifos = random.between(1, 9);
    const unsigned depth = random.between(1, 9);
    FifoBank bank(fifos, depth);
    std::vector<std::deque<Flit>> model(fifos);
    ASSERT_EQ(bank.depth(), depth);
    const unsigned pushes_in_four = random.between(1, 3);
    for (int step = 0; step < 2000; ++step) {
      const unsigned fifo = random.below(fifos);
      if (random.below(4) < pushes_in_four) {
        if (model[fifo].size() == depth) continue;
        const Flit flit{{}, static_cast<std::uint32_t>(step), fifo, random.word()};
        bank.push(fifo, flit);
        model[fifo].push_back(flit);
      } else if (!model[fifo].empty()) {
        bank.pop(fifo);
        model[fifo].pop_front();
      }
      for (unsigned other = 0; other < fifos; ++other) {
        ASSERT_EQ(bank.count(other), model[other].size());
        ASSERT_EQ(bank.full(other), model[other].size() == depth);
        for (unsigned place = 0; place < model[other].size(); ++place) {
          ASSERT_EQ(bank.at(other, place), model[other][place]);
        }
        if (!model[other].empty()) {
          ASSERT_EQ(bank.front(other), model[other].front());
        }
      }
    }
  }
}

TEST(FifoBank, KeepsOrderWhenItIsFilledAndDrainedAcrossTheWrap) {
  FifoBank bank(2, 3);
  std::uint32_t pushed = 0, popped = 0;
  for (; pushed < 3; ++pushed) bank.push(1, {{}, pushed, 0, 0});
  EXPECT_TRUE(bank.full(1));
  EXPECT_FALSE(bank.full(0));
  for (int round = 0; round < 10; ++round) {
    EXPECT_EQ(bank.front(1).packet, popped++);
    bank.pop(1);
    EXPECT_FALSE(bank.full(1));
    bank.push(1, {{}, pushed++, 0, 0});
    EXPECT_EQ(bank.at(1, 2).packet, pushed - 1);
  }
  EXPECT_EQ(bank.count(0), 0U);
}

}  // namespace
}  // namespace swapfly
