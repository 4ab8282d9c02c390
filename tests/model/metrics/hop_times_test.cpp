#include "model/metrics/hop_times.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/support/networks.hpp"
#include "tests/support/random_traffic.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly::test {
namespace {

using Counts = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

HopTimes times_of(const std::vector<Planned>& plan, const SwappedDragonfly& topology,
                  const RouterParameters& router, NicParameters nic) {
  Fabric fabric(topology, router, nic);
  send_all(fabric, plan);
  HopTimer timer(fabric);
  RunControl control(fabric, {&timer});
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  return timer.times();
}

HopTimes times_of(const std::vector<Planned>& plan, const SwappedDragonfly& topology,
                  const RouterParameters& router) {
  return times_of(plan, topology, router, nic_for(router));
}

TEST(HopTimes, OfAFlitAloneAreTheRouterAndLinkClocksOfEachKind) {
  const SwappedDragonfly topology(2, 3);
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (unsigned local = 0; local <= 3; ++local) {
      for (unsigned global = 0; global <= 3; ++global) {
        RouterParameters router = router_for(topology);
        router.latency = latency;
        router.local_link = local;
        router.global_link = global;
        // From (0,1,1): global0 leads to itself, local0 holds, global0 once more, local2 to
        // (0,1,0). Then global1 to (1,1,1).
        const RouterId from = topology.id({0, 1, 1});
        const HopTimes times =
            times_of({{from, 0, 5, {4, false, 0, 2, 0}, 1}, {from, 0, 50, {2, true, 1, 0, 0}, 2}},
                     topology, router);
        const std::uint64_t local_hop = latency + local, global_hop = latency + global;
        EXPECT_EQ(times.packets, 2U);
        EXPECT_EQ(times.hops[HopKind::hold].counts(), (Counts{{local_hop, 1}}));
        EXPECT_EQ(times.hops[HopKind::local].counts(), (Counts{{local_hop, 1}}));
        EXPECT_EQ(times.hops[HopKind::self_loop].counts(), (Counts{{global_hop, 2}}));
        EXPECT_EQ(times.hops[HopKind::global].counts(), (Counts{{global_hop, 1}}));
        EXPECT_EQ(times.last_wait.counts(), (Counts{{0, 2}}));
        EXPECT_EQ(times.count(), 5U);
        EXPECT_EQ(times.clocks(), 2 * local_hop + 3 * global_hop);
      }
    }
  }
}

TEST(HopTimes, HoldTheWaitForAnOutputBehindOthersAndForTheNic) {
  const SwappedDragonfly topology(1, 3);
  RouterParameters router = router_for(topology);
  router.lanes = 2;
  // All of router 0 to router 1 in clock 4: both lanes want local1, and one flit is behind in its
  // lane. They are granted in clocks 4, 5, 6.
  const std::vector<Planned> plan = {{0, 0, 4, {1, false, 0, 0, 1}, 1},
                                     {0, 1, 4, {1, false, 0, 0, 1}, 2},
                                     {0, 0, 5, {1, false, 0, 0, 1}, 3}};
  HopTimes times = times_of(plan, topology, router);
  EXPECT_EQ(times.hops[HopKind::local].counts(), (Counts{{1, 1}, {2, 2}}));
  EXPECT_EQ(times.first.counts(), times.hops[HopKind::local].counts());
  EXPECT_EQ(times.last_wait.counts(), (Counts{{0, 3}}));
  // Routers 0 and 2 to router 1, whose NIC takes one flit a clock.
  NicParameters one_port = nic_for(router);
  one_port.receive = 1;
  times = times_of({{0, 0, 4, {1, false, 0, 0, 1}, 1}, {2, 0, 4, {1, false, 0, 0, 2}, 2}}, topology,
                   router, one_port);
  EXPECT_EQ(times.hops[HopKind::local].counts(), (Counts{{1, 2}}));
  EXPECT_EQ(times.last_wait.counts(), (Counts{{0, 1}, {1, 1}}));
}

TEST(HopTimes, OfABroadcastAreThoseOfAllItsCopies) {
  const SwappedDragonfly topology(2, 3);
  const HopTimes times = times_of({{4, 0, 1, depth4_tree, 1}}, topology, router_for(topology));
  EXPECT_EQ(times.packets, 1U);
  // 2 copies, then 2 * 3, each of which crosses the swap, then 18.
  EXPECT_EQ(times.count(), 2U + 6 + 6 + 18);
  EXPECT_EQ(times.hops[HopKind::hold].count(), 2U + 6);
  EXPECT_EQ(times.hops[HopKind::local].count(), 4U + 12);
  EXPECT_EQ(times.clocks(), times.count());
  EXPECT_EQ(times.first.count(), 2U);
  EXPECT_EQ(times.last_wait.count(), 18U);
}

/// Hop times worked out once more, from a log of all wires, when the run is over: each label's
/// events, in the order of their headers' falling hop counts.
std::map<HopKind, std::map<std::uint64_t, std::uint64_t>> logged_times(
    const std::vector<WireEvent>& events, const SwappedDragonfly& topology,
    const RouterParameters& router) {
  std::map<std::uint32_t, std::vector<WireEvent>> by_label;
  for (const WireEvent& event : events) {
    if (event.kind == WireEvent::Kind::credit || event.kind == WireEvent::Kind::ejection) continue;
    by_label[event.flit.label].push_back(event);
  }
  std::map<HopKind, std::map<std::uint64_t, std::uint64_t>> times;
  for (auto& [label, way] : by_label) {
    std::sort(way.begin(), way.end(),
              [](const WireEvent& a, const WireEvent& b) { return a.clock < b.clock; });
    Clock there = way.front().clock + 1;  // the lane's wire
    for (std::size_t i = 1; i < way.size(); ++i) {
      const WireEvent& grant = way[i];
      const Clock next = grant.clock + router.hop_clocks(grant.port);
      const HopKind kind = hop_kind(topology, topology.coordinates(grant.router), grant.port);
      ++times[kind][next - there];
      there = next;
    }
  }
  return times;
}

TEST(HopTimes, AreThoseThatALogOfAllWiresGives) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly topology =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    RouterParameters router = router_for(topology);
    router.latency = random.between(1, 4);
    router.local_link = random.below(3);
    router.global_link = random.below(3);
    router.depth = random.between(1, 9);
    router.lanes = random.between(1, 3);
    NicParameters nic = nic_for(router);
    if (random.one_in(3)) nic.receive = 1;
    std::vector<Planned> plan = mixed_traffic(random, topology, router.lanes, 400, 100, false);
    for (Planned& flit : plan) {
      // What mixed_traffic puts in the place of a flit to oneself.
      if (flit.header == depth4_tree) flit.header = {3, true, 0, 0, 0};
    }
    Fabric fabric(topology, router, nic);
    send_all(fabric, plan);
    HopTimer timer(fabric);
    WireLog log;
    RunControl control(fabric, {&timer, &log});
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    const HopTimes& times = timer.times();
    auto expected = logged_times(log.events, topology, router);
    for (const HopKind kind : hop_kinds) {
      const Counts counts(expected[kind].begin(), expected[kind].end());
      EXPECT_EQ(times.hops[kind].counts(), counts) << name_of(kind);
    }
    EXPECT_EQ(times.clocks(), fabric.traffic().network_latency.sum());
    EXPECT_EQ(times.first.count(), times.packets);
    EXPECT_EQ(times.last_wait.count(), times.packets);
  }
}

TEST(HopTimes, OfATreeUnderLoadEveryCopyIsFollowed) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly topology(3, 3);
    RouterParameters router = router_for(topology);
    router.depth = random.between(2, 9);
    Fabric fabric(topology, router, nic_for(router));
    send_all(fabric, mixed_traffic(random, topology, 1, 300, 200));
    HopTimer timer(fabric);
    RunControl control(fabric, {&timer});
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    EXPECT_EQ(timer.times().count(), fabric.router_counters().flit_hops);
    EXPECT_EQ(timer.times().last_wait.count(), fabric.traffic().delivered);
  }
}

TEST(HopTimes, AreOfThePacketsCreatedInTheWindowAlone) {
  const SwappedDragonfly topology(3, 3);
  const RouterParameters router = router_for(topology);
  Fabric fabric(topology, router, nic_for(router));
  fabric.measure(11, 20);
  std::vector<Planned> plan;
  for (Clock due = 1; due <= 40; ++due) plan.push_back({0, 0, due, {1, false, 0, 0, 1}, 1});
  send_all(fabric, plan);
  HopTimer timer(fabric);
  RunControl control(fabric, {&timer});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  EXPECT_EQ(timer.times().packets, 10U);
  EXPECT_EQ(timer.times().hops[HopKind::local].counts(), (Counts{{1, 10}}));
}

}  // namespace
}  // namespace swapfly::test
