#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "model/network/audit.hpp"
#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/random_traffic.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly {
namespace {

using test::Planned;
using test::Random;
using test::ReferenceNetwork;
using test::WireLog;

struct Setting {
  SwappedDragonfly topology;
  RouterParameters router;
  NicParameters nic;
};

Setting random_setting(Random& random, const std::vector<SwappedDragonfly>& networks) {
  const SwappedDragonfly topology = networks[random.below(static_cast<unsigned>(networks.size()))];
  RouterParameters router = test::router_for(topology);
  router.virtual_channels = random.between(2, 3);
  router.depth = random.one_in(2) ? random.between(1, 2) : random.between(3, 9);
  router.latency = random.between(1, 4);
  router.local_link = random.one_in(2) ? 0 : random.between(1, 3);
  router.global_link = random.one_in(2) ? 0 : random.between(1, 5);
  router.lanes = random.between(1, 3);
  NicParameters nic = test::nic_for(router);
  if (random.one_in(3)) nic.receive = random.between(1, 2);
  return {topology, router, nic};
}

void expect_same(const LatencyHistogram& histogram, std::vector<std::uint64_t> clocks) {
  ASSERT_EQ(histogram.count(), clocks.size());
  std::sort(clocks.begin(), clocks.end());
  ASSERT_EQ(histogram.min(), clocks.front());
  ASSERT_EQ(histogram.max(), clocks.back());
  ASSERT_EQ(histogram.percentile(0.5), clocks[(clocks.size() + 1) / 2 - 1]);
  const std::uint64_t sum = std::accumulate(clocks.begin(), clocks.end(), std::uint64_t{0});
  ASSERT_DOUBLE_EQ(histogram.mean(), static_cast<double>(sum) / static_cast<double>(clocks.size()));
}

/// Every port of every router in every clock, and every counter, against the reference.
void compare(std::uint64_t seed, const std::vector<SwappedDragonfly>& networks) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  const Setting setting = random_setting(random, networks);
  SCOPED_TRACE(to_string(setting.topology));
  const unsigned flits = random.between(5, 4 * setting.topology.routers() + 5);
  const unsigned last = random.one_in(3) ? 300 : random.between(1, 30);
  const std::vector<Planned> plan =
      test::mixed_traffic(random, setting.topology, setting.router.lanes, flits, last);

  ReferenceNetwork reference(setting.topology, setting.router, setting.nic);
  for (const Planned& flit : plan) {
    const Header header = test::reference_skip(flit.header);
    reference.send(flit.node, flit.lane, flit.due,
                   {header, 0, flit.label, flit.label * std::uint64_t{0x9E3779B97F4A7C15U}});
  }
  while (!reference.drained()) {
    reference.step();
    ASSERT_LT(reference.now(), 100000U);
  }

  Fabric fabric(setting.topology, setting.router, setting.nic);
  fabric.watch_ejections();
  test::send_all(fabric, plan);
  WireLog log;
  RunControl control(fabric, {&log});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
  ASSERT_EQ(test::first_difference(log.events, reference.events), "");
  const RouterCounters counters = fabric.router_counters();
  ASSERT_EQ(counters.flit_hops, reference.counters.flit_hops);
  ASSERT_EQ(counters.link_conflicts, reference.counters.link_conflicts);
  ASSERT_EQ(counters.stalls, reference.counters.stalls);
  ASSERT_EQ(fabric.traffic().late, reference.late);
  ASSERT_EQ(fabric.traffic().injected, flits);
  ASSERT_EQ(fabric.traffic().delivered, reference.latencies.size());
  expect_same(fabric.traffic().latency, reference.latencies);
  expect_same(fabric.traffic().network_latency, reference.network_latencies);
  ASSERT_TRUE(audit(fabric).empty()) << audit(fabric).front();
}

TEST(Reference, SmallNetworksEqualItAtEveryPortInEveryClock) {
  const std::vector<SwappedDragonfly> networks = test::small_networks(3);
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    compare(seed, networks);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(Reference, LargerNetworksEqualItToo) {
  const std::vector<SwappedDragonfly> networks{{4, 4}, {4, 4, Group::boolean, Group::boolean},
                                               {5, 3}, {2, 5, Group::boolean, Group::cyclic},
                                               {1, 7}, {7, 1}};
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    compare(seed, networks);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(SweepReference, RoutersOfMoreFifosAndPortsThanAWordHasBitsEqualItToo) {
  const std::vector<SwappedDragonfly> networks{{33, 1}, {70, 1}, {30, 2}, {22, 3}};
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    compare(seed, networks);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace swapfly
