#include <gtest/gtest.h>

#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"
#include "tests/support/router_bench.hpp"

namespace swapfly {
namespace {

using test::labelled;
using test::Random;
using test::RouterBench;

/// D3(2,3): local ports 0..2, global 3 and 4; FIFOs 0..9 of the ports, 10 and 11 of the lanes.
RouterParameters two_by_three() {
  RouterParameters parameters;
  parameters.K = 2;
  parameters.M = 3;
  parameters.lanes = 2;
  parameters.depth = 16;
  return parameters;
}

/// A flit for local output 1 that lands in FIFO `fifo`: one hop left in channel 0, three in 1.
Header to_local_one(unsigned fifo) {
  return fifo % 2 == 0 ? Header{1, false, 0, 0, 1} : Header{3, false, 0, 0, 1};
}

void fill(RouterBench& bench, unsigned fifo) {
  const unsigned link_fifos = bench.parameters().link_fifos();
  if (fifo < link_fifos) {
    bench.arrives(fifo / 2, labelled(to_local_one(fifo), fifo));
  } else {
    bench.lane_arrives(fifo - link_fifos, labelled(to_local_one(0), fifo));
  }
}

std::uint32_t winner(const RouterBench& bench) {
  EXPECT_EQ(bench.sent.size(), 1U);
  return bench.sent.empty() ? ~0U : bench.sent.front().second.label;
}

TEST(Arbitration, GoesRoundInputsByChannelThenLanesStartingAtZero) {
  RouterBench bench(two_by_three());
  bench.returns_credits = true;
  const unsigned fifos = bench.parameters().fifos();
  ASSERT_EQ(fifos, 12U);
  // A link carries one flit a clock: channel 0 and the lanes come first, channel 1 a clock later.
  for (unsigned fifo = 0; fifo < fifos; ++fifo) {
    if (fifo % 2 == 0 || fifo >= bench.parameters().link_fifos()) fill(bench, fifo);
  }
  for (unsigned round = 0; round < 3; ++round) {
    for (unsigned fifo = 0; fifo < fifos; ++fifo) {
      bench.step();
      if (round == 0 && fifo == 0) {
        for (unsigned other = 1; other < bench.parameters().link_fifos(); other += 2) {
          fill(bench, other);
        }
      }
      ASSERT_EQ(winner(bench), fifo) << "round " << round;
      if (round > 0 || fifo > 0) fill(bench, fifo);
      if (round == 0 && fifo == 2) fill(bench, 0);
    }
  }
}

TEST(Arbitration, TheLowestFifoWinsAfterResetWhicheverItIs) {
  for (unsigned lowest = 0; lowest < 12; ++lowest) {
    RouterBench bench(two_by_three());
    fill(bench, lowest);
    for (unsigned fifo = lowest + 1 + (lowest + 1) % 2; fifo < 12; fifo += 2) fill(bench, fifo);
    bench.step();
    EXPECT_EQ(winner(bench), lowest);
  }
}

TEST(Arbitration, ThePointerStandsOnePastTheWinner) {
  for (unsigned first = 0; first < 12; ++first) {
    for (unsigned a = 0; a < 12; ++a) {
      for (unsigned b = a + 1; b < 12; ++b) {
        if (a / 2 == b / 2 && b < 10) continue;  // one link, one flit a clock
        RouterBench bench(two_by_three());
        fill(bench, first);
        bench.step();
        ASSERT_EQ(winner(bench), first);
        fill(bench, a);
        fill(bench, b);
        bench.step();
        const unsigned pointer = (first + 1) % 12;
        const unsigned expected = a >= pointer ? a : (b >= pointer ? b : a);
        ASSERT_EQ(winner(bench), expected) << "after " << first << ": " << a << " or " << b;
      }
    }
  }
}

TEST(Arbitration, ThePointerStaysWhereNothingIsGranted) {
  RouterBench bench(two_by_three());
  const Header one_hop = to_local_one(0);
  bench.drain_credits(one_hop, 1, 0);  // lane 0 wins: the pointer is at lane 1
  fill(bench, 2);
  fill(bench, 11);
  for (int clock = 0; clock < 5; ++clock) {
    bench.step();
    ASSERT_TRUE(bench.sent.empty());
  }
  bench.credit(1, 0);
  bench.step();
  EXPECT_EQ(winner(bench), 11U) << "lane 1 comes next; five clocks without a credit moved nothing";
}

TEST(Arbitration, EveryOutputHasAPointerOfItsOwn) {
  RouterBench bench(two_by_three());
  const auto two = [&](unsigned delta) {
    const Header header{1, false, 0, 0, static_cast<std::uint16_t>(delta)};
    bench.arrives(0, labelled(header, 0));
    bench.arrives(3, labelled(header, 3));
    bench.step();
    return winner(bench);
  };
  EXPECT_EQ(two(1), 0U);
  bench.step();  // the other one leaves: pointer of output 1 past port 3
  EXPECT_EQ(two(2), 0U) << "output 2 starts at 0";
  bench.step();
  const Header header{1, false, 0, 0, 1};
  bench.arrives(4, labelled(header, 4));
  bench.arrives(1, labelled(header, 1));
  bench.step();
  EXPECT_EQ(winner(bench), 4U) << "output 1 goes on after port 3";
}

TEST(Arbitration, AHeadWithoutACreditDoesNotHideOneThatHasIt) {
  RouterBench bench(two_by_three());
  bench.drain_credits(to_local_one(1), 1, 1);
  // FIFO 1 (channel 1 next) comes first in order and lacks a credit; FIFO 4 has one.
  fill(bench, 1);
  fill(bench, 4);
  bench.step();
  EXPECT_EQ(winner(bench), 4U);
  bench.step();
  EXPECT_TRUE(bench.sent.empty());
  bench.credit(1, 1);
  bench.step();
  EXPECT_EQ(winner(bench), 1U);
}

TEST(Arbitration, BothChannelsOfAnInputMayWinInOneClock) {
  RouterBench bench(two_by_three());
  bench.drain_credits({1, false, 0, 0, 1}, 1, 0);
  bench.arrives(2, labelled({1, false, 0, 0, 1}, 10));  // channel 0, held: no credit
  bench.step();
  ASSERT_TRUE(bench.sent.empty());
  bench.arrives(2, labelled({2, false, 1, 0, 0}, 20));  // channel 1, to global 1
  bench.credit(1, 0);
  bench.step();
  ASSERT_EQ(bench.sent.size(), 2U);
  EXPECT_EQ(bench.sent[0].first, 1U);
  EXPECT_EQ(bench.sent[0].second.label, 10U);
  EXPECT_EQ(bench.sent[1].first, 4U);
  EXPECT_EQ(bench.sent[1].second.label, 20U);
  const std::vector<std::pair<Port, unsigned>> both{{2, 0}, {2, 1}};
  std::sort(bench.freed.begin(), bench.freed.end());
  EXPECT_EQ(bench.freed, both) << "a credit each";
}

TEST(Arbitration, OneOutputSendsOneFlitAClock) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    RouterBench bench(two_by_three());
    bench.returns_credits = true;
    for (int clock = 0; clock < 100; ++clock) {
      const unsigned fifo = random.below(12);
      if (bench.core().held(fifo) < 10) fill(bench, fifo);
      bench.step();
      ASSERT_LE(bench.sent.size(), 1U);
    }
  }
}

}  // namespace
}  // namespace swapfly
