#include "model/workloads/uniform.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/support/networks.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/shuffled_run.hpp"
#include "tests/support/traced_traffic.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

/// A run of uniform traffic with the lives of its packets.
struct Traced {
  Traced(const WorkloadRun& setting, const SwappedDragonfly& topology,
         const UniformParameters& parameters, std::uint64_t seed)
      : workload(setting.context(topology, seed), parameters),
        traced(topology, setting.router, setting.nic, workload) {}

  /// Runs to the end, as the program checks it.
  void run() {
    RunControl control(traced.fabric());
    ASSERT_EQ(run_plain(traced.fabric(), control), RunEnd::drained);
    finish();
  }
  void finish() {
    lives = traced.lives();
    figures = figures_of(traced.fabric(), workload.expected_copies());
    traffic = *workload.traffic(never);
    ASSERT_TRUE(workload.data_ok());
    ASSERT_EQ(audit(traced.fabric()), std::vector<std::string>{});
    ASSERT_EQ(figures.delivered, figures.expected);
    ASSERT_EQ(lives.size(), figures.expected);
  }

  Uniform workload;
  TracedTraffic traced;
  std::vector<PacketLife> lives;
  RunFigures figures;
  TrafficFigures traffic;
};

TEST(Uniform, AnUncontendedFlitTakesItsHopsFromTheClockOfItsCreation) {
  WorkloadRun setting;
  setting.router.latency = 2;
  setting.router.local_link = 3;
  setting.router.global_link = 10;
  Traced run(setting, SwappedDragonfly(2, 2), {0.0005, 0, 30000, 1000}, 1);
  ASSERT_NO_FATAL_FAILURE(run.run());
  ASSERT_EQ(run.figures.link_conflicts, 0U) << "another seed is needed";
  ASSERT_GT(run.lives.size(), 80U);
  std::set<unsigned> seen;
  for (const PacketLife& packet : run.lives) {
    const unsigned global = packet.header.hops / 2;
    EXPECT_EQ(packet.first_arbitrated, packet.created) << "the source queue is empty";
    EXPECT_EQ(packet.ejected, packet.created + global * 12 + (packet.hops() - global) * 5)
        << to_string(packet.header);
    seen.insert(packet.hops());
  }
  EXPECT_EQ(seen, (std::set<unsigned>{0, 1, 2, 3}));
}

TEST(Uniform, TheStreamOfANodeIsThatOfItsSeed) {
  Traced run(WorkloadRun(), SwappedDragonfly(2, 2), {0.25, 0, 24, 0}, 5);
  ASSERT_NO_FATAL_FAILURE(run.run());
  // Created, to which node, over how many hops, ejected.
  std::vector<std::vector<std::uint64_t>> stream;
  for (const PacketLife& packet : run.lives) {
    if (packet.from != 3) continue;
    stream.push_back({packet.created, packet.to, packet.hops(), packet.ejected});
  }
  const std::vector<std::vector<std::uint64_t>> expected = {
      {3, 7, 1, 4}, {6, 6, 2, 8}, {11, 1, 2, 13}, {23, 4, 3, 26}, {24, 2, 1, 25}};
  EXPECT_EQ(stream, expected);
}

TEST(Uniform, ANodeCreatesAtMostOneFlitAClockAndAtRateOneExactlyOne) {
  for (const double rate : {0.9, 1.0}) {
    Traced run(WorkloadRun(), SwappedDragonfly(2, 3), {rate, 10, 40, 30}, 1);
    ASSERT_NO_FATAL_FAILURE(run.run());
    std::set<std::pair<RouterId, Clock>> created;
    for (const PacketLife& packet : run.lives) created.emplace(packet.from, packet.created);
    EXPECT_EQ(created.size(), run.lives.size());
    const std::size_t possible = 18 * run.lives.back().created;
    EXPECT_TRUE(rate < 1 ? run.lives.size() < possible : run.lives.size() == possible);
    EXPECT_EQ(run.lives.front().created, 1U);
  }
}

TEST(Uniform, SourcesGoOnUntilTheWindowsLastPacketHasArrived) {
  for (const Clock drain : {Clock{1000}, Clock{40}, Clock{1}, Clock{0}}) {
    Traced run(WorkloadRun(), SwappedDragonfly(2, 3), {1, 100, 200, drain}, 1);
    ASSERT_NO_FATAL_FAILURE(run.run());
    Clock last_arrival = 0;
    std::uint64_t unfinished = 0;
    for (const PacketLife& packet : run.lives) {
      if (packet.created <= 100 || packet.created > 300) continue;
      last_arrival = std::max(last_arrival, packet.ejected);
      if (packet.ejected > 300 + drain) ++unfinished;
    }
    EXPECT_GT(last_arrival, 301U);
    // What is created in the clock after the arrival has been decided on by then.
    EXPECT_EQ(run.lives.back().created, std::min(last_arrival + 1, 300 + drain));
    EXPECT_EQ(run.traffic.unfinished, unfinished);
    EXPECT_EQ(unfinished > 0, last_arrival > 300 + drain);
  }
}

TEST(Uniform, AWindowWithNothingLeftToArriveEndsTheTraffic) {
  // All by itself: what is created arrives in the same clock.
  Traced run(WorkloadRun(), SwappedDragonfly(1, 1), {1, 3, 5, 100}, 1);
  ASSERT_NO_FATAL_FAILURE(run.run());
  EXPECT_EQ(run.lives.size(), 9U) << "one more, created before it was known";
  EXPECT_EQ(run.figures.latency.max, 0U);
  EXPECT_EQ(run.traffic.packets, 5U);
  EXPECT_EQ(run.traffic.accepted_rate, 1.0);
  EXPECT_EQ(run.traffic.mean_hops, 0.0);
  EXPECT_EQ(run.traffic.saturated, false);
}

/// Every figure again, from the lives of the packets.
void expect_figures_of_the_window(const Traced& run, const UniformParameters& parameters,
                                  const WorkloadRun& setting, RouterId nodes) {
  const Clock end = parameters.warmup + parameters.measure;
  double latency = 0, network_latency = 0, hops = 0, packets = 0, ejected = 0;
  std::uint64_t min = never, max = 0, before = 0, overdue = 0;
  for (const PacketLife& packet : run.lives) {
    if (packet.ejected > parameters.warmup && packet.ejected <= end) ++ejected;
    if (packet.created > end) continue;
    ++before;
    const unsigned global = packet.header.hops / 2, local = packet.hops() - global;
    const Clock unloaded =
        global * setting.router.global_hop_clocks() + local * setting.router.local_hop_clocks();
    ASSERT_GE(packet.ejected, packet.created + unloaded);
    if (packet.created + unloaded <= end && packet.ejected > end) ++overdue;
    if (packet.created <= parameters.warmup) continue;
    ++packets;
    hops += packet.hops();
    latency += static_cast<double>(packet.ejected - packet.created);
    network_latency += static_cast<double>(packet.ejected - packet.first_arbitrated);
    min = std::min(min, packet.ejected - packet.created);
    max = std::max(max, packet.ejected - packet.created);
  }
  ASSERT_GT(packets, 0);
  const double node_clocks = static_cast<double>(nodes * parameters.measure);
  const TrafficFigures& traffic = run.traffic;
  EXPECT_EQ(static_cast<double>(traffic.packets), packets);
  EXPECT_DOUBLE_EQ(traffic.offered_rate, packets / node_clocks);
  EXPECT_DOUBLE_EQ(traffic.accepted_rate, ejected / node_clocks);
  EXPECT_DOUBLE_EQ(traffic.mean_hops, hops / packets);
  EXPECT_DOUBLE_EQ(run.figures.latency.mean, latency / packets);
  EXPECT_DOUBLE_EQ(run.figures.network_latency.mean, network_latency / packets);
  EXPECT_EQ(run.figures.latency.min, min);
  EXPECT_EQ(run.figures.latency.max, max);
  EXPECT_EQ(traffic.backlog, overdue);
  EXPECT_EQ(traffic.backlog_limit, Uniform::backlog_limit(nodes, before));
  EXPECT_EQ(traffic.saturated, overdue > traffic.backlog_limit);
}

TEST(Uniform, FiguresAreOfThePacketsCreatedInTheWindow) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  for (std::uint64_t seed = 1; seed <= 80; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly& topology =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    WorkloadRun setting;
    setting.router.depth = random.between(1, 8);
    setting.router.latency = random.between(1, 4);
    setting.router.local_link = random.below(3);
    setting.router.global_link = random.below(8);
    if (random.one_in(3)) setting.nic.receive = 1;
    setting.nic.lanes = random.between(1, 3);
    UniformParameters parameters;
    parameters.rate = std::vector<double>{0.1, 0.4, 0.9, 1}[random.below(4)];
    parameters.warmup = random.below(50);
    parameters.measure = random.between(100, 200);
    parameters.drain = random.one_in(3) ? random.below(20) : 10000;
    Traced run(setting, topology, parameters, seed);
    ASSERT_NO_FATAL_FAILURE(run.run());
    expect_figures_of_the_window(run, parameters, setting, topology.routers());
  }
}

TEST(Uniform, LatencyFromCreationHoldsTheWaitInTheSourceQueueAndNetworkLatencyDoesNot) {
  WorkloadRun setting;
  setting.router.depth = 1;
  Traced run(setting, SwappedDragonfly(2, 2), {1, 0, 500, 1000}, 1);
  ASSERT_NO_FATAL_FAILURE(run.run());
  EXPECT_GT(run.figures.latency.mean, 100);
  EXPECT_LT(run.figures.network_latency.mean, 20);
}

TEST(Uniform, TheOrderOfStepsWithinAClockChangesNothing) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const SwappedDragonfly topology(2, 3);
    WorkloadRun setting;
    setting.router.depth = 2;
    // The end of the sources is what nodes must agree on.
    const UniformParameters parameters{seed % 2 == 0 ? 1.0 : 0.4, 20, 50,
                                       seed % 3 == 0 ? 5U : 500U};
    Traced natural(setting, topology, parameters, seed);
    ASSERT_NO_FATAL_FAILURE(natural.run());
    Traced shuffled(setting, topology, parameters, seed);
    Random random(seed);
    RunControl control(shuffled.traced.fabric());
    ASSERT_EQ(run_shuffled(shuffled.traced.fabric(), control, random), RunEnd::drained);
    ASSERT_NO_FATAL_FAILURE(shuffled.finish());
    ASSERT_EQ(natural.lives.size(), shuffled.lives.size());
    for (std::size_t i = 0; i < natural.lives.size(); ++i) {
      const PacketLife& a = natural.lives[i];
      const PacketLife& b = shuffled.lives[i];
      ASSERT_EQ(std::tuple(a.created, a.from, a.to, a.ejected),
                std::tuple(b.created, b.from, b.to, b.ejected));
    }
    EXPECT_EQ(natural.traced.fabric().now(), shuffled.traced.fabric().now());
    EXPECT_EQ(natural.traffic.backlog, shuffled.traffic.backlog);
    EXPECT_EQ(natural.traffic.accepted_rate, shuffled.traffic.accepted_rate);
  }
}

TEST(Uniform, MeanHopsAreTheMeanShortestDistance) {
  for (const auto& [size, published] : {std::pair{4U, 2.3555}, {8U, 2.7087}}) {
    const SwappedDragonfly topology(size, size);
    EXPECT_NEAR(distances(topology).mean, published, 0.00005);
    double squares = 0;
    for (RouterId from = 0; from < topology.routers(); ++from) {
      for (const unsigned hops : distances_from(topology, from)) squares += hops * hops;
    }
    const double mean = distances(topology).mean;
    const double pairs = static_cast<double>(topology.routers()) * topology.routers();
    const double deviation = std::sqrt(squares / pairs - mean * mean);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(to_string(topology) + ", seed " + std::to_string(seed));
      const WorkloadRun setting;
      Uniform workload(setting.context(topology, seed),
                       {0.3, 100, 65536 / topology.routers(), 1000});
      const WorkloadRun::Outcome outcome = setting.run(topology, workload);
      ASSERT_TRUE(outcome.complete());
      const TrafficFigures& traffic = *outcome.figures.traffic;
      const double packets = static_cast<double>(traffic.packets);
      EXPECT_NEAR(traffic.mean_hops, mean, 4 * deviation / std::sqrt(packets));
      // 65,536 chances to create a packet.
      EXPECT_NEAR(packets, 65536 * 0.3, 4 * std::sqrt(65536 * 0.3 * 0.7));
    }
  }
}

TEST(Uniform, EveryNodeIsTheDestinationEquallyOftenAndSoIsTheSource) {
  Traced run(WorkloadRun(), SwappedDragonfly(3, 2), {0.5, 0, 24000, 100}, 7);
  ASSERT_NO_FATAL_FAILURE(run.run());
  std::vector<std::vector<double>> counts(12, std::vector<double>(12));
  for (const PacketLife& packet : run.lives) ++counts[packet.from][packet.to];
  // About 1,000 packets a pair of nodes.
  const double expected = static_cast<double>(run.lives.size()) / 144;
  double chi_squared = 0;
  for (const std::vector<double>& row : counts) {
    for (const double count : row) {
      chi_squared += (count - expected) * (count - expected) / expected;
    }
  }
  // 143 degrees of freedom: five deviations of 16.9 about 143.
  EXPECT_NEAR(chi_squared, 143, 5 * 16.9);
}

TEST(Uniform, ALostOrChangedPayloadIsWrongData) {
  const SwappedDragonfly topology(2, 2);
  const WorkloadRun setting;
  for (const bool change : {false, true}) {
    Uniform workload(setting.context(topology), {0.5, 0, 20, 20});
    TracedTraffic traced(topology, setting.router, setting.nic, workload);
    bool done = false;
    Script meddler([&](NicCore& nic, std::vector<Arrival> arrivals) {
      if (!done && nic.now() > 10 && !arrivals.empty()) {
        done = true;
        if (change) {
          arrivals.front().flit.payload ^= 1;
        } else {
          arrivals.erase(arrivals.begin());
        }
      }
      workload.run(nic, arrivals);
    });
    for (RouterId node = 0; node < 8; ++node) traced.fabric().nic(node).run_program(&meddler);
    RunControl control(traced.fabric());
    ASSERT_EQ(run_plain(traced.fabric(), control), RunEnd::drained);
    EXPECT_TRUE(done);
    EXPECT_FALSE(workload.data_ok());
  }
}

}  // namespace
}  // namespace swapfly::test
