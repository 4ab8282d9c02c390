#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_router.hpp"
#include "tests/support/router_bench.hpp"

namespace swapfly {
namespace {

using test::labelled;
using test::Random;
using test::ReferenceRouter;
using test::RouterBench;

RouterParameters small(unsigned latency = 1, unsigned local_link = 0, unsigned global_link = 0) {
  RouterParameters parameters;
  parameters.K = 2;
  parameters.M = 2;
  parameters.latency = latency;
  parameters.local_link = local_link;
  parameters.global_link = global_link;
  return parameters;
}

TEST(RouterCore, ForwardsAFlitAndRewritesItsHeader) {
  RouterBench bench(small());
  bench.arrives(3, {{3, false, 1, 0, 1}, 77, 88, 99});
  bench.step();
  ASSERT_EQ(bench.sent.size(), 1U);
  EXPECT_EQ(bench.sent[0].first, 1U);
  EXPECT_EQ(bench.sent[0].second, (Flit{{2, false, 1, 0, 0}, 77, 88, 99}));
  EXPECT_EQ(bench.freed, (std::vector<std::pair<Port, unsigned>>{{3, 1}}));
}

TEST(RouterCore, HandsAnArrivedFlitToTheNicByItsInputPort) {
  RouterBench bench(small());
  bench.arrives(2, {{0, false, 1, 0, 1}, 77, 88, 99});
  bench.step();
  ASSERT_EQ(bench.ejected.size(), 1U);
  EXPECT_EQ(bench.ejected[0].first, 2U);
  EXPECT_EQ(bench.ejected[0].second, (Flit{{0, false, 1, 0, 1}, 77, 88, 99}));
  EXPECT_TRUE(bench.sent.empty());
}

TEST(RouterCore, AFlitIsArbitratedInItsClockNotBeforeAndNotAfter) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (const unsigned link : {0U, 1U, 2U, 3U, 30U}) {
      for (unsigned ahead = 1; ahead <= latency + link; ++ahead) {
        RouterBench bench(small(latency, 0, link));
        bench.arrives(0, labelled({1, false, 0, 0, 1}, 0));
        bench.step();  // one credit is away from now on
        for (int round = 0; round < 40; ++round) {
          const Clock when = bench.now() + ahead;
          bench.core().flit_arrives(when, 0, labelled({1, false, 0, 0, 1}, 3));
          bench.core().credit_arrives(when, 1, 0);
          const unsigned credits = bench.core().credits(1, 0);
          while (bench.now() < when) {
            ASSERT_NE(bench.core().arriving(when, 0), nullptr);
            ASSERT_TRUE(bench.core().credit_arriving(when, 1, 0));
            ASSERT_FALSE(bench.core().idle());
            bench.step();
            ASSERT_TRUE(bench.sent.empty()) << "before its clock";
            ASSERT_EQ(bench.core().credits(1, 0), credits);
          }
          bench.step();
          ASSERT_EQ(bench.sent.size(), 1U) << "latency " << latency << " link " << link;
          ASSERT_EQ(bench.core().credits(1, 0), credits) << "one came, one was spent";
          ASSERT_EQ(bench.core().arriving(when, 0), nullptr);
          ASSERT_FALSE(bench.core().credit_arriving(when, 1, 0));
          ASSERT_TRUE(bench.core().idle());
        }
      }
    }
  }
}

TEST(RouterCore, AFullPipelineOfFlitsComesThroughInOrder) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (const unsigned link : {0U, 1U, 3U, 64U}) {
      RouterBench bench(small(latency, link, 0));
      bench.returns_credits = true;
      // A sender is one hop ahead, and is stepped before or after this router.
      const unsigned hop = latency + link;
      for (unsigned clock = 0; clock < 300; ++clock) {
        const bool sender_first = clock % 2 == 0;
        const Flit flit = labelled({1, false, 0, 0, 1}, clock);
        const Clock when = bench.now() + hop;
        if (sender_first) bench.core().flit_arrives(when, 0, flit);
        bench.step();
        if (!sender_first) bench.core().flit_arrives(when, 0, flit);
        ASSERT_EQ(bench.sent.size(), clock < hop ? 0U : 1U);
        if (clock >= hop) {
          ASSERT_EQ(bench.sent[0].second.label, clock - hop);
        }
      }
    }
  }
}

TEST(RouterCore, HoldsAFlitFromItsClockOnNotWhileItIsOnItsWay) {
  for (unsigned ahead = 1; ahead <= 12; ++ahead) {
    for (const bool first_leaves : {false, true}) {
      SCOPED_TRACE(::testing::Message() << ahead << " ahead, first leaves: " << first_leaves);
      RouterBench bench(small(4, 8, 0));
      bench.accepts = [first_leaves](Port) { return first_leaves; };
      bench.arrives(0, labelled({}, 1));
      bench.core().flit_arrives(ahead, 0, labelled({}, 2));
      for (unsigned clock = 0; clock <= ahead; ++clock) {
        bench.step();
        const bool waits = !first_leaves || clock == ahead;
        const unsigned others = !first_leaves && clock == ahead ? 1 : 0;
        ASSERT_EQ(bench.core().held(0), (waits ? 1U : 0U) + others) << "clock " << clock;
        ASSERT_EQ(bench.core().head_waits(0), waits) << "clock " << clock;
        if (clock == 0) bench.accepts = [](Port) { return false; };
      }
      ASSERT_EQ(bench.core().front(0).label, first_leaves ? 2U : 1U);
    }
  }
}

/// The clocks in which flits sent two by two, with gaps, are taken from clock `start` on by a NIC
/// that takes nothing in the `shut_for` clocks from `shut` on.
void expect_taken_in_order(Clock start, Clock shut, unsigned shut_for) {
  const RouterParameters parameters = small(4, 8, 0);
  const unsigned hop = parameters.hop_clocks(0);
  RouterBench bench(parameters, start);
  const auto is_shut = [&](Clock clock) { return clock >= shut && clock < shut + shut_for; };
  bench.accepts = [&](Port) { return !is_shut(bench.now()); };
  std::vector<std::pair<Clock, std::uint32_t>> taken, expected;
  Clock free = start;
  for (std::uint32_t label = 0; label < 100; ++label) {
    const Clock now = bench.now();
    if (label < 70 && label % 3 != 2) {
      bench.core().flit_arrives(now + hop, 0, labelled({}, label));
      Clock leaves = std::max(now + hop, free);
      if (is_shut(leaves)) leaves = shut + shut_for;
      expected.emplace_back(leaves, label);
      free = leaves + 1;
    }
    bench.step();
    for (const auto& [port, flit] : bench.ejected) taken.emplace_back(now, flit.label);
  }
  ASSERT_EQ(taken, expected);
  ASSERT_TRUE(bench.core().idle());
}

TEST(RouterCore, GoesOnWhereClocksOutgrowTheBitsThatAFlitBears) {
  // A flit's entry in the pool bears the low 32 bits of its clock.
  constexpr Clock round = Clock{1} << 32U;
  for (unsigned before = 0; before < 60; ++before) {
    for (const unsigned shut_for : {0U, 1U, 8U}) {
      SCOPED_TRACE(::testing::Message() << "from 2^32 - " << before << ", shut for " << shut_for);
      expect_taken_in_order(round - before, round - shut_for / 2, shut_for);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(RouterCore, GivesThePlacesOfFlitsThatLeftBackToThePool) {
  RouterBench bench(small());
  bench.returns_credits = true;
  for (int i = 0; i < 1000; ++i) {
    bench.arrives(0, labelled({}, 0));                            // ejected
    bench.arrives(1, labelled({1, false, 0, 0, 1}, 0));           // sent on
    bench.arrives(2, labelled({2, false, every_port, 0, 0}, 0));  // replicated
    bench.step();
  }
  bench.step();
  ASSERT_TRUE(bench.core().idle());
  // All are free, and the pool has never grown beyond its first 64.
  for (int i = 0; i < 64; ++i) ASSERT_LT(bench.pool().take({}), 64U);
}

/// A NIC that takes nothing, and no links.
struct Refusing {
  void send(Port, unsigned, FlitHandle) { ADD_FAILURE(); }
  void free(Port, unsigned) { ADD_FAILURE(); }
  void free_lane(unsigned) { ADD_FAILURE(); }
  void eject(const std::vector<Ejection>&) {}
};

TEST(RouterCore, OfAnyShapeLeavesItsNeighboursInTheArrayAlone) {
  for (unsigned K = 1; K <= 70; ++K) {
    for (const unsigned channels : {1U, 2U, 3U}) {
      for (const unsigned latency : {1U, 4U, 30U}) {
        RouterParameters parameters = small(latency);
        parameters.K = K;
        parameters.virtual_channels = channels;
        RouterArray routers(parameters, 3);
        RouterScratch scratch(parameters);
        routers[1].flit_arrives(0, K + 1, labelled({}, 0));
        routers[1].credit_arrives(0, K + 1, channels - 1);
        routers[1].lane_flit_arrives(0, 0, labelled({}, 0));
        for (Clock clock = 0; clock < 5; ++clock) routers[1].step(clock, scratch, Refusing{});
        SCOPED_TRACE(::testing::Message() << K << " " << channels << " " << latency);
        ASSERT_EQ(routers[1].counters().stalls, 10U) << "two heads, five clocks";
        ASSERT_EQ(routers[1].counters().flit_hops, 0U);
        ASSERT_EQ(routers[1].credits(K + 1, channels - 1), parameters.depth + 1);
        for (const RouterId other : {0U, 2U}) {
          ASSERT_TRUE(routers[other].idle());
          ASSERT_EQ(routers[other].counters().flit_hops, 0U);
          ASSERT_EQ(routers[other].counters().stalls, 0U);
          for (unsigned fifo = 0; fifo < parameters.fifos(); ++fifo) {
            ASSERT_FALSE(routers[other].head_waits(fifo));
          }
          for (Port port = 0; port < parameters.ports(); ++port) {
            for (unsigned channel = 0; channel < channels; ++channel) {
              ASSERT_EQ(routers[other].credits(port, channel), parameters.depth);
            }
          }
        }
      }
    }
  }
}

TEST(RouterCore, IsIdleOnlyWithNothingHeldAndNothingComing) {
  RouterBench bench(small());
  EXPECT_TRUE(bench.core().idle());
  bench.credit(0, 0);
  EXPECT_FALSE(bench.core().idle()) << "a credit is coming";
  bench.step();
  EXPECT_TRUE(bench.core().idle());
  bench.accepts = [](Port) { return false; };
  bench.arrives(0, labelled({}, 0));
  EXPECT_FALSE(bench.core().idle());
  bench.step();
  EXPECT_FALSE(bench.core().idle()) << "a flit is held";
  bench.accepts = [](Port) { return true; };
  bench.step();
  EXPECT_TRUE(bench.core().idle());
}

TEST(RouterCore, TheDepthForFullRateIsALoopOfFlitAndCredit) {
  EXPECT_EQ(small(1).depth_for_full_rate(), 2U);
  EXPECT_EQ(small(4).depth_for_full_rate(), 5U);
  EXPECT_EQ(small(1, 2, 0).depth_for_full_rate(), 6U);
  EXPECT_EQ(small(1, 0, 2).depth_for_full_rate(), 6U);
  EXPECT_EQ(small(3, 1, 2).depth_for_full_rate(), 8U);
  EXPECT_EQ(small(3, 1, 2).hop_clocks(0), 4U);
  EXPECT_EQ(small(3, 1, 2).hop_clocks(2), 5U);
  EXPECT_EQ(small(3, 1, 2).credit_clocks(1), 2U);
  EXPECT_EQ(small(3, 1, 2).credit_clocks(3), 3U);
}

/// The neighbours and the NIC of one router, all of them random.
class RandomSurroundings {
 public:
  explicit RandomSurroundings(std::uint64_t seed)
      : random_(seed), parameters_(pick()), bench_(parameters_), reference_(parameters_) {
    accept_in_ = random_.between(1, 4);
    credit_in_ = random_.between(1, 5);
    arrival_in_ = random_.between(1, 4);
    stars_in_ = random_.below(4);
    owed_.assign(parameters_.ports(), std::vector<unsigned>(parameters_.virtual_channels, 0));
  }

  void run_clock() {
    send_in();
    give_credits_back();
    std::vector<bool> takes(parameters_.ports());
    for (std::size_t port = 0; port < takes.size(); ++port)
      takes[port] = random_.one_in(accept_in_);
    bench_.accepts = [&](Port port) { return takes[port]; };
    bench_.step();
    ReferenceRouter::Outcome expected = reference_.step([&](const std::vector<Port>& offered) {
      std::vector<bool> accepted;
      for (const Port port : offered) accepted.push_back(takes[port]);
      return accepted;
    });
    conflicts_ += expected.conflicts;
    stalls_ += expected.stalls;
    hops_ += expected.sent.size();
    std::sort(bench_.freed.begin(), bench_.freed.end());
    std::sort(expected.freed.begin(), expected.freed.end());
    std::sort(bench_.freed_lanes.begin(), bench_.freed_lanes.end());
    std::sort(expected.freed_lanes.begin(), expected.freed_lanes.end());
    ASSERT_EQ(bench_.sent, expected.sent);
    ASSERT_EQ(bench_.freed, expected.freed);
    ASSERT_EQ(bench_.freed_lanes, expected.freed_lanes);
    ASSERT_EQ(bench_.ejected, expected.ejected);
    ASSERT_EQ(bench_.counters().flit_hops, hops_);
    ASSERT_EQ(bench_.counters().link_conflicts, conflicts_);
    ASSERT_EQ(bench_.counters().stalls, stalls_);
    bool any = false;
    for (unsigned fifo = 0; fifo < parameters_.fifos(); ++fifo) {
      ASSERT_EQ(bench_.core().held(fifo), reference_.held(fifo));
      ASSERT_EQ(bench_.core().head_waits(fifo), reference_.held(fifo) > 0);
      any = any || reference_.held(fifo) > 0;
    }
    ASSERT_NE(bench_.core().idle(), any) << "nothing is on its way between clocks";
    for (const auto& [port, flit] : expected.sent) {
      ++owed_[port][bench_.core().channel_of(flit.header.hops)];
    }
  }

  std::uint64_t hops() const { return hops_; }

 private:
  RouterParameters pick() {
    RouterParameters parameters;
    parameters.K = random_.between(1, 4);
    parameters.M = random_.between(1, 4);
    parameters.depth = random_.between(1, 4);
    parameters.lanes = random_.between(1, 3);
    parameters.virtual_channels = random_.between(1, 3);
    if (random_.one_in(8)) {  // more FIFOs than a word has bits
      parameters.K = 20;
      parameters.M = 18;
    } else if (random_.one_in(20)) {  // and more ports
      parameters.K = 30;
      parameters.M = 41;
    }
    return parameters;
  }

  void send_in() {
    for (unsigned input = 0; input < parameters_.ports() + parameters_.lanes; ++input) {
      if (!random_.one_in(arrival_in_)) continue;
      const bool lane = input >= parameters_.ports();
      Header header = test::random_header(random_, parameters_.K, parameters_.M, 5, stars_in_);
      if (!lane && random_.one_in(3)) header.hops = 0;
      const unsigned fifo =
          lane ? parameters_.link_fifos() + input - parameters_.ports()
               : input * parameters_.virtual_channels + bench_.core().channel_of(header.hops);
      if (reference_.held(fifo) == parameters_.depth) continue;
      const Flit flit = labelled(header, ++label_);
      bench_.core().flit_arrives(bench_.now(), input, flit);
      reference_.flit_arrives(input, flit);
    }
  }

  void give_credits_back() {
    for (Port port = 0; port < parameters_.ports(); ++port) {
      for (unsigned channel = 0; channel < parameters_.virtual_channels; ++channel) {
        if (owed_[port][channel] == 0 || !random_.one_in(credit_in_)) continue;
        --owed_[port][channel];
        bench_.credit(port, channel);
        reference_.credit_arrives(port, channel);
      }
    }
  }

  Random random_;
  RouterParameters parameters_;
  RouterBench bench_;
  ReferenceRouter reference_;
  unsigned accept_in_, credit_in_, arrival_in_, stars_in_;
  std::vector<std::vector<unsigned>> owed_;
  std::uint32_t label_ = 0;
  std::uint64_t hops_ = 0, conflicts_ = 0, stalls_ = 0;
};

TEST(RouterCore, EqualsTheReferenceUnderRandomArrivalsCreditsAndRefusals) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    RandomSurroundings surroundings(seed);
    for (int clock = 0; clock < 150; ++clock) {
      surroundings.run_clock();
      if (::testing::Test::HasFatalFailure()) return;
    }
    ASSERT_GT(surroundings.hops(), 20U);
  }
}

}  // namespace
}  // namespace swapfly
