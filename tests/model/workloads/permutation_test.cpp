#include "model/workloads/permutation.hpp"

#include <gtest/gtest.h>

#include "model/workloads/random_stream.hpp"
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
  Permutation workload(setting.context(topology), headers);
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

TEST(Permutation, HeadersOutsideTheNetworkAreRefused) {
  const WorkloadContext context = WorkloadRun{}.context(cyclic);
  EXPECT_THROW(Permutation(context, {}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {vector_header(3, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {vector_header(0, 4, 0)}), std::invalid_argument);
  EXPECT_THROW(Permutation(context, {vector_header(0, 0, every_port)}), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
