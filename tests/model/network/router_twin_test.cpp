#include <gtest/gtest.h>

#include "tests/support/networks.hpp"
#include "tests/support/random_network.hpp"
#include "tests/support/reference_twin.hpp"
#include "tests/support/shuffled_run.hpp"

namespace swapfly {
namespace {

using test::Random;
using test::RandomNetwork;
using test::ReferenceTwin;

/// Some routers of a network are twins that the plain reference decides for; nothing that can be
/// seen at any port, and nothing that is counted, tells.
class RouterTwinTest : public testing::TestWithParam<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Seeds, RouterTwinTest, testing::Range(1U, 41U));

TEST_P(RouterTwinTest, ANetworkOfTwinsAndCoresIsTheSameAsOneOfCores) {
  const unsigned seed = GetParam();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  const std::vector<SwappedDragonfly> networks = test::small_networks(4);
  const SwappedDragonfly topology = networks[random.below(static_cast<unsigned>(networks.size()))];
  RouterParameters router = test::router_for(topology);
  router.depth = random.between(1, 4);
  router.lanes = random.between(1, 3);
  router.latency = random.between(1, 4);
  router.local_link = random.below(3);
  router.global_link = random.below(4);
  const std::uint64_t traffic = random.word();

  RandomNetwork cores(traffic, topology, router);
  RunControl cores_control(*cores.fabric, {&cores.log});
  const RunEnd cores_end = run_plain(*cores.fabric, cores_control);

  RandomNetwork mixed(traffic, topology, router);
  std::vector<std::unique_ptr<ReferenceTwin>> twins;
  const bool all = random.one_in(2);
  for (RouterId id = 0; id < topology.routers(); ++id) {
    if (!all && random.one_in(2)) continue;
    twins.push_back(std::make_unique<ReferenceTwin>(mixed.fabric->router(id)));
    mixed.fabric->replace(id, *twins.back());
  }
  RunControl mixed_control(*mixed.fabric, {&mixed.log});
  const RunEnd mixed_end = test::run_shuffled(*mixed.fabric, mixed_control, random);

  ASSERT_EQ(cores_end, mixed_end);
  test::expect_same(cores, mixed);
}

}  // namespace
}  // namespace swapfly
