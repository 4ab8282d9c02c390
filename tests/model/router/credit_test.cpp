#include <gtest/gtest.h>

#include "tests/support/printing.hpp"
#include "tests/support/router_bench.hpp"

namespace swapfly {
namespace {

using test::labelled;
using test::RouterBench;

RouterParameters with_depth(unsigned depth) {
  RouterParameters parameters;
  parameters.K = 2;
  parameters.M = 2;
  parameters.depth = depth;
  return parameters;
}

constexpr Header to_local_one{1, false, 0, 0, 1};

TEST(Credits, StartAtTheDepthOfTheFarFifo) {
  for (const unsigned depth : {1U, 2U, 5U}) {
    RouterBench bench(with_depth(depth));
    for (Port port = 0; port < 4; ++port) {
      for (unsigned channel = 0; channel < 2; ++channel) {
        EXPECT_EQ(bench.core().credits(port, channel), depth);
      }
    }
  }
}

TEST(Credits, AnOutputSendsAsManyFlitsAsItHasCreditsAndNoMore) {
  for (unsigned depth = 1; depth <= 4; ++depth) {
    RouterBench bench(with_depth(depth));
    for (unsigned i = 0; i < depth; ++i) {
      bench.lane_arrives(0, labelled(to_local_one, i));
      bench.step();
      ASSERT_EQ(bench.sent.size(), 1U);
      ASSERT_EQ(bench.core().credits(1, 0), depth - 1 - i);
    }
    bench.lane_arrives(0, labelled(to_local_one, depth));
    for (int clock = 0; clock < 10; ++clock) {
      bench.step();
      ASSERT_TRUE(bench.sent.empty());
    }
    bench.credit(1, 0);
    bench.step();
    ASSERT_EQ(bench.sent.size(), 1U);
    EXPECT_EQ(bench.sent[0].second.label, depth);
    EXPECT_EQ(bench.core().credits(1, 0), 0U);
  }
}

TEST(Credits, BelongToTheChannelThatTheFlitArrivesIn) {
  RouterBench bench(with_depth(1));
  // b on arrival 0, 1, 2, 3: channels 0, 0, 1, 1.
  for (const auto& [hops, channel] : {std::pair{1, 0U}, {2, 0U}, {3, 1U}, {4, 1U}}) {
    const Header header{static_cast<std::uint8_t>(hops), false, 1, 1, 1};
    const Port output = hops % 2 == 1 ? 1 : 3;
    bench.lane_arrives(0, labelled(header, 0));
    bench.step();
    ASSERT_EQ(bench.sent.size(), 1U) << hops;
    EXPECT_EQ(bench.core().credits(output, channel), 0U) << hops;
    EXPECT_EQ(bench.core().credits(output, 1 - channel), 1U) << hops;
    bench.credit(output, channel);
    bench.step();
    EXPECT_EQ(bench.core().credits(output, channel), 1U) << hops;
  }
}

TEST(Credits, OfOneOutputDoNotServeAnother) {
  RouterBench bench(with_depth(1));
  bench.drain_credits(to_local_one, 1, 0);
  bench.lane_arrives(0, labelled(to_local_one, 7));
  bench.credit(0, 0);
  bench.credit(1, 1);
  bench.credit(3, 0);
  bench.step();
  EXPECT_TRUE(bench.sent.empty());
  bench.credit(1, 0);
  bench.step();
  EXPECT_EQ(bench.sent.size(), 1U);
}

TEST(Credits, SkippedHopsDecideTheChannel) {
  RouterBench bench(with_depth(2));
  // [4;1,0,0] with skip arrives with two hops left, [2;0,-,0]: channel 1; without its last hop,
  // [2;1,-,0] arrives with none: channel 0.
  bench.lane_arrives(0, labelled({4, true, 1, 0, 0}, 0));
  bench.step();
  ASSERT_EQ(bench.sent.size(), 1U);
  EXPECT_EQ(bench.sent[0].second.header, (Header{2, true, 0, 0, 0}));
  EXPECT_EQ(bench.core().credits(3, 1), 1U);
  EXPECT_EQ(bench.core().credits(3, 0), 2U);
  bench.lane_arrives(0, labelled({2, true, 1, 0, 0}, 0));
  bench.step();
  ASSERT_EQ(bench.sent.size(), 1U);
  EXPECT_EQ(bench.sent[0].second.header.hops, 0);
  EXPECT_EQ(bench.core().credits(3, 0), 1U);
}

TEST(Credits, AnArrivedFlitNeedsNone) {
  RouterBench bench(with_depth(1));
  for (Port port = 0; port < 4; ++port) bench.arrives(port, labelled({}, port));
  bench.step();
  EXPECT_EQ(bench.ejected.size(), 4U) << "one ejection channel an input";
  const std::vector<std::pair<Port, unsigned>> freed{{0, 0}, {1, 0}, {2, 0}, {3, 0}};
  EXPECT_EQ(bench.freed, freed);
  for (Port port = 0; port < 4; ++port) EXPECT_EQ(bench.core().credits(port, 0), 1U);
}

TEST(Credits, ARefusedFlitStaysAndFreesNothing) {
  RouterBench bench(with_depth(2));
  bench.accepts = [](Port port) { return port == 1; };
  bench.arrives(0, labelled({}, 5));
  bench.arrives(1, labelled({}, 6));
  bench.step();
  ASSERT_EQ(bench.ejected.size(), 1U);
  EXPECT_EQ(bench.ejected[0].second.label, 6U);
  EXPECT_EQ(bench.freed, (std::vector<std::pair<Port, unsigned>>{{1, 0}}));
  bench.step();
  EXPECT_TRUE(bench.ejected.empty());
  EXPECT_TRUE(bench.freed.empty());
  bench.accepts = [](Port) { return true; };
  bench.step();
  ASSERT_EQ(bench.ejected.size(), 1U);
  EXPECT_EQ(bench.ejected[0].second.label, 5U);
  EXPECT_TRUE(bench.core().idle());
}

TEST(Credits, ALaneGetsItsSlotBackInTheClockItsFlitLeaves) {
  RouterParameters parameters = with_depth(2);
  parameters.lanes = 3;
  RouterBench bench(parameters);
  bench.lane_arrives(2, labelled(to_local_one, 0));
  bench.lane_arrives(1, labelled(to_local_one, 1));
  bench.step();
  EXPECT_EQ(bench.freed_lanes, std::vector<unsigned>{1});
  EXPECT_TRUE(bench.freed.empty());
  bench.step();
  EXPECT_EQ(bench.freed_lanes, std::vector<unsigned>{2});
  bench.step();
  EXPECT_TRUE(bench.freed_lanes.empty());
}

TEST(Credits, TooFewChannelsShareTheLast) {
  RouterParameters parameters = with_depth(1);
  parameters.virtual_channels = 1;
  RouterBench bench(parameters);
  EXPECT_EQ(bench.core().channel_of(0), 0U);
  EXPECT_EQ(bench.core().channel_of(3), 0U);
  bench.arrives(0, labelled({3, false, 1, 1, 1}, 9));
  bench.step();
  ASSERT_EQ(bench.sent.size(), 1U);
  EXPECT_EQ(bench.core().credits(1, 0), 0U);
  EXPECT_EQ(bench.freed, (std::vector<std::pair<Port, unsigned>>{{0, 0}}));
}

TEST(Credits, MoreChannelsThanNeededStayUnused) {
  RouterParameters parameters = with_depth(3);
  parameters.virtual_channels = 4;
  RouterBench bench(parameters);
  bench.arrives(0, labelled({3, false, 1, 1, 1}, 9));
  bench.step();
  EXPECT_EQ(bench.freed, (std::vector<std::pair<Port, unsigned>>{{0, 1}}));
  EXPECT_EQ(bench.core().credits(1, 1), 2U);
  EXPECT_EQ(bench.core().credits(1, 3), 3U);
}

}  // namespace
}  // namespace swapfly
