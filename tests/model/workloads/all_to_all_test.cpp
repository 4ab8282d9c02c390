#include <gtest/gtest.h>

#include <array>
#include <functional>

#include "model/workloads/doubly_parallel.hpp"
#include "model/workloads/pairwise.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

constexpr Group cyclic = Group::cyclic;
constexpr Group boolean = Group::boolean;

WorkloadRun with_hops(unsigned local, unsigned global) {
  WorkloadRun run;
  run.router.local_link = local - 1;
  run.router.global_link = global - 1;
  run.router.depth = std::max(8U, run.router.depth_for_full_rate());
  return run;
}

/// Runs it; it must take exactly these clocks, without conflict or stall.
void expect_clocks(const WorkloadRun& setting, const SwappedDragonfly& topology,
                   const DoublyParallelParameters& parameters, std::uint64_t clocks) {
  DoublyParallel workload(setting.context(topology), parameters);
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  SCOPED_TRACE(to_string(topology) + " s=" + std::to_string(parameters.shape.s) + " schedule " +
               std::string(name_of(parameters.schedule)) + " pace " +
               std::string(name_of(parameters.pace)));
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, clocks);
  const std::uint64_t routers = parameters.shape.routers();
  EXPECT_EQ(outcome.figures.delivered, routers * routers * parameters.items * parameters.items);
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].ok);
}

TEST(SweepDoublyParallel, NoDelayTakesOneClockARoundAndThreeHops) {
  for (const auto& [K, M, s] : std::vector<std::array<unsigned, 3>>{
           {2, 4, 2}, {3, 6, 3}, {4, 8, 4}, {3, 9, 3}, {2, 8, 2}}) {
    const std::uint64_t rounds = std::uint64_t{K} * M * M / s;
    for (const unsigned hop : {1U, 2U, 5U}) {
      DoublyParallelParameters parameters{{K, M, s}};
      expect_clocks(with_hops(hop, hop), {K, M}, parameters, rounds + 3 * hop - 1);
      parameters.pace = Pace::hop;
      expect_clocks(with_hops(hop, hop), {K, M}, parameters, (rounds + 2) * hop);
    }
  }
}

TEST(DoublyParallel, UnequalLinksTakeTwoLocalHopsAndAGlobalOne) {
  for (const auto& [local, global] :
       std::vector<std::pair<unsigned, unsigned>>{{1, 3}, {3, 1}, {2, 5}}) {
    DoublyParallelParameters parameters{{2, 4, 2}};
    expect_clocks(with_hops(local, global), {2, 4}, parameters, 16 + 2 * local + global - 1);
    // Two hops are no whole number of steps of 2 clocks for {2, 5}: rounds cannot meet.
    parameters.pace = Pace::hop;
    expect_clocks(with_hops(local, global), {2, 4}, parameters, 15 * local + 2 * local + global);
  }
}

TEST(DoublyParallel, ThePapersSchedulesTakeTheirHops) {
  for (const unsigned hop : {1U, 2U}) {
    const auto expect_hops = [&](AllToAllSchedule schedule, std::uint64_t hops) {
      expect_clocks(with_hops(hop, hop), {4, 4, boolean, boolean}, {{4, 4, 2}, schedule, Pace::hop},
                    hops * hop);
    };
    expect_hops(AllToAllSchedule::schedule3, 3 * 32);
    expect_hops(AllToAllSchedule::schedule2, 2 * 32);
    expect_hops(AllToAllSchedule::schedule1, 32 + 16 + 2);
  }
  expect_clocks({}, {3, 3}, {{3, 3, 3}, AllToAllSchedule::schedule2}, 2 * 9 + 1);
  expect_clocks({}, {3, 3}, {{3, 3, 3}, AllToAllSchedule::schedule3}, 3 * 9);
}

TEST(DoublyParallel, RoundsEveryClockKeepLongLinksBusy) {
  // 5 rounds start in every 15 clocks, or 10 in every 20.
  expect_clocks(with_hops(5, 5), {4, 4}, {{4, 4, 4}, AllToAllSchedule::schedule3},
                (16 / 5) * 15 + 16 % 5 - 1 + 15);
  expect_clocks(with_hops(5, 5), {4, 4}, {{4, 4, 4}, AllToAllSchedule::schedule2},
                20 + (16 - 10) - 1 + 15);
}

TEST(DoublyParallel, RunsInEveryGroup) {
  for (const Group c : {cyclic, boolean}) {
    for (const Group p : {cyclic, boolean}) {
      expect_clocks({}, {2, 8, c, p}, {{2, 8, 2}}, 64 + 2);
    }
  }
  expect_clocks({}, {6, 4, cyclic, boolean}, {{6, 4, 2}}, 48 + 2);
}

TEST(DoublyParallel, RunsInsideALargerNetworkWithoutTouchingTheRest) {
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(5, 7), SwappedDragonfly(8, 8, boolean, boolean)}) {
    expect_clocks({}, topology, {{2, 4, 2}}, 16 + 2);
    expect_clocks(with_hops(2, 3), topology, {{3, 6, 3}}, 36 + 2 * 2 + 3 - 1);
  }
}

TEST(DoublyParallel, ItemsTakeTheirSquareOfRounds) {
  expect_clocks({}, {2, 4}, {{2, 4, 2}, AllToAllSchedule::no_delay, Pace::clock, 3}, 9 * 16 + 2);
  expect_clocks({}, {3, 5}, {{2, 4, 2}, AllToAllSchedule::schedule3, Pace::hop, 2}, 4 * 16 * 3);
}

TEST(DoublyParallel, NicsHoldNoMoreThanARound) {
  const SwappedDragonfly topology(4, 8);
  DoublyParallel workload(WorkloadRun().context(topology), {{4, 8, 4}});
  RouterParameters router;
  router.K = 4;
  router.M = 8;
  router.lanes = 4;
  NicParameters nic;
  nic.lanes = 4;
  Fabric fabric(topology, router, nic);
  workload.start(fabric);
  for (RouterId node = 0; node < topology.routers(); ++node) {
    EXPECT_EQ(fabric.nic(node).waiting(), 4U);
  }
}

TEST(DoublyParallel, ClaimsNoTimeWhereNicsCannotTakeARound) {
  WorkloadRun setting;
  setting.nic.receive = 1;
  const SwappedDragonfly topology(2, 4);
  DoublyParallel workload(setting.context(topology), {{2, 4, 2}});
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_GT(outcome.figures.cycles, 18U);
  EXPECT_TRUE(outcome.claims.empty());
}

/// Stands between the NICs and an all-to-all, and alters what comes to node 5 in one clock.
class Tampering : public Program {
 public:
  using Change = std::function<void(std::vector<Arrival>&)>;
  Tampering(AllToAll& workload, Change change) : workload_(workload), change_(std::move(change)) {}

  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    if (nic.node() != 5 || arrivals.size() < 2 || done_) return workload_.run(nic, arrivals);
    std::vector<Arrival> changed = arrivals;
    change_(changed);
    done_ = true;
    workload_.run(nic, changed);
  }
  bool done() const { return done_; }

 private:
  AllToAll& workload_;
  Change change_;
  bool done_ = false;
};

bool data_ok_after(const Tampering::Change& change) {
  const SwappedDragonfly topology(2, 4);
  DoublyParallel workload(WorkloadRun().context(topology), {{2, 4, 2}});
  RouterParameters router;
  router.K = 2;
  router.M = 4;
  router.lanes = 2;
  NicParameters nic;
  nic.lanes = 2;
  Fabric fabric(topology, router, nic);
  workload.start(fabric);
  Tampering tampering(workload, change);
  run_everywhere(fabric, tampering);
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  EXPECT_TRUE(tampering.done());
  return workload.data_ok();
}

TEST(AllToAll, FindsItemsThatAreWrongMissingDoubledOrMisplaced) {
  using Arrivals = std::vector<Arrival>;
  EXPECT_TRUE(data_ok_after([](Arrivals&) {}));
  EXPECT_FALSE(data_ok_after([](Arrivals& arrivals) { arrivals[0].flit.payload ^= 1; }));
  EXPECT_FALSE(data_ok_after([](Arrivals& arrivals) { arrivals.pop_back(); }));
  EXPECT_FALSE(data_ok_after([](Arrivals& arrivals) { arrivals.push_back(arrivals[0]); }));
  EXPECT_FALSE(data_ok_after([](Arrivals& arrivals) { arrivals[0] = arrivals[1]; }));
  EXPECT_FALSE(data_ok_after(
      [](Arrivals& arrivals) { std::swap(arrivals[0].flit.label, arrivals[1].flit.label); }));
}

WorkloadRun::Outcome run_pairwise(const WorkloadRun& setting, const SwappedDragonfly& topology,
                                  const AllToAllMembers& members, Pairing pairing) {
  Pairwise workload(setting.context(topology), members, pairing);
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  const std::uint64_t routers = std::uint64_t{members.J} * members.L * members.L;
  EXPECT_EQ(outcome.figures.delivered, routers * (routers - 1) * members.items * members.items);
  return outcome;
}

TEST(Pairwise, DeliversEveryItem) {
  for (const Pairing pairing : {Pairing::shift, Pairing::exclusive_or}) {
    run_pairwise({}, {4, 4}, {4, 4}, pairing);
    run_pairwise(with_hops(2, 3), {4, 4, boolean, boolean}, {4, 4, 2}, pairing);
    run_pairwise({}, {5, 6}, {2, 4, 1}, pairing);
  }
  run_pairwise({}, {3, 5}, {3, 5}, Pairing::shift);
  run_pairwise({}, {1, 1}, {1, 1}, Pairing::shift);
}

TEST(Pairwise, AStepIsAHopAndTheNicWhereAllAreNeighbours) {
  // D3(K,1) is a complete graph of K routers: no packet meets another.
  for (const unsigned hop : {1U, 3U}) {
    for (const unsigned latency : {1U, 4U}) {
      WorkloadRun setting = with_hops(hop, hop);
      setting.nic.latency = latency;
      const WorkloadRun::Outcome outcome = run_pairwise(setting, {7, 1}, {7, 1}, Pairing::shift);
      EXPECT_EQ(outcome.figures.cycles, 5 * (hop + latency) + hop);
      EXPECT_TRUE(outcome.conflict_free());
    }
  }
}

TEST(Pairwise, RefusesExclusiveOrAmongOtherNumbersOfRouters) {
  const SwappedDragonfly topology(3, 4);
  EXPECT_THROW(Pairwise(WorkloadRun().context(topology), {3, 4}, Pairing::exclusive_or),
               std::invalid_argument);
  EXPECT_THROW(Pairwise(WorkloadRun().context(topology), {3, 4, 65}, Pairing::shift),
               std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
