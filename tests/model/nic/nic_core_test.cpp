#include <gtest/gtest.h>

#include <set>
#include <stdexcept>

#include "model/network/run_control.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Recorder;
using test::Script;

/// Two routers in one drawer, a clock apart.
struct Pair {
  explicit Pair(unsigned latency, unsigned receive = NicParameters::all)
      : router(test::router_for(topology)), nic(test::nic_for(router)) {
    nic.latency = latency;
    nic.receive = receive;
  }

  const SwappedDragonfly topology{1, 2};
  RouterParameters router;
  NicParameters nic;
};

constexpr Header across{1, false, 0, 0, 1};

RunEnd run(Fabric& fabric) {
  RunControl control(fabric);
  return run_plain(fabric, control);
}

TEST(Answer, CanBeArbitratedExactlyTheLatencyAfterTheEjection) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (Clock due = 1; due <= 9; ++due) {
      Pair pair(latency);
      Fabric fabric(pair.topology, pair.router, pair.nic);
      Recorder recorder([](NicCore& nic, const Arrival& arrival) {
        if (nic.node() == 1) nic.answer(arrival, departure(0, across, 2));
      });
      test::run_everywhere(fabric, recorder);
      fabric.nic(0).send(departure(due, across, 1));
      ASSERT_EQ(run(fabric), RunEnd::drained);
      // Arbitrated in `due`, ejected a hop later; the answer likewise.
      const Clock ejected = due + 1;
      const Clock answered = ejected + latency + 1;
      ASSERT_EQ(recorder.deliveries.size(), 2U);
      EXPECT_EQ(recorder.deliveries[0].clock, ejected);
      EXPECT_EQ(recorder.deliveries[1].clock, answered) << "t_s = " << latency;
      EXPECT_EQ(recorder.deliveries[1].label, 2U);
      EXPECT_EQ(fabric.traffic().late, 0U);
    }
  }
}

TEST(Answer, KeepsALaterClockThatTheProgramNames) {
  Pair pair(2);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder([](NicCore& nic, const Arrival& arrival) {
    if (nic.node() == 1) nic.answer(arrival, departure(nic.now() + 7, across, 2));
  });
  test::run_everywhere(fabric, recorder);
  fabric.nic(0).send(departure(1, across, 1));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(recorder.deliveries[1].clock, 2U + 7 + 1);
}

TEST(Answer, LatenciesCountFromWhereThoseOfTheArrivalDo) {
  Pair pair(3);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder([](NicCore& nic, const Arrival& arrival) {
    if (nic.node() == 1) nic.answer(arrival, departure(0, across, 2));
  });
  test::run_everywhere(fabric, recorder);
  Departure hand_over = departure(5, across, 1);
  hand_over.final = false;
  hand_over.created = 2;
  fabric.nic(0).send(hand_over);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  // Created in 2, arbitrated in 5, ejected in 6, arbitrated again in 9, ejected in 10.
  EXPECT_EQ(fabric.traffic().delivered, 1U) << "the hand-over is no final copy";
  EXPECT_EQ(fabric.traffic().injected, 2U);
  EXPECT_EQ(fabric.traffic().latency.count(), 1U);
  EXPECT_EQ(fabric.traffic().latency.max(), 8U);
  EXPECT_EQ(fabric.traffic().network_latency.max(), 5U);
  EXPECT_EQ(fabric.traffic().first_arbitrated, 5U);
  EXPECT_EQ(fabric.traffic().last_ejected, 10U);
}

TEST(Answer, IsPipelined) {
  Pair pair(4);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder([](NicCore& nic, const Arrival& arrival) {
    if (nic.node() == 1) nic.answer(arrival, departure(0, across, arrival.flit.label + 100));
  });
  test::run_everywhere(fabric, recorder);
  for (std::uint32_t i = 0; i < 10; ++i) fabric.nic(0).send(departure(1 + i, across, i));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  std::vector<Clock> answers;
  for (const Delivery& delivery : recorder.deliveries) {
    if (delivery.node == 0) answers.push_back(delivery.clock);
  }
  ASSERT_EQ(answers.size(), 10U);
  for (Clock i = 0; i < 10; ++i) EXPECT_EQ(answers[i], 1 + i + 1 + 4 + 1);
}

TEST(Answer, WithMulticastOffTheNicsCopiesLeaveOnLanesInOneClock) {
  // Two copies of what arrived, on two lanes, both t_s later.
  const SwappedDragonfly topology(1, 3);
  RouterParameters router = test::router_for(topology);
  router.lanes = 2;
  router.multicast = false;
  Fabric fabric(topology, router, test::nic_for(router));
  Recorder recorder([](NicCore& nic, const Arrival& arrival) {
    if (nic.node() != 1) return;
    for (unsigned lane = 0; lane < 2; ++lane) {
      Departure copy = departure(0, {1, false, 0, 0, static_cast<std::uint16_t>(lane + 1)}, 9);
      copy.lane = lane;
      nic.answer(arrival, copy);
    }
  });
  test::run_everywhere(fabric, recorder);
  fabric.nic(0).send(departure(1, across, 1));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 3U);
  EXPECT_EQ(recorder.deliveries[1].clock, 4U);
  EXPECT_EQ(recorder.deliveries[2].clock, 4U);
  EXPECT_EQ(recorder.deliveries[1].node + recorder.deliveries[2].node, 2U);
}

TEST(Send, OfItsOwnAccordCanBeArbitratedInTheNextClock) {
  Pair pair(4);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> arrivals;
  Script script([&](NicCore& nic, const std::vector<Arrival>& arrived) {
    if (!arrived.empty()) arrivals.push_back(nic.now());
    if (nic.node() == 0) nic.send(departure(nic.now() + 1, across));
  });
  test::run_everywhere(fabric, script);
  fabric.nic(0).call_at(6);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(arrivals, std::vector<Clock>{8}) << "called in 6, arbitrated in 7, ejected in 8";
  EXPECT_EQ(fabric.traffic().first_arbitrated, 7U);
}

TEST(Send, RefusesAClockThatIsNotInTheFuture) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::string refusal;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) {
    try {
      nic.send(departure(nic.now(), across));
    } catch (const std::logic_error& error) {
      refusal = error.what();
    }
  });
  test::run_everywhere(fabric, script);
  fabric.nic(1).call_at(6);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(refusal, "node 1, clock 6: a program sends " + to_string(across) +
                         " on lane 0 for clock 6: that clock has begun");
  EXPECT_EQ(fabric.traffic().injected, 0U);
}

TEST(Send, RefusesALaneThatIsNotThere) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Departure sent = departure(1, across);
  sent.lane = 1;
  EXPECT_THROW(fabric.nic(0).send(sent), std::logic_error);
  sent.lane = 0;
  EXPECT_NO_THROW(fabric.nic(0).send(sent));
  EXPECT_THROW(fabric.nic(0).send(departure(0, across)), std::logic_error) << "clock 0 is now";
}

TEST(Send, RefusesAHeaderThatTheRouterCannotObey) {
  Pair pair(1);
  const auto K = static_cast<std::uint16_t>(pair.router.K);
  const auto M = static_cast<std::uint16_t>(pair.router.M);
  const Header star{4, false, every_port, every_port, every_port};
  for (const bool multicast : {true, false}) {
    pair.router.multicast = multicast;
    Fabric fabric(pair.topology, pair.router, pair.nic);
    const auto send = [&fabric](const Header& header) { fabric.nic(0).send(departure(1, header)); };
    EXPECT_THROW(send({3, false, K, 0, 0}), std::logic_error);
    EXPECT_THROW(send({3, false, 0, M, 0}), std::logic_error);
    EXPECT_THROW(send({3, false, 0, 0, M}), std::logic_error);
    EXPECT_THROW(send({16, false, 0, 0, 0}), std::logic_error);
    if (multicast) {
      EXPECT_NO_THROW(send(star));
    } else {
      EXPECT_THROW(send(star), std::logic_error);
    }
  }
}

TEST(CallAt, RunsTheProgramInThatClockOnceAndOnlyThen) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) { called.push_back(nic.now()); });
  test::run_everywhere(fabric, script);
  fabric.nic(1).call_at(42);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(called, std::vector<Clock>{42});
  EXPECT_EQ(fabric.now(), 43U);
}

TEST(CallAt, IsNotBeforeTheNextClock) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) {
    called.push_back(nic.now());
    if (called.size() < 4) nic.call_at(0);
  });
  test::run_everywhere(fabric, script);
  fabric.nic(0).call_at(3);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(called, (std::vector<Clock>{3, 4, 5, 6}));
}

TEST(CallAt, BeforeTheFirstClockIsForTheSecondAtTheEarliest) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) { called.push_back(nic.now()); });
  test::run_everywhere(fabric, script);
  fabric.nic(0).call_at(0);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(called, std::vector<Clock>{1});
}

TEST(CallAt, IsKeptWhenFlitsArriveEarlier) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) {
    if (nic.node() == 1) called.push_back(nic.now());
  });
  test::run_everywhere(fabric, script);
  fabric.nic(1).call_at(20);
  fabric.nic(0).send(departure(4, across));
  fabric.nic(0).send(departure(19, across));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(called, (std::vector<Clock>{5, 20})) << "once in 20, for the call and the flit";
}

TEST(CallAt, EveryClockAskedForIsOneInWhichTheProgramRuns) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<Clock> called;
  Script script([&](NicCore& nic, const std::vector<Arrival>&) { called.push_back(nic.now()); });
  test::run_everywhere(fabric, script);
  fabric.nic(0).call_at(30);
  fabric.nic(0).call_at(10);
  fabric.nic(0).call_at(20);
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(called, (std::vector<Clock>{10, 20, 30}));
}

TEST(CallAt, AskedForTwiceIsAskedForOnce) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    test::Random random(seed);
    Pair pair(1);
    Fabric fabric(pair.topology, pair.router, pair.nic);
    std::vector<Clock> called;
    std::set<Clock> asked;
    unsigned left = 60;
    const auto ask = [&](NicCore& nic) {
      const Clock when = nic.now() + random.between(1, 30);
      nic.call_at(when);
      asked.insert(when);
      --left;
    };
    Script script([&](NicCore& nic, const std::vector<Arrival>&) {
      called.push_back(nic.now());
      for (unsigned times = random.below(4); times > 0 && left > 0; --times) ask(nic);
    });
    test::run_everywhere(fabric, script);
    for (int i = 0; i < 10; ++i) ask(fabric.nic(0));
    ASSERT_EQ(run(fabric), RunEnd::drained);
    ASSERT_EQ(called, std::vector<Clock>(asked.begin(), asked.end()));
  }
}

TEST(SelfDelivery, ComesInTheClockDueWithNoHops) {
  Pair pair(3);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  fabric.nic(1).send(departure(12, {}, 1));
  fabric.nic(1).send(departure(5, {1, true, 0, 0, 0}, 2));  // nothing left once skipped
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 2U);
  EXPECT_EQ(recorder.deliveries[0].clock, 5U);
  EXPECT_EQ(recorder.deliveries[0].label, 2U);
  EXPECT_EQ(recorder.deliveries[1].clock, 12U);
  EXPECT_EQ(recorder.deliveries[1].node, 1U);
  EXPECT_EQ(fabric.router_counters().flit_hops, 0U);
  EXPECT_EQ(fabric.traffic().injected, 2U);
  EXPECT_EQ(fabric.traffic().delivered, 2U);
  EXPECT_EQ(fabric.traffic().latency.max(), 0U);
  EXPECT_EQ(fabric.traffic().first_arbitrated, 5U);
  EXPECT_EQ(fabric.traffic().last_ejected, 12U);
  EXPECT_EQ(fabric.ledger().open_packets(), 0U);
}

TEST(SelfDelivery, IsNotBroughtForwardByOtherEvents) {
  Pair pair(1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  fabric.nic(1).send(departure(12, {}, 1));
  fabric.nic(1).call_at(11);
  fabric.nic(0).send(departure(9, across, 2));
  fabric.nic(0).send(departure(10, across, 3));  // ejected in 11
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 3U);
  EXPECT_EQ(recorder.deliveries.back().label, 1U);
  EXPECT_EQ(recorder.deliveries.back().clock, 12U);
}

TEST(SelfDelivery, ComesInItsOwnClockWhateverTheOrderOfSending) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    test::Random random(seed);
    Pair pair(1);
    Fabric fabric(pair.topology, pair.router, pair.nic);
    Recorder recorder;
    test::run_everywhere(fabric, recorder);
    for (int i = 0; i < 20; ++i) {
      const unsigned due = random.between(1, 30);
      fabric.nic(1).send(departure(due, {}, due));
    }
    ASSERT_EQ(run(fabric), RunEnd::drained);
    ASSERT_EQ(recorder.deliveries.size(), 20U);
    for (const Delivery& delivery : recorder.deliveries) ASSERT_EQ(delivery.clock, delivery.label);
  }
}

TEST(SelfDelivery, IsAnArrivalThatMayBeAnswered) {
  Pair pair(2);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  Recorder recorder([](NicCore& nic, const Arrival& arrival) {
    if (arrival.flit.label == 1) nic.answer(arrival, departure(0, across, 2));
  });
  test::run_everywhere(fabric, recorder);
  fabric.nic(0).send(departure(5, {}, 1));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  ASSERT_EQ(recorder.deliveries.size(), 2U);
  EXPECT_EQ(recorder.deliveries[1].clock, 5U + 2 + 1);
}

TEST(SelfDelivery, ArrivesTogetherWithWhatIsEjectedInThatClock) {
  Pair pair(1, 1);
  Fabric fabric(pair.topology, pair.router, pair.nic);
  std::vector<std::size_t> sizes;
  Script script([&](NicCore& nic, const std::vector<Arrival>& arrivals) {
    if (nic.node() == 1) sizes.push_back(arrivals.size());
  });
  test::run_everywhere(fabric, script);
  fabric.nic(0).send(departure(4, across));
  fabric.nic(1).send(departure(5, {}));
  ASSERT_EQ(run(fabric), RunEnd::drained);
  EXPECT_EQ(sizes, std::vector<std::size_t>{2}) << "a message to oneself needs no ejection";
}

}  // namespace
}  // namespace swapfly
