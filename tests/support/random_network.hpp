#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/support/random_traffic.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly::test {

/// A network under random traffic with answers, everything about it following from the seed.
struct RandomNetwork {
  RandomNetwork(std::uint64_t seed, const SwappedDragonfly& topology, RouterParameters router) {
    Random random(seed);
    NicParameters nic = nic_for(router);
    nic.latency = random.between(1, 20);
    if (random.one_in(3)) nic.receive = 1;
    recorder = Recorder(answering(topology));
    fabric = std::make_unique<Fabric>(topology, router, nic);
    fabric->watch_ejections();
    run_everywhere(*fabric, recorder);
    const unsigned flits = random.between(1, 2 * topology.routers() + 2);
    const unsigned last = random.one_in(2) ? 500 : 20;
    send_all(*fabric, mixed_traffic(random, topology, router.lanes, flits, last));
  }

  // The NICs know where the recorder is.
  RandomNetwork(const RandomNetwork&) = delete;
  RandomNetwork& operator=(const RandomNetwork&) = delete;

  Recorder recorder;
  std::unique_ptr<Fabric> fabric;
  WireLog log;
};

/// Everything that can be seen of two runs; of a RandomNetwork, or of what has its members.
template <class Network>
void expect_same(const Network& a, const Network& b) {
  ASSERT_EQ(first_difference(a.log.events, b.log.events), "");
  ASSERT_EQ(a.recorder.sorted(), b.recorder.sorted());
  const RouterCounters left = a.fabric->router_counters();
  const RouterCounters right = b.fabric->router_counters();
  ASSERT_EQ(left.flit_hops, right.flit_hops);
  ASSERT_EQ(left.link_conflicts, right.link_conflicts);
  ASSERT_EQ(left.stalls, right.stalls);
  ASSERT_EQ(a.fabric->moves(), b.fabric->moves());
  ASSERT_EQ(a.fabric->flits_in_flight(), b.fabric->flits_in_flight());
  const TrafficCounters& x = a.fabric->traffic();
  const TrafficCounters& y = b.fabric->traffic();
  ASSERT_EQ(x.injected, y.injected);
  ASSERT_EQ(x.delivered, y.delivered);
  ASSERT_EQ(x.late, y.late);
  ASSERT_EQ(x.first_arbitrated, y.first_arbitrated);
  ASSERT_EQ(x.last_ejected, y.last_ejected);
  ASSERT_EQ(x.latency.mean(), y.latency.mean());
}

}  // namespace swapfly::test
