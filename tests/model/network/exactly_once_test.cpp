#include <gtest/gtest.h>

#include <map>

#include "model/network/audit.hpp"
#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/random_traffic.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::Planned;
using test::Random;
using test::Recorder;

/// Runs random traffic and counts every copy at every node against the rule's own destinations.
void expect_exactly_once(const SwappedDragonfly& topology, unsigned depth, std::uint64_t seed) {
  SCOPED_TRACE(::testing::Message()
               << to_string(topology) << " depth " << depth << " seed " << seed);
  Random random(seed);
  RouterParameters router = test::router_for(topology);
  router.depth = depth;
  router.lanes = random.between(1, 2);
  router.latency = random.between(1, 2);
  router.local_link = random.below(2);
  NicParameters nic = test::nic_for(router);
  if (random.one_in(3)) nic.receive = 1;
  Fabric fabric(topology, router, nic);
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  const std::vector<Planned> plan =
      test::mixed_traffic(random, topology, router.lanes, 3 * topology.routers() + 5, 10);
  test::send_all(fabric, plan);
  RunControl control(fabric);
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);

  std::map<std::pair<std::uint32_t, RouterId>, int> balance;  // copies due less copies seen
  std::uint64_t copies_due = 0;
  for (const Planned& flit : plan) {
    for (const RouterId to :
         test::reference_destinations(test::reference_skip(flit.header), flit.node, topology)) {
      ++balance[{flit.label, to}];
      ++copies_due;
    }
  }
  for (const Delivery& delivery : recorder.deliveries) {
    --balance[{delivery.label, delivery.node}];
    ASSERT_EQ(delivery.payload, delivery.label * std::uint64_t{0x9E3779B97F4A7C15U});
  }
  for (const auto& [key, left] : balance) {
    ASSERT_EQ(left, 0) << "label " << key.first << " at node " << key.second;
  }
  ASSERT_EQ(fabric.traffic().delivered, copies_due);
  ASSERT_EQ(fabric.traffic().duplicated, 0U);
  ASSERT_EQ(fabric.flits_in_flight(), 0U);
  const std::vector<std::string> faults = audit(fabric);
  ASSERT_TRUE(faults.empty()) << faults.front();
}

TEST(ExactlyOnce, MixedUnicastAndBroadcastsWithShallowFifos) {
  const SwappedDragonfly networks[] = {{2, 3}, {3, 3}, {4, 4}};
  for (const SwappedDragonfly& topology : networks) {
    for (const unsigned depth : {1U, 2U}) {
      const std::uint64_t seeds = topology.M() == 4 ? 25 : 80;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        expect_exactly_once(topology, depth, seed);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(ExactlyOnce, EverySmallNetworkAndGroup) {
  for (const SwappedDragonfly& topology : test::small_networks(4)) {
    for (const unsigned depth : {1U, 2U, 8U}) {
      expect_exactly_once(topology, depth, topology.routers() + depth);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ExactlyOnce, AllNodesBroadcastAtOnce) {
  for (const SwappedDragonfly& topology : test::small_networks(4)) {
    SCOPED_TRACE(to_string(topology));
    RouterParameters router = test::router_for(topology);
    router.depth = 1;
    Fabric fabric(topology, router, test::nic_for(router));
    for (RouterId node = 0; node < topology.routers(); ++node) {
      fabric.nic(node).send(test::departure(1, test::depth4_tree));
      fabric.nic(node).send(test::departure(1, test::depth3_tree));
    }
    RunControl control(fabric);
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    const std::uint64_t routers = topology.routers();
    ASSERT_EQ(fabric.traffic().delivered, 2 * routers * routers);
    ASSERT_EQ(fabric.traffic().duplicated, 0U);
    ASSERT_TRUE(audit(fabric).empty()) << audit(fabric).front();
  }
}

TEST(ExactlyOnce, OneHeaderFromEveryRouterMeetsNoConflictAndIsAPermutation) {
  // [D2] property 1.
  for (const SwappedDragonfly& topology : test::small_networks(4)) {
    SCOPED_TRACE(to_string(topology));
    Random random(topology.routers());
    for (int round = 0; round < 5; ++round) {
      const Header header = test::random_header(random, topology.K(), topology.M(), 4, 0);
      SCOPED_TRACE(to_string(header));
      const RouterParameters router = test::router_for(topology);
      Fabric fabric(topology, router, test::nic_for(router));
      Recorder recorder;
      test::run_everywhere(fabric, recorder);
      for (RouterId node = 0; node < topology.routers(); ++node) {
        fabric.nic(node).send(test::departure(1, header));
      }
      RunControl control(fabric);
      ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
      std::vector<bool> reached(topology.routers(), false);
      for (const Delivery& delivery : recorder.deliveries) {
        ASSERT_FALSE(reached[delivery.node]);
        reached[delivery.node] = true;
        ASSERT_EQ(delivery.clock, 1U + hop_count(header));
      }
      ASSERT_EQ(recorder.deliveries.size(), topology.routers());
      ASSERT_EQ(fabric.router_counters().link_conflicts, 0U);
      ASSERT_EQ(fabric.router_counters().stalls, 0U);
      ASSERT_EQ(fabric.router_counters().flit_hops,
                std::uint64_t{topology.routers()} * hop_count(header));
    }
  }
}

}  // namespace
}  // namespace swapfly
