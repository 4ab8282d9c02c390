#include "model/workloads/scheduled.hpp"

#include <gtest/gtest.h>

#include "tests/support/networks.hpp"
#include "tests/support/scheduled_traffic.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

TEST(Scheduled, WhateverTheScheduleEveryCopyArrivesWhereTheRuleSays) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  unsigned free = 0, met = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly topology =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    WorkloadRun setting;
    setting.router.latency = random.between(1, 3);
    setting.router.global_link = random.below(3);
    setting.router.depth = random.between(1, 9);
    setting.nic.latency = random.between(1, 3);
    const FlitSchedule schedule = random_schedule(random, topology, 2, random.between(1, 60),
                                                  random.between(5, 100), random.below(4) * 4);
    std::uint64_t copies = 0;
    for (const ScheduledFlit& flit : schedule) {
      copies += reference_destinations(reference_skip(flit.header), flit.router, topology).size();
    }
    Scheduled workload(setting.context(topology), schedule);
    EXPECT_EQ(workload.expected_copies(), copies);
    const WorkloadRun::Outcome outcome = setting.run(topology, workload);
    EXPECT_TRUE(outcome.complete());
    EXPECT_EQ(outcome.figures.injected, schedule.size());
    EXPECT_EQ(outcome.conflict_free(), workload.ideal().free());
    EXPECT_EQ(outcome.claims.size(), workload.ideal().free() ? 1U : 0U);
    for (const Claim& claim : outcome.claims) EXPECT_TRUE(claim.ok);
    ++(workload.ideal().free() ? free : met);
  }
  EXPECT_GT(free, 50U);
  EXPECT_GT(met, 50U);
}

/// Lets a schedule run, but changes what arrives, or at whose node.
class Meddler : public Program {
 public:
  using Meddle = std::function<void(NicCore*& nic, std::vector<Arrival>& arrivals)>;
  Meddler(Scheduled& workload, Meddle meddle) : workload_(workload), meddle_(std::move(meddle)) {}

  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    std::vector<Arrival> changed = arrivals;
    NicCore* at = &nic;
    if (!changed.empty()) meddle_(at, changed);
    workload_.run(*at, changed);
  }

 private:
  Scheduled& workload_;
  Meddle meddle_;
};

bool data_ok_when(const Meddler::Meddle& meddle) {
  const SwappedDragonfly topology(3, 4);
  WorkloadRun setting;
  Scheduled workload(setting.context(topology),
                     {scheduled(1, 5, 0, {3, false, 1, 2, 3}, 2),
                      scheduled(2, 5, 0, {2, false, 1, 0, every_port}, 3)});
  RouterParameters router = setting.router;
  router.K = 3;
  router.M = 4;
  NicParameters nic;
  nic.lane_depth = router.depth;
  Fabric fabric(topology, router, nic);
  workload.start(fabric);
  Meddler meddler(workload, meddle);
  for (RouterId node = 0; node < topology.routers(); ++node) fabric.nic(node).run_program(&meddler);
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  return workload.data_ok();
}

TEST(Scheduled, TheDataAreRightOnlyIfContentCountAndPlaceAre) {
  using Arrivals = std::vector<Arrival>;
  EXPECT_TRUE(data_ok_when([](NicCore*&, Arrivals&) {}));
  EXPECT_FALSE(data_ok_when([](NicCore*&, Arrivals& arrivals) {
    arrivals.front().flit.payload ^= 1;
  })) << "content";
  EXPECT_FALSE(data_ok_when([](NicCore*&, Arrivals& arrivals) { arrivals.pop_back(); }))
      << "a copy lost";
  EXPECT_FALSE(data_ok_when([](NicCore*&, Arrivals& arrivals) {
    arrivals.push_back(arrivals.back());
  })) << "a copy too many";
  EXPECT_FALSE(data_ok_when([](NicCore*&, Arrivals& arrivals) {
    arrivals.front().flit.label ^= 1;
  })) << "one flit for the other";
  NicCore* first = nullptr;
  EXPECT_FALSE(data_ok_when([&first](NicCore*& nic, Arrivals&) {
    if (first != nullptr && first->now() == nic->now()) {
      nic = first;
    } else {
      first = nic;
    }
  })) << "two copies of one clock at one node";
}

TEST(Scheduled, AFlitThatIsLateThoughNoneHadToWaitIsAFault) {
  // The network runs with links of one clock more than the rule was told.
  const SwappedDragonfly topology(2, 2);
  WorkloadRun setting;
  const WorkloadContext context = setting.context(topology);
  setting.router.local_link = 1;
  Scheduled workload(context, {scheduled(1, 0, 0, {1, false, 0, 0, 1})});
  EXPECT_FALSE(setting.run(topology, workload).data_ok);
}

TEST(Scheduled, NeedsTheLanesAndTheHeadersOfItsFlits) {
  const WorkloadContext context{SwappedDragonfly(2, 3)};
  const Scheduled workload(
      context, {scheduled(1, 0, 3, {3, true, 1, 2, 0}), scheduled(2, 0, 0, {4, true, 1, 2, 0}),
                scheduled(3, 0, 0, {2, true, 1, 0, 2})});
  const WorkloadNeeds needs = workload.needs();
  EXPECT_EQ(needs.lanes, 4U);
  EXPECT_EQ(needs.headers.size(), 2U) << "[3;g1,p2,d0]s begins with a hop passed over";
}

TEST(Scheduled, AnEmptyOneIsRefused) {
  EXPECT_THROW(Scheduled(WorkloadContext{SwappedDragonfly(2, 3)}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
