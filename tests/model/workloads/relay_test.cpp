#include "model/workloads/relay.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/support/networks.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_route.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

TEST(Relay, TakesTheClocksOfItsHopsAndOneStayLessThanItHasLegs) {
  const SwappedDragonfly topology(2, 3);
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (unsigned nic = 1; nic <= 5; ++nic) {
      for (const Clock pause : {Clock{0}, Clock{7}}) {
        WorkloadRun setting;
        setting.router.latency = latency;
        setting.router.local_link = 3;
        setting.router.global_link = 1;
        setting.nic.latency = nic;
        const Clock local = latency + 3, global = latency + 1;
        // From (0,1,2): local1 to (0,1,0), global1 to (1,0,1), local2 to (1,0,0); a hold there;
        // global1 to (0,0,0).
        Relay relay(
            setting.context(topology),
            {{0, 1, 2}, {{3, false, 1, 2, 1}, {1, false, 0, 0, 0}, {2, true, 1, 0, 0}}, pause});
        const WorkloadRun::Outcome outcome = setting.run(topology, relay);
        EXPECT_TRUE(outcome.complete());
        EXPECT_TRUE(outcome.conflict_free());
        ASSERT_EQ(relay.legs().size(), 3U);
        EXPECT_EQ(relay.legs()[0].arbitrated, 1U);
        EXPECT_EQ(relay.legs()[0].ejected, 1 + 2 * local + global);
        EXPECT_EQ(relay.legs()[0].to, topology.id({1, 0, 0}));
        EXPECT_EQ(relay.legs()[1].arbitrated, relay.legs()[0].ejected + nic + pause);
        EXPECT_EQ(relay.legs()[1].ejected, relay.legs()[1].arbitrated + local);
        EXPECT_EQ(relay.legs()[2].arbitrated, relay.legs()[1].ejected + nic + pause);
        EXPECT_EQ(relay.legs()[2].ejected, relay.legs()[2].arbitrated + global);
        EXPECT_EQ(relay.legs()[2].to, topology.id({0, 0, 0}));
        EXPECT_EQ(outcome.figures.cycles, 3 * local + 2 * global + 2 * (nic + pause));
        ASSERT_EQ(outcome.claims.size(), 1U);
        EXPECT_EQ(outcome.claims.front().expected, outcome.figures.cycles);
        EXPECT_TRUE(outcome.claims.front().ok);
      }
    }
  }
}

TEST(Relay, OfAnyHeadersArrivesWhereTheRuleLeads) {
  const std::vector<SwappedDragonfly> networks = small_networks(4);
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly topology =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    WorkloadRun setting;
    setting.router.multicast = random.one_in(2);
    setting.router.depth = random.between(1, 8);
    setting.router.global_link = random.below(3);
    setting.nic.latency = random.between(1, 4);
    RelayParameters parameters;
    parameters.from = topology.coordinates(random.below(topology.routers()));
    RouterId at = topology.id(parameters.from);
    std::vector<RouterId> ends;
    for (unsigned leg = 0; leg < 30; ++leg) {
      const Header header = random_header(random, topology.K(), topology.M(), 4, 0);
      if (reference_skip(header).hops == 0) continue;
      parameters.headers.push_back(header);
      at = reference_destinations(reference_skip(header), at, topology).front();
      ends.push_back(at);
    }
    Relay relay(setting.context(topology, seed), parameters);
    EXPECT_TRUE(setting.run(topology, relay).complete());
    for (std::size_t leg = 0; leg < ends.size(); ++leg) {
      EXPECT_EQ(relay.legs()[leg].to, ends[leg]);
      EXPECT_LT(relay.legs()[leg].ejected, never);
    }
  }
}

/// Lets a relay run, but changes what arrives.
class Meddler : public Program {
 public:
  using Meddle = std::function<void(Arrival&)>;
  Meddler(Relay& relay, Meddle meddle) : relay_(relay), meddle_(std::move(meddle)) {}
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    std::vector<Arrival> changed = arrivals;
    for (Arrival& arrival : changed) meddle_(arrival);
    relay_.run(nic, changed);
  }

 private:
  Relay& relay_;
  Meddle meddle_;
};

bool data_ok_when(const Meddler::Meddle& meddle) {
  const SwappedDragonfly topology(3, 3);
  WorkloadRun setting;
  setting.router.K = 3;
  setting.router.M = 3;
  setting.nic.lane_depth = setting.router.depth;
  Relay relay(setting.context(topology),
              {{0, 0, 0}, {{3, false, 1, 2, 1}, {1, false, 0, 0, 2}}, 0});
  Fabric fabric(topology, setting.router, setting.nic);
  relay.start(fabric);
  Meddler meddler(relay, meddle);
  run_everywhere(fabric, meddler);
  RunControl control(fabric);
  run_plain(fabric, control);
  return relay.data_ok();
}

TEST(Relay, OtherDataOrAnotherLegThanWasSentIsWrong) {
  EXPECT_TRUE(data_ok_when([](Arrival&) {}));
  EXPECT_FALSE(data_ok_when([](Arrival& arrival) { ++arrival.flit.payload; }));
  EXPECT_FALSE(data_ok_when([](Arrival& arrival) { ++arrival.flit.label; }));
}

TEST(Relay, RefusesLegsThatAreNone) {
  const WorkloadContext context{SwappedDragonfly(2, 2)};
  const auto make = [&context](std::vector<Header> headers) {
    Relay relay(context, {{0, 0, 0}, std::move(headers), 0});
  };
  EXPECT_THROW(make({}), std::invalid_argument);
  EXPECT_THROW(make({{0, false, 0, 0, 0}}), std::invalid_argument);
  EXPECT_THROW(make({{1, true, 0, 0, 0}}), std::invalid_argument);
  EXPECT_THROW(make({{2, false, every_port, 0, 0}}), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly::test
