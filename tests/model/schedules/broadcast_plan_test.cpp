#include "model/schedules/broadcast_plan.hpp"

#include <gtest/gtest.h>

namespace swapfly::test {
namespace {

BroadcastPlan plan(BroadcastSchedule schedule, const Coordinates& source, std::uint64_t messages,
                   unsigned nic = 1, unsigned hop = 1) {
  BroadcastRequest request;
  request.schedule = schedule;
  request.source = source;
  request.messages = messages;
  request.nic = nic;
  request.local_hop = request.global_hop = hop;
  return {SwappedDragonfly(4, 4), request};
}

std::vector<std::uint64_t> starts(const BroadcastPlan& plan) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t round = 0; round < plan.rounds(); ++round) all.push_back(plan.start(round));
  return all;
}

using Starts = std::vector<std::uint64_t>;

TEST(BroadcastPlan, RoundsStartAsTheSchedulesSay) {
  const Coordinates source{1, 2, 3};
  EXPECT_EQ(starts(plan(BroadcastSchedule::unchained, source, 16)), (Starts{0, 5, 10, 15}));
  EXPECT_EQ(starts(plan(BroadcastSchedule::published, source, 16)), (Starts{0, 3, 6, 9}));
  EXPECT_EQ(starts(plan(BroadcastSchedule::bursts, source, 24)), (Starts{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(starts(plan(BroadcastSchedule::bursts, source, 16, 2, 3)), (Starts{0, 3, 12, 15}));
  EXPECT_EQ(starts(plan(BroadcastSchedule::every_hop, source, 8)), (Starts{0, 1, 2, 3}));
}

TEST(BroadcastPlan, EveryHopLeavesOutTheTreesThatClash) {
  using Trees = std::vector<unsigned>;
  EXPECT_EQ(plan(BroadcastSchedule::every_hop, {0, 2, 2}, 1).trees(), (Trees{0, 1, 3}));
  EXPECT_EQ(plan(BroadcastSchedule::every_hop, {0, 2, 0}, 1).trees(), (Trees{1, 3}));
  EXPECT_EQ(plan(BroadcastSchedule::published, {0, 2, 0}, 1).trees(), (Trees{0, 1, 2, 3}));
}

TEST(BroadcastPlan, PublishedLengthensTsToTheNextMultipleOfThreeHops) {
  for (const unsigned hop : {1U, 2U, 3U}) {
    for (unsigned nic = 1; nic <= 20; ++nic) {
      const unsigned phase = nic % (3 * hop);
      const unsigned next = (nic / (3 * hop) + 1) * 3 * hop;
      const auto root_clocks = [&](const Coordinates& source) {
        return plan(BroadcastSchedule::published, source, 8, nic, hop).root_clocks();
      };
      EXPECT_EQ(root_clocks({0, 1, 1}), phase == hop || phase == 2 * hop ? next : nic);
      EXPECT_EQ(root_clocks({0, 1, 2}), phase == 2 * hop ? next : nic);
    }
  }
}

TEST(BroadcastPlan, BurstsFitATsOfTwoHopsModuloFour) {
  for (const unsigned hop : {1U, 2U, 3U}) {
    for (const unsigned times : {2U, 6U, 10U}) {
      EXPECT_FALSE(plan(BroadcastSchedule::bursts, {0, 1, 2}, 8, times * hop, hop).lengthened());
    }
    for (const unsigned times : {1U, 3U, 4U, 5U}) {
      EXPECT_TRUE(plan(BroadcastSchedule::bursts, {0, 1, 2}, 8, times * hop, hop).lengthened());
    }
  }
}

}  // namespace
}  // namespace swapfly::test
