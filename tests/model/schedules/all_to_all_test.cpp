#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "model/network/ideal_run.hpp"
#include "model/schedules/all_to_all_plan.hpp"
#include "model/schedules/pairwise_exchange.hpp"
#include "tests/support/networks.hpp"

namespace swapfly::test {
namespace {

constexpr AllToAllSchedule schedules[] = {AllToAllSchedule::schedule1, AllToAllSchedule::schedule2,
                                          AllToAllSchedule::schedule3, AllToAllSchedule::no_delay};

/// Every shape with K and M up to `limit` that a schedule allows.
std::vector<AllToAllShape> shapes(unsigned limit, AllToAllSchedule schedule) {
  std::vector<AllToAllShape> all;
  for (unsigned K = 1; K <= limit; ++K) {
    for (unsigned M = 1; M <= limit; ++M) {
      for (unsigned s = 1; s <= std::min(K, M); ++s) {
        if (K % s != 0 || M % s != 0) continue;
        const bool halved =
            schedule == AllToAllSchedule::schedule1 || schedule == AllToAllSchedule::no_delay;
        if (!halved || s <= M / 2) all.push_back({K, M, s});
      }
    }
  }
  return all;
}

AllToAllRequest request(const AllToAllShape& shape, AllToAllSchedule schedule, unsigned local = 1,
                        unsigned global = 1, Pace pace = Pace::clock, unsigned items = 1) {
  return {shape, schedule, pace, items, local, global};
}

std::string name(const AllToAllRequest& request) {
  return "D3(" + std::to_string(request.shape.K) + "," + std::to_string(request.shape.M) +
         ") s=" + std::to_string(request.shape.s) + " schedule " +
         std::string(name_of(request.schedule)) + " pace " + std::string(name_of(request.pace)) +
         " local " + std::to_string(request.local_hop) + " global " +
         std::to_string(request.global_hop) + " items " + std::to_string(request.items);
}

/// Every vector is sent once in each pass.
void expect_every_vector_once(const AllToAllPlan& plan) {
  std::map<std::tuple<std::uint64_t, unsigned, unsigned, unsigned>, unsigned> sent;
  const AllToAllShape& shape = plan.request().shape;
  for (std::uint64_t number = 0; number < plan.rounds(); ++number) {
    for (unsigned lane = 0; lane < shape.s; ++lane) {
      const Header header = all_to_all_header(shape, plan.round(number), lane);
      EXPECT_EQ(header.hops, 3);
      EXPECT_TRUE(header.gamma < shape.K && header.pi < shape.M && header.delta < shape.M);
      ++sent[{plan.pass(number), header.gamma, header.pi, header.delta}];
    }
  }
  const std::uint64_t passes = std::uint64_t{plan.request().items} * plan.request().items;
  ASSERT_EQ(sent.size(), passes * shape.K * shape.M * shape.M);
  for (const auto& [vector, times] : sent) {
    ASSERT_LT(std::get<0>(vector), passes);
    ASSERT_EQ(times, 1U);
  }
}

/// As every router sends the same vectors, two flits meet exactly where their vectors use the same
/// port number in the same clock: the clock in which some port is used twice, or nothing.
std::optional<std::uint64_t> first_clash(const AllToAllPlan& plan) {
  const std::uint64_t local = plan.request().local_hop;
  const std::uint64_t global = plan.request().global_hop;
  std::set<std::tuple<std::uint64_t, bool, unsigned>> used;
  std::optional<std::uint64_t> clash;
  const auto use = [&](std::uint64_t clock, bool is_local, unsigned port) {
    if (!used.insert({clock, is_local, port}).second && (!clash || clock < *clash)) clash = clock;
  };
  for (std::uint64_t number = 0; number < plan.rounds(); ++number) {
    const std::uint64_t start = plan.start(number);
    for (unsigned lane = 0; lane < plan.request().shape.s; ++lane) {
      const Header header = all_to_all_header(plan.request().shape, plan.round(number), lane);
      use(start, true, header.delta);
      use(start + local, false, header.gamma);
      use(start + local + global, true, header.pi);
    }
  }
  return clash;
}

FlitSchedule flits(const AllToAllPlan& plan, const SwappedDragonfly& topology) {
  FlitSchedule all;
  for (std::uint64_t number = 0; number < plan.rounds(); ++number) {
    for (RouterId router = 0; router < topology.routers(); ++router) {
      for (unsigned lane = 0; lane < plan.request().shape.s; ++lane) {
        ScheduledFlit flit;
        flit.clock = 1 + plan.start(number);
        flit.router = router;
        flit.lane = static_cast<std::uint16_t>(lane);
        flit.header = all_to_all_header(plan.request().shape, plan.round(number), lane);
        all.push_back(flit);
      }
    }
  }
  return all;
}

TEST(SweepAllToAll, EveryVectorIsSentOnceAndNoneMeetsAnother) {
  for (const AllToAllSchedule schedule : schedules) {
    for (const AllToAllShape& shape : shapes(6, schedule)) {
      for (const Pace pace : {Pace::clock, Pace::hop}) {
        for (const auto& [local, global] : std::vector<std::pair<unsigned, unsigned>>{
                 {1, 1}, {2, 2}, {5, 5}, {1, 3}, {3, 1}, {2, 3}, {2, 4}}) {
          if (shape.s > 1 && local + global > 6) continue;
          const AllToAllRequest what = request(shape, schedule, local, global, pace);
          SCOPED_TRACE(name(what));
          const AllToAllPlan plan(what);
          expect_every_vector_once(plan);
          EXPECT_EQ(first_clash(plan), std::nullopt);
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
}

TEST(AllToAll, ItemsAreSentInAsManyPassesAsTheirNumberSquared) {
  for (const AllToAllSchedule schedule : schedules) {
    for (const unsigned hop : {1U, 2U}) {
      const AllToAllRequest what =
          request({4, 4, 2}, schedule, hop, hop, hop == 1 ? Pace::clock : Pace::hop, 3);
      SCOPED_TRACE(name(what));
      const AllToAllPlan plan(what);
      EXPECT_EQ(plan.rounds(), 9 * 4 * 16 / 2);
      expect_every_vector_once(plan);
      EXPECT_EQ(first_clash(plan), std::nullopt);
    }
  }
}

/// The same, asked of the routing rule on whole networks, in every group.
TEST(AllToAll, NoFlitWaitsInAnyGroup) {
  for (const SwappedDragonfly& topology : small_networks(4)) {
    for (const AllToAllSchedule schedule : schedules) {
      for (const unsigned s : {1U, 2U, 3U, 4U}) {
        const AllToAllShape shape{topology.K(), topology.M(), s};
        if (!allows(schedule, shape)) continue;
        const AllToAllPlan plan(request(shape, schedule));
        RouterParameters router;
        router.K = topology.K();
        router.M = topology.M();
        router.lanes = s;
        NicParameters nic;
        nic.lanes = s;
        EXPECT_TRUE(ideal_run(flits(plan, topology), topology, router, nic).free())
            << to_string(topology) << " " << name(plan.request());
      }
    }
  }
}

TEST(AllToAll, TheClockedCheckFindsRoundsThatMeet) {
  // Rounds that were ordered for a lag of 2, on links that make it 3.
  const AllToAllPlan plan(request({2, 4, 2}, AllToAllSchedule::no_delay, 1, 1));
  const SwappedDragonfly topology(2, 4);
  RouterParameters router;
  router.K = 2;
  router.M = 4;
  router.lanes = 2;
  router.global_link = 1;
  NicParameters nic;
  nic.lanes = 2;
  EXPECT_FALSE(ideal_run(flits(plan, topology), topology, router, nic).free());
}

TEST(AllToAll, NoDelayTakesOneStepARoundAndThreeHops) {
  for (const auto& [K, M, s] : std::vector<std::array<unsigned, 3>>{{2, 4, 2},
                                                                    {3, 6, 3},
                                                                    {4, 8, 4},
                                                                    {3, 9, 3},
                                                                    {2, 8, 2},
                                                                    {8, 16, 8},
                                                                    {5, 15, 5},
                                                                    {16, 32, 16}}) {
    const std::uint64_t rounds = std::uint64_t{K} * M * M / s;
    for (const unsigned hop : {1U, 2U, 5U}) {
      const auto clocks = [&, K = K, M = M, s = s](Pace pace) {
        return AllToAllPlan(request({K, M, s}, AllToAllSchedule::no_delay, hop, hop, pace))
            .clocks();
      };
      EXPECT_EQ(clocks(Pace::clock), rounds + 3 * hop - 1);
      EXPECT_EQ(clocks(Pace::hop), (rounds + 2) * hop);
    }
    EXPECT_EQ(AllToAllPlan(request({K, M, s}, AllToAllSchedule::no_delay, 2, 7)).clocks(),
              rounds + 2 * 2 + 7 - 1);
  }
}

TEST(AllToAll, ScheduleOneIsDelayedAsTheDesignPageSays) {
  const auto hops = [](unsigned K, unsigned M, unsigned s) {
    return AllToAllPlan(request({K, M, s}, AllToAllSchedule::schedule1)).clocks();
  };
  EXPECT_EQ(hops(2, 4, 2), 22U);
  EXPECT_EQ(hops(4, 8, 4), 82U);
  EXPECT_EQ(hops(8, 16, 8), 322U);
  EXPECT_EQ(hops(16, 32, 16), 1282U);
}

TEST(AllToAll, DelaysAreThePublishedBoundGiveOrTakeTheSquareOfTheLanes) {
  for (const AllToAllShape& shape : shapes(16, AllToAllSchedule::schedule1)) {
    const AllToAllPlan plan(request(shape, AllToAllSchedule::schedule1));
    const std::uint64_t published = std::uint64_t{shape.K} * shape.M;
    const std::uint64_t square = std::uint64_t{shape.s} * shape.s;
    const unsigned k = shape.K / shape.s;
    const std::uint64_t delays = k == 1       ? published - square
                                 : k % 2 == 0 ? published
                                              : published + square;
    EXPECT_EQ(plan.delays(), delays) << name(plan.request());
    EXPECT_EQ(plan.published_delays(), published);
    EXPECT_EQ(plan.clocks(), shape.rounds() + delays + 2);
    EXPECT_EQ(AllToAllPlan(request(shape, AllToAllSchedule::no_delay)).delays(), 0U);
  }
}

TEST(AllToAll, SlowerSchedulesTakeTwoAndThreeHopsARound) {
  for (const AllToAllShape& shape : shapes(8, AllToAllSchedule::schedule3)) {
    for (const unsigned hop : {1U, 2U, 5U}) {
      const std::uint64_t rounds = std::uint64_t{shape.K} * shape.M * shape.M / shape.s;
      const auto clocks = [&](AllToAllSchedule schedule) {
        return AllToAllPlan(request(shape, schedule, hop, hop, Pace::hop)).clocks();
      };
      EXPECT_EQ(clocks(AllToAllSchedule::schedule3), 3 * rounds * hop);
      EXPECT_EQ(clocks(AllToAllSchedule::schedule2), (2 * rounds + rounds % 2) * hop);
    }
  }
}

TEST(AllToAll, RefusesLanesThatTheShapeDoesNotAllow) {
  const auto refusal = [](const AllToAllShape& shape, AllToAllSchedule schedule,
                          unsigned items = 1) -> std::string {
    try {
      AllToAllPlan(request(shape, schedule, 1, 1, Pace::clock, items));
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({4, 4, 4}, AllToAllSchedule::no_delay),
            "workload.s is 4; accepted with schedule no_delay on D3(4,4): 1, 2");
  EXPECT_EQ(refusal({6, 8, 3}, AllToAllSchedule::schedule3),
            "workload.s is 3; accepted with schedule 3 on D3(6,8): 1, 2");
  EXPECT_EQ(refusal({2, 1, 1}, AllToAllSchedule::schedule1),
            "workload.s is 1; accepted with schedule 1 on D3(2,1): none, since it needs M of 2 or "
            "more");
  EXPECT_EQ(refusal({2, 1, 1}, AllToAllSchedule::schedule2), "");
  EXPECT_THAT(refusal({2, 4, 2}, AllToAllSchedule::no_delay, 0),
              testing::StartsWith("workload.items is 0; accepted: 1 to 64"));
  EXPECT_THAT(refusal({2, 4, 2}, AllToAllSchedule::no_delay, 65),
              testing::StartsWith("workload.items is 65; accepted: 1 to 64"));
}

/// The fewest hops of one kind to every router, the other kind being free; summed.
std::uint64_t least_hops(const SwappedDragonfly& topology, RouterId from, PortKind counted) {
  constexpr unsigned unreached = ~0U;
  std::vector<unsigned> distance(topology.routers(), unreached);
  std::deque<RouterId> open{from};
  distance[from] = 0;
  while (!open.empty()) {
    const RouterId at = open.front();
    open.pop_front();
    for (Port port = 0; port < topology.ports(); ++port) {
      const unsigned length = topology.kind(port) == counted ? 1 : 0;
      const RouterId next = topology.neighbour(at, port).router;
      if (distance[at] + length >= distance[next]) continue;
      distance[next] = distance[at] + length;
      if (length == 0) {
        open.push_front(next);
      } else {
        open.push_back(next);
      }
    }
  }
  return std::accumulate(distance.begin(), distance.end(), std::uint64_t{0});
}

TEST(AllToAll, LinkCapacityIsWhatTheFewestHopsNeed) {
  for (const SwappedDragonfly& topology : small_networks(5)) {
    if (topology.M() < 2) continue;
    const RouterId off_diagonal = topology.id({0, 0, 1});
    const auto share = [&](PortKind kind, unsigned ports) {
      return double(least_hops(topology, off_diagonal, kind)) / ports;
    };
    EXPECT_DOUBLE_EQ(
        link_capacity_hops(topology.K(), topology.M()),
        std::max(share(PortKind::local, topology.M() - 1), share(PortKind::global, topology.K())))
        << to_string(topology);
  }
}

TEST(PairwiseExchange, EveryNodeSendsToEveryOtherOnce) {
  for (const std::uint32_t nodes : {1U, 2U, 7U, 8U, 12U, 16U}) {
    for (const Pairing pairing : {Pairing::shift, Pairing::exclusive_or}) {
      if (pairing == Pairing::exclusive_or && (nodes & (nodes - 1)) != 0) continue;
      std::set<std::pair<std::uint32_t, std::uint32_t>> pairs;
      for (std::uint32_t step = 1; step < nodes; ++step) {
        std::set<std::uint32_t> receivers;
        for (std::uint32_t node = 0; node < nodes; ++node) {
          const std::uint32_t to = receiver_of(pairing, node, step, nodes);
          EXPECT_NE(to, node);
          EXPECT_EQ(step_between(pairing, node, to, nodes), step);
          receivers.insert(to);
          pairs.insert({node, to});
        }
        EXPECT_EQ(receivers.size(), nodes);
      }
      EXPECT_EQ(pairs.size(), std::size_t{nodes} * (nodes - 1));
    }
  }
}

}  // namespace
}  // namespace swapfly::test
