#include "model/workloads/permutation.hpp"

#include <gtest/gtest.h>

#include "model/schedules/random_stream.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

Header vector_header(unsigned gamma, unsigned pi, unsigned delta) {
  return {3, false, static_cast<std::uint16_t>(gamma), static_cast<std::uint16_t>(pi),
          static_cast<std::uint16_t>(delta)};
}

std::vector<Header> every_header(const SwappedDragonfly& topology) {
  std::vector<Header> headers;
  for (unsigned gamma = 0; gamma < topology.K(); ++gamma) {
    for (unsigned pi = 0; pi < topology.M(); ++pi) {
      for (unsigned delta = 0; delta < topology.M(); ++delta) {
        headers.push_back(vector_header(gamma, pi, delta));
      }
    }
  }
  return headers;
}

WorkloadRun::Outcome send_all(const SwappedDragonfly& topology, const std::vector<Header>& headers,
                              const WorkloadRun& setting = {}) {
  Permutation workload(setting.context(topology), {headers});
  return setting.run(topology, workload);
}

void expect_three_hops(const SwappedDragonfly& topology, const std::vector<Header>& headers,
                       const WorkloadRun& setting = {}) {
  const WorkloadRun::Outcome outcome = send_all(topology, headers, setting);
  SCOPED_TRACE(to_string(topology) + " " + to_string(headers.front()) + " " +
               to_string(headers.back()));
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles,
            2U * setting.router.local_hop_clocks() + setting.router.global_hop_clocks());
  EXPECT_EQ(outcome.figures.flit_hops, 3ULL * topology.routers() * headers.size());
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].ok);
}

const SwappedDragonfly cyclic(3, 4);
const SwappedDragonfly boolean(4, 4, Group::boolean, Group::boolean);

TEST(Permutation, EveryHeaderAloneTakesThreeHopsWithoutConflict) {
  for (const SwappedDragonfly& topology : {cyclic, boolean}) {
    for (const Header& header : every_header(topology)) expect_three_hops(topology, {header});
  }
}

TEST(Permutation, EveryHeaderAloneTakesThreeHopsOfAnyLength) {
  for (const unsigned latency : {1U, 2U, 4U}) {
    for (const unsigned link : {0U, 1U, 3U}) {
      WorkloadRun setting;
      setting.router.latency = latency;
      setting.router.local_link = link;
      setting.router.global_link = 2 * link;
      for (const Header& header : every_header(SwappedDragonfly(2, 3))) {
        expect_three_hops(SwappedDragonfly(2, 3), {header}, setting);
      }
    }
  }
}

TEST(Permutation, EveryPairThatDiffersInAllFieldsIsConflictFree) {
  for (const SwappedDragonfly& topology : {cyclic, boolean}) {
    const std::vector<Header> headers = every_header(topology);
    for (const Header& first : headers) {
      for (const Header& second : headers) {
        if (first.gamma >= second.gamma || first.pi == second.pi || first.delta == second.delta) {
          continue;
        }
        expect_three_hops(topology, {first, second});
      }
    }
  }
}

TEST(Permutation, PairsThatAgreeInAFieldMeetSoTheCheckForConflictsCanFail) {
  const WorkloadRun::Outcome outcome =
      send_all(cyclic, {vector_header(1, 2, 3), vector_header(2, 1, 3)});
  EXPECT_TRUE(outcome.complete());  // delayed, not lost
  EXPECT_GT(outcome.figures.link_conflicts, 0U);
  EXPECT_GT(outcome.figures.stalls, 0U);
  EXPECT_TRUE(outcome.claims.empty());
}

TEST(Permutation, HeadersOneByOneFollowEachOtherEveryThreeHops) {
  for (const unsigned global_link : {0U, 3U}) {
    for (const SwappedDragonfly& topology : {cyclic, boolean}) {
      WorkloadRun setting;
      setting.router.latency = 2;
      setting.router.global_link = global_link;
      const std::vector<Header> headers = every_header(topology);
      Permutation workload(setting.context(topology), {headers, 1});
      EXPECT_EQ(workload.needs().lanes, 1U);
      const WorkloadRun::Outcome outcome = setting.run(topology, workload);
      SCOPED_TRACE(to_string(topology));
      EXPECT_TRUE(outcome.complete());
      EXPECT_TRUE(outcome.conflict_free());
      EXPECT_EQ(outcome.figures.cycles, headers.size() * (3 * 2 + global_link));
      EXPECT_EQ(outcome.figures.network_latency.max, 3U * 2 + global_link);
      ASSERT_EQ(outcome.claims.size(), 1U);
      EXPECT_EQ(outcome.claims[0].id, "d3.property1");
      EXPECT_TRUE(outcome.claims[0].ok);
    }
  }
}

TEST(Permutation, TheLastRoundMayBeShort) {
  const WorkloadRun setting;
  Permutation workload(
      setting.context(cyclic),
      {{vector_header(0, 1, 2), vector_header(1, 2, 3), vector_header(0, 3, 3)}, 2});
  const WorkloadRun::Outcome outcome = setting.run(cyclic, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, 6U);
  EXPECT_EQ(outcome.figures.delivered, 3U * cyclic.routers());
}

TEST(Permutation, OneRoundWithAClashMakesNoClaim) {
  const WorkloadRun setting;
  Permutation workload(setting.context(cyclic), {{vector_header(0, 1, 2), vector_header(1, 2, 3),
                                                  vector_header(0, 3, 3), vector_header(1, 3, 1)},
                                                 2});
  EXPECT_EQ(workload.notes().size(), 1U);
  EXPECT_TRUE(setting.run(cyclic, workload).claims.empty());
}

/// Every virtual header of a sub-network, one by one.
WorkloadRun::Outcome send_inside(const SwappedDragonfly& outer,
                                 const std::vector<unsigned>& cabinets,
                                 const std::vector<unsigned>& drawers) {
  const SwappedDragonfly inner(static_cast<unsigned>(cabinets.size()),
                               static_cast<unsigned>(drawers.size()));
  const WorkloadRun setting;
  Permutation workload(setting.context(outer), {every_header(inner), 1, cabinets, drawers});
  return setting.run(outer, workload);
}

TEST(Permutation, ASubNetworkPermutesItsOwnRoutersAndKeepsToThem) {
  for (const SwappedDragonfly& outer : {SwappedDragonfly(4, 5), boolean}) {
    const WorkloadRun::Outcome outcome = send_inside(outer, {3, 0}, {2, 0, 3});
    SCOPED_TRACE(to_string(outer));
    EXPECT_TRUE(outcome.complete());
    EXPECT_TRUE(outcome.conflict_free());
    EXPECT_EQ(outcome.figures.cycles, 2U * 3 * 3 * 3);
    EXPECT_EQ(outcome.figures.delivered, 2U * 3 * 3 * 2 * 3 * 3);
    ASSERT_EQ(outcome.claims.size(), 2U);
    for (const Claim& claim : outcome.claims) {
      EXPECT_EQ(claim.id, "d3.property2");
      EXPECT_TRUE(claim.ok);
    }
    EXPECT_EQ(outcome.claims[1].measured, 0U);
  }
}

TEST(Permutation, AllCabinetsAndDrawersInAnotherOrderRenumberTheNetwork) {
  const WorkloadRun::Outcome outcome = send_inside(cyclic, {2, 0, 1}, {3, 1, 0, 2});
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
}

TEST(Permutation, FlitsAtRoutersOutsideTheSubNetworkAreCountedSoTheCheckCanFail) {
  // A stray flit put in by hand, from a router outside over two hops: three places to see it.
  const SwappedDragonfly outer(4, 5);
  const WorkloadRun setting;
  Permutation workload(setting.context(outer), {{vector_header(1, 2, 0)}, 1, {0, 1}, {0, 1, 2}});
  RouterParameters router;
  router.K = outer.K();
  router.M = outer.M();
  Fabric fabric(outer, router, {});
  workload.start(fabric);
  Departure stray;
  stray.due = 5;
  stray.header = {2, false, 1, 0, 1};
  fabric.nic(outer.id({3, 3, 4})).send(stray);
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  const std::vector<Claim> claims = workload.claims(figures_of(fabric, 0));
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[1].measured, 3U);
  EXPECT_FALSE(claims[1].ok);
}

TEST(Permutation, HeadersOutsideTheNetworkAreRefused) {
  const WorkloadContext context = WorkloadRun{}.context(cyclic);
  EXPECT_THROW(Permutation(context, {}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {{vector_header(3, 0, 0)}}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {{vector_header(0, 4, 0)}}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {{vector_header(0, 0, every_port)}}), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
