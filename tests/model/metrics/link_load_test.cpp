#include "model/metrics/link_load.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>

#include "tests/support/networks.hpp"
#include "tests/support/random_traffic.hpp"

namespace swapfly::test {
namespace {

LinkLoads loads_after(const std::vector<Planned>& plan, const SwappedDragonfly& topology,
                      const RouterParameters& router) {
  Fabric fabric(topology, router, nic_for(router));
  send_all(fabric, plan);
  LinkLoadCounter counter(topology);
  RunControl control(fabric, {&counter});
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  const LinkLoads loads = counter.loads(fabric);
  EXPECT_EQ(std::accumulate(loads.flits.begin(), loads.flits.end(), std::uint64_t{0}),
            fabric.router_counters().flit_hops);
  return loads;
}

/// Adds what a flit and its copies do to every link, by the routing rule.
void add_hops(const Header& header, RouterId from, const SwappedDragonfly& topology,
              std::vector<std::uint64_t>& flits) {
  if (header.hops == 0) return;
  const ReferenceHop hop = reference_hop(header, topology.K(), topology.M());
  for (const Port port : hop.ports) {
    ++flits[std::size_t{from} * topology.ports() + port];
    const Coordinates to = reference_neighbour(topology, topology.coordinates(from), port);
    add_hops(hop.next, topology.id(to), topology, flits);
  }
}

TEST(LinkLoad, OfATrainIsOnItsPathAndNowhereElse) {
  // From (0,0,0) of D3(2,3) by local1 to (0,0,1), by global1 to (1,1,0), by local2 to (1,1,2).
  const SwappedDragonfly topology(2, 3);
  std::vector<Planned> train;
  for (Clock due = 4; due < 9; ++due) train.push_back({0, 0, due, {3, false, 1, 2, 1}, 1});
  const LinkLoads loads = loads_after(train, topology, router_for(topology));
  EXPECT_EQ(loads.clocks, 5U - 1 + 3);
  std::map<std::pair<RouterId, Port>, std::uint64_t> carried;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (Port port = 0; port < topology.ports(); ++port) {
      if (loads.flits_of(router, port) > 0) carried[{router, port}] = loads.flits_of(router, port);
    }
  }
  const RouterId far = topology.id({1, 1, 0});
  EXPECT_EQ(carried, (std::map<std::pair<RouterId, Port>, std::uint64_t>{
                         {{0, topology.local_port(1)}, 5},
                         {{1, topology.global_port(1)}, 5},
                         {{far, topology.local_port(2)}, 5}}));
  EXPECT_DOUBLE_EQ(loads.load(0, topology.local_port(1)), 5.0 / 7);

  const LoadSummary local = loads.summary(PortKind::local);
  EXPECT_DOUBLE_EQ(local.mean, 2 * 5.0 / 7 / (18 * 3));
  EXPECT_DOUBLE_EQ(local.highest, 5.0 / 7);
  EXPECT_EQ(local.router, 0U);
  EXPECT_EQ(local.port, topology.local_port(1));
  const LoadSummary global = loads.summary(PortKind::global);
  EXPECT_DOUBLE_EQ(global.mean, 5.0 / 7 / (18 * 2));
  EXPECT_EQ(global.router, 1U);
  EXPECT_EQ(global.port, topology.global_port(1));
  // Of the drawer (1,1) alone.
  const LoadSummary drawer = loads.summary(PortKind::local, far, 3);
  EXPECT_DOUBLE_EQ(drawer.mean, 5.0 / 7 / 9);
  EXPECT_EQ(drawer.router, far);
  EXPECT_EQ(loads.summary(PortKind::global, far, 3).highest, 0.0);
}

TEST(LinkLoad, HoldsAndLinksToOneselfAreLinks) {
  const SwappedDragonfly topology(2, 2);
  const LinkLoads loads =
      loads_after({{0, 0, 1, {3, false, 0, 0, 0}, 1}}, topology, router_for(topology));
  EXPECT_EQ(loads.flits_of(0, topology.local_port(0)), 2U);
  EXPECT_EQ(loads.flits_of(0, topology.global_port(0)), 1U);
  EXPECT_DOUBLE_EQ(loads.load(0, topology.local_port(0)), 2.0 / 3);
}

TEST(LinkLoad, ALinkThatSendsInEveryClockIsFullyLoaded) {
  const SwappedDragonfly topology(2, 2);
  std::vector<Planned> train;
  for (Clock due = 1; due <= 20; ++due) train.push_back({0, 0, due, {1, false, 0, 0, 1}, 1});
  const LinkLoads loads = loads_after(train, topology, router_for(topology));
  EXPECT_EQ(loads.clocks, 20U);
  EXPECT_DOUBLE_EQ(loads.load(0, topology.local_port(1)), 1.0);
}

TEST(LinkLoad, OfRandomTrafficIsWhatTheRoutingRuleSaysLinkByLink) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly topology =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    RouterParameters router = router_for(topology);
    router.latency = random.between(1, 4);
    router.local_link = random.below(3);
    router.global_link = random.below(5);
    router.depth = random.between(1, 8);
    const std::vector<Planned> plan =
        mixed_traffic(random, topology, router.lanes, random.between(1, 60), 30);
    std::vector<std::uint64_t> expected(std::size_t{topology.routers()} * topology.ports());
    for (const Planned& flit : plan) {
      add_hops(reference_skip(flit.header), flit.node, topology, expected);
    }
    const LinkLoads loads = loads_after(plan, topology, router);
    ASSERT_EQ(loads.flits, expected);
    for (RouterId id = 0; id < topology.routers(); ++id) {
      for (Port port = 0; port < topology.ports(); ++port) ASSERT_LE(loads.load(id, port), 1.0);
    }
  }
}

TEST(LinkLoad, OfANetworkThatDidNothingIsZero) {
  const SwappedDragonfly topology(2, 3);
  const LinkLoads loads = loads_after({}, topology, router_for(topology));
  EXPECT_EQ(loads.clocks, 0U);
  EXPECT_EQ(loads.load(0, 0), 0.0);
  EXPECT_EQ(loads.summary(PortKind::global).mean, 0.0);
}

}  // namespace
}  // namespace swapfly::test
