#include <gtest/gtest.h>

#include "tests/support/printing.hpp"
#include "tests/support/router_bench.hpp"

namespace swapfly {
namespace {

using test::labelled;
using test::RouterBench;

RouterParameters three_by_four() {
  RouterParameters parameters;
  parameters.K = 3;
  parameters.M = 4;
  parameters.depth = 4;
  parameters.lanes = 2;
  return parameters;
}

using Ports = std::vector<Port>;
using Freed = std::vector<std::pair<Port, unsigned>>;

constexpr Header local_star{1, false, 0, 0, every_port};
constexpr Header tree{4, false, every_port, every_port, every_port};

TEST(Multicast, ALocalStarLeavesByEveryLocalPortInOneClock) {
  RouterBench bench(three_by_four());
  bench.arrives(5, labelled({3, false, every_port, every_port, every_port}, 8));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  for (const auto& [port, flit] : bench.sent) {
    EXPECT_EQ(flit.header, (Header{2, false, every_port, 0, every_port}));
    EXPECT_EQ(flit.label, 8U);
  }
  EXPECT_EQ(bench.freed, (Freed{{5, 1}})) << "one credit for the slot, not one a copy";
  EXPECT_TRUE(bench.core().idle());
}

TEST(Multicast, AGlobalStarLeavesByEveryGlobalPortInOneClock) {
  RouterBench bench(three_by_four());
  bench.lane_arrives(1, labelled(tree, 8));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{4, 5, 6}));
  for (const auto& [port, flit] : bench.sent) {
    EXPECT_EQ(flit.header, (Header{3, false, 0, every_port, every_port}));
  }
  EXPECT_EQ(bench.freed_lanes, std::vector<unsigned>{1});
  bench.step();
  EXPECT_TRUE(bench.sent.empty());
}

TEST(Multicast, ServedOutputsAreTickedOffAndTheHeadLeavesWithTheLast) {
  RouterBench bench(three_by_four());
  bench.drain_credits({1, false, 0, 0, 1}, 1, 0);
  bench.drain_credits({1, false, 0, 0, 3}, 3, 0);
  bench.arrives(6, labelled(local_star, 9));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 2}));
  EXPECT_TRUE(bench.freed.empty());
  for (int clock = 0; clock < 3; ++clock) {
    bench.step();
    ASSERT_TRUE(bench.sent.empty()) << "no second copy where credits are left";
    ASSERT_TRUE(bench.freed.empty());
  }
  bench.credit(3, 0);
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{3});
  EXPECT_TRUE(bench.freed.empty());
  bench.credit(1, 0);
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{1});
  EXPECT_EQ(bench.freed, (Freed{{6, 0}}));
  EXPECT_TRUE(bench.core().idle());
}

TEST(Multicast, TheNextStarInTheSameFifoStartsAfreshOneClockLater) {
  RouterBench bench(three_by_four());
  bench.drain_credits({1, false, 0, 0, 2}, 2, 0);
  bench.arrives(6, labelled(local_star, 1));
  bench.step();
  bench.arrives(6, labelled(local_star, 2));
  bench.step();
  EXPECT_TRUE(bench.sent.empty()) << "the second waits behind the first";
  bench.credit(2, 0);
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{2});
  EXPECT_EQ(bench.sent[0].second.label, 1U);
  bench.credit(2, 0);
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  EXPECT_EQ(bench.sent[0].second.label, 2U);
}

TEST(Multicast, ASingleFlitBehindAStarIsNotTakenForServed) {
  RouterBench bench(three_by_four());
  bench.arrives(6, labelled(local_star, 1));
  bench.step();
  bench.arrives(6, labelled({1, false, 0, 0, 2}, 2));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{2});
  EXPECT_EQ(bench.freed, (Freed{{6, 0}}));
}

TEST(Multicast, OutputsThatAStarWaitsForDoNotHoldUpOthers) {
  RouterBench bench(three_by_four());
  bench.drain_credits({1, false, 0, 0, 1}, 1, 0);
  bench.arrives(0, labelled(local_star, 1));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 2, 3}));
  bench.arrives(5, labelled({1, false, 0, 0, 3}, 2));
  bench.arrives(6, labelled({2, false, 1, 0, 0}, 3));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{3, 5}));
}

TEST(Multicast, TwoStarsShareTheOutputsAndBothAreServedInTwoClocks) {
  RouterBench bench(three_by_four());
  bench.arrives(2, labelled(local_star, 1));
  bench.arrives(4, labelled(local_star, 2));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  for (const auto& [port, flit] : bench.sent) EXPECT_EQ(flit.label, 1U);
  EXPECT_EQ(bench.freed, (Freed{{2, 0}}));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  for (const auto& [port, flit] : bench.sent) EXPECT_EQ(flit.label, 2U);
  EXPECT_EQ(bench.freed, (Freed{{4, 0}}));
}

TEST(Multicast, OneStarMayWinSomeOutputsWhileAnotherWinsTheRest) {
  RouterBench bench(three_by_four());
  // The pointer of output 2 goes past port 4, that of the others stays at 0.
  bench.arrives(4, labelled({1, false, 0, 0, 2}, 0));
  bench.step();
  bench.arrives(3, labelled(local_star, 1));
  bench.arrives(5, labelled(local_star, 2));
  bench.step();
  ASSERT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  EXPECT_EQ(bench.sent[0].second.label, 1U);
  EXPECT_EQ(bench.sent[1].second.label, 1U);
  EXPECT_EQ(bench.sent[2].second.label, 2U);
  EXPECT_EQ(bench.sent[3].second.label, 1U);
  EXPECT_TRUE(bench.freed.empty());
  bench.step();
  ASSERT_EQ(bench.ports_sent(), (Ports{0, 1, 2, 3}));
  EXPECT_EQ(bench.sent[2].second.label, 1U);
  EXPECT_EQ(bench.sent[3].second.label, 2U);
  EXPECT_EQ(bench.freed.size(), 2U);
}

TEST(Multicast, AStarOfOnePortIsAnOrdinaryHop) {
  RouterParameters parameters = three_by_four();
  parameters.K = 1;
  parameters.M = 1;
  RouterBench bench(parameters);
  bench.lane_arrives(0, labelled(tree, 1));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{1});
  EXPECT_EQ(bench.freed_lanes, std::vector<unsigned>{0});
  bench.lane_arrives(0, labelled(local_star, 2));
  bench.step();
  EXPECT_EQ(bench.ports_sent(), Ports{0});
  EXPECT_TRUE(bench.core().idle());
}

TEST(Multicast, WhatIsStillWantedShrinksAsOutputsAreServed) {
  RouterBench bench(three_by_four());
  bench.drain_credits({1, false, 0, 0, 1}, 1, 0);
  bench.arrives(6, labelled(local_star, 9));
  bench.step();
  Ports wanted;
  bench.core().for_each_wanted(6 * 2, [&](Port port) { wanted.push_back(port); });
  EXPECT_EQ(wanted, Ports{1});
}

}  // namespace
}  // namespace swapfly
