#include "model/workloads/message.hpp"

#include <gtest/gtest.h>

#include "model/packet/swapped_route.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

TEST(Message, EveryPairOfNodesTakesThePathAndOneClockAFlit) {
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(2, 3), SwappedDragonfly(2, 2, Group::boolean, Group::boolean)}) {
    WorkloadRun setting;
    setting.router.latency = 2;
    for (RouterId from = 0; from < topology.routers(); ++from) {
      for (RouterId to = 0; to < topology.routers(); ++to) {
        const Coordinates start = topology.coordinates(from);
        const Coordinates end = topology.coordinates(to);
        Message workload(setting.context(topology), start, end, generated_flits(5, 64, 2));
        const WorkloadRun::Outcome outcome = setting.run(topology, workload);
        SCOPED_TRACE(to_string(start) + " to " + to_string(end));
        EXPECT_TRUE(outcome.complete());
        EXPECT_TRUE(outcome.conflict_free());
        const unsigned hops = hop_count(shortest_header(start, end, topology));
        EXPECT_EQ(outcome.figures.cycles, 4U + 2U * hops);
        EXPECT_EQ(outcome.figures.flit_hops, 5U * hops);
        EXPECT_TRUE(outcome.claims.at(0).ok);
      }
    }
  }
}

TEST(Message, BytesCutIntoFlitsFillThemLowestFirst) {
  EXPECT_EQ(cut_into_flits({1, 2, 3}, 16), (Content{0x0201, 0x03}));
  EXPECT_EQ(cut_into_flits({1, 2, 3, 4, 5, 6, 7, 8, 9}, 64), (Content{0x0807060504030201, 0x09}));
  EXPECT_EQ(cut_into_flits({}, 64), Content{});
}

TEST(Message, GeneratedFlitsFitThePayloadAndFollowTheSeed) {
  const Content narrow = generated_flits(100, 8, 1);
  for (const std::uint64_t payload : narrow) EXPECT_LT(payload, 256U);
  EXPECT_EQ(narrow, generated_flits(100, 8, 1));
  EXPECT_NE(narrow, generated_flits(100, 8, 2));
}

}  // namespace
}  // namespace swapfly::test
