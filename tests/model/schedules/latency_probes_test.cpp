#include "model/schedules/latency_probes.hpp"

#include <gtest/gtest.h>

#include <set>

#include "model/metrics/linear_fit.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly::test {
namespace {

/// The kind of the link that leaves `from` by `port`, from where it leads.
HopKind reference_kind(const SwappedDragonfly& topology, const Coordinates& from, Port port) {
  const bool itself = reference_neighbour(topology, from, port) == from;
  if (port < topology.M()) return itself ? HopKind::hold : HopKind::local;
  return itself ? HopKind::self_loop : HopKind::global;
}

std::set<HopKind> kinds_of(const SwappedDragonfly& topology) {
  std::set<HopKind> kinds;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (Port port = 0; port < topology.ports(); ++port) {
      kinds.insert(reference_kind(topology, topology.coordinates(router), port));
    }
  }
  return kinds;
}

TEST(HopKind, IsThatOfWhereTheLinkLeads) {
  for (const SwappedDragonfly& topology : small_networks(4)) {
    SCOPED_TRACE(to_string(topology));
    for (RouterId router = 0; router < topology.routers(); ++router) {
      const Coordinates at = topology.coordinates(router);
      for (Port port = 0; port < topology.ports(); ++port) {
        EXPECT_EQ(hop_kind(topology, at, port), reference_kind(topology, at, port));
      }
    }
  }
}

TEST(LatencyProbes, FollowOneAnotherAlongPathsOfTheRoutingRule) {
  for (const SwappedDragonfly& topology : small_networks(5)) {
    for (const unsigned longest : {2U, 4U, 6U, 8U}) {
      SCOPED_TRACE(::testing::Message() << to_string(topology) << ", longest " << longest);
      Coordinates at{0, 0, 0};
      for (const LatencyProbe& probe : latency_probes(topology, longest)) {
        EXPECT_EQ(probe.from, at);
        ByHopKind<std::uint64_t> hops;
        unsigned count = 0;
        for (Header rest = probe.header; rest.hops > 0; ++count) {
          const ReferenceHop hop = reference_hop(rest, topology.K(), topology.M());
          ASSERT_EQ(hop.ports.size(), 1U);
          ++hops[reference_kind(topology, at, hop.ports.front())];
          at = reference_neighbour(topology, at, hop.ports.front());
          rest = hop.next;
        }
        EXPECT_TRUE(probe.hops == hops) << to_string(probe.header);
        EXPECT_EQ(probe.to, at);
        EXPECT_GE(count, 1U);
        EXPECT_LE(count, longest);
      }
    }
  }
}

TEST(LatencyProbes, DetermineTheClocksOfEveryKindThatTheNetworkHas) {
  for (const SwappedDragonfly& topology : small_networks(5)) {
    for (const unsigned longest : {2U, 4U, 6U, 8U}) {
      SCOPED_TRACE(::testing::Message() << to_string(topology) << ", longest " << longest);
      const ByHopKind<std::int64_t> clocks = [] {
        ByHopKind<std::int64_t> made_up;
        made_up[HopKind::local] = 3;
        made_up[HopKind::global] = 68;
        made_up[HopKind::hold] = 7;
        made_up[HopKind::self_loop] = 11;
        return made_up;
      }();
      std::vector<FitSample> samples;
      for (const LatencyProbe& probe : latency_probes(topology, longest)) {
        FitSample& sample = samples.emplace_back();
        sample.clocks = 2;
        for (const HopKind kind : hop_kinds) {
          const auto hops = static_cast<std::int64_t>(probe.hops[kind]);
          sample.counts.push_back(hops);
          sample.clocks += hops * clocks[kind];
        }
      }
      const std::optional<LinearFit> fit = linear_fit(samples);
      ASSERT_TRUE(fit);
      EXPECT_EQ(fit->intercept, 2);
      EXPECT_EQ(fit->largest_residual, 0);
      const std::set<HopKind> kinds = kinds_of(topology);
      for (const HopKind kind : hop_kinds) {
        const std::optional<double>& slope = fit->slopes[static_cast<std::size_t>(kind)];
        ASSERT_EQ(slope.has_value(), kinds.count(kind) == 1) << name_of(kind);
        if (slope) {
          EXPECT_EQ(*slope, clocks[kind]) << name_of(kind);
        }
      }
    }
  }
}

}  // namespace
}  // namespace swapfly::test
