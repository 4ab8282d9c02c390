#include <gtest/gtest.h>

#include "tests/support/printing.hpp"
#include "tests/support/router_bench.hpp"

namespace swapfly {
namespace {

using test::labelled;
using test::RouterBench;

RouterParameters two_by_three() {
  RouterParameters parameters;
  parameters.K = 2;
  parameters.M = 3;
  parameters.depth = 4;
  parameters.lanes = 2;
  return parameters;
}

constexpr Header to_local_one{1, false, 0, 0, 1};

void expect_counts(const RouterBench& bench, std::uint64_t hops, std::uint64_t conflicts,
                   std::uint64_t stalls) {
  EXPECT_EQ(bench.counters().flit_hops, hops);
  EXPECT_EQ(bench.counters().link_conflicts, conflicts);
  EXPECT_EQ(bench.counters().stalls, stalls);
}

TEST(Counters, AFlitAloneIsAHopAndNothingElse) {
  RouterBench bench(two_by_three());
  bench.arrives(0, labelled(to_local_one, 0));
  bench.step();
  expect_counts(bench, 1, 0, 0);
  bench.step();
  expect_counts(bench, 1, 0, 0);
}

TEST(Counters, HoldsAndGlobalZeroAreHopsLikeOthers) {
  RouterBench bench(two_by_three());
  bench.arrives(0, labelled({1, false, 0, 0, 0}, 0));
  bench.arrives(1, labelled({2, false, 0, 0, 0}, 0));
  bench.step();
  expect_counts(bench, 2, 0, 0);
}

TEST(Counters, FlitsForDifferentOutputsDoNotConflict) {
  RouterBench bench(two_by_three());
  bench.arrives(0, labelled(to_local_one, 0));
  bench.arrives(1, labelled({1, false, 0, 0, 2}, 0));
  bench.arrives(2, labelled({2, false, 1, 0, 0}, 0));
  bench.arrives(3, labelled({}, 0));
  bench.step();
  expect_counts(bench, 3, 0, 0);
}

TEST(Counters, AConflictIsAnOutputAndAClockHoweverManyWantIt) {
  RouterBench bench(two_by_three());
  for (Port port = 0; port < 3; ++port) bench.arrives(port, labelled(to_local_one, port));
  bench.step();
  expect_counts(bench, 1, 1, 2);
  bench.step();
  expect_counts(bench, 2, 2, 3);
  bench.step();
  expect_counts(bench, 3, 2, 3);
}

TEST(Counters, ConflictsAreCountedPerOutput) {
  RouterBench bench(two_by_three());
  bench.arrives(0, labelled(to_local_one, 0));
  bench.arrives(1, labelled(to_local_one, 0));
  bench.arrives(2, labelled({1, false, 0, 0, 2}, 0));
  bench.arrives(3, labelled({1, false, 0, 0, 2}, 0));
  bench.step();
  expect_counts(bench, 2, 2, 2);
}

TEST(Counters, ALaneConflictsWithAnInput) {
  RouterBench bench(two_by_three());
  bench.arrives(0, labelled(to_local_one, 0));
  bench.lane_arrives(1, labelled(to_local_one, 0));
  bench.step();
  expect_counts(bench, 1, 1, 1);
}

TEST(Counters, ChannelsOfOneInputConflictOverAnOutput) {
  RouterBench bench(two_by_three());
  bench.drain_credits(to_local_one, 1, 0);
  const RouterCounters before = bench.counters();
  bench.arrives(0, labelled(to_local_one, 0));
  bench.step();
  bench.arrives(0, labelled({3, false, 0, 0, 1}, 0));
  bench.step();
  EXPECT_EQ(bench.counters().link_conflicts - before.link_conflicts, 1U);
}

TEST(Counters, WantingWithoutACreditIsAConflictAndAStallToo) {
  RouterBench bench(two_by_three());
  bench.drain_credits(to_local_one, 1, 0);
  expect_counts(bench, 4, 0, 0);
  bench.arrives(0, labelled(to_local_one, 0));
  bench.step();
  expect_counts(bench, 4, 0, 1);
  bench.arrives(2, labelled(to_local_one, 0));
  bench.step();
  expect_counts(bench, 4, 1, 3);
  bench.credit(1, 0);
  bench.step();
  expect_counts(bench, 5, 2, 4);
  bench.credit(1, 0);
  bench.step();
  expect_counts(bench, 6, 2, 4);
}

TEST(Counters, OnlyHeadsStall) {
  RouterBench bench(two_by_three());
  bench.drain_credits(to_local_one, 1, 0);
  bench.arrives(0, labelled(to_local_one, 0));
  bench.step();
  bench.arrives(0, labelled(to_local_one, 1));
  bench.step();
  expect_counts(bench, 4, 0, 2);
  EXPECT_EQ(bench.core().held(0), 2U);
}

TEST(Counters, ARefusedEjectionIsAStallAndNoConflict) {
  RouterBench bench(two_by_three());
  bench.accepts = [](Port port) { return port == 2; };
  bench.arrives(1, labelled({}, 0));
  bench.arrives(2, labelled({}, 0));
  bench.arrives(3, labelled({}, 0));
  bench.step();
  expect_counts(bench, 0, 0, 2);
  bench.step();
  expect_counts(bench, 0, 0, 4);
  bench.accepts = [](Port) { return true; };
  bench.step();
  expect_counts(bench, 0, 0, 4);
}

TEST(Counters, AStarPartlyServedStallsAndWantsOnlyTheRest) {
  RouterBench bench(two_by_three());
  bench.drain_credits(to_local_one, 1, 0);
  bench.arrives(0, labelled({1, false, 0, 0, every_port}, 0));
  bench.step();
  expect_counts(bench, 6, 0, 1);
  // Another flit for an output that is served already conflicts no more; one for local 1 does.
  bench.arrives(2, labelled({1, false, 0, 0, 2}, 0));
  bench.arrives(3, labelled(to_local_one, 0));
  bench.step();
  expect_counts(bench, 7, 1, 3);
  bench.credit(1, 0);
  bench.step();
  expect_counts(bench, 8, 2, 4);
}

TEST(Counters, AStarServedAtOnceIsNoStall) {
  RouterBench bench(two_by_three());
  bench.lane_arrives(0, labelled({3, false, every_port, every_port, every_port}, 0));
  bench.step();
  expect_counts(bench, 3, 0, 0);
}

}  // namespace
}  // namespace swapfly
