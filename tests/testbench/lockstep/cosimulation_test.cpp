#include "testbench/lockstep/cosimulation.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "tests/support/random_network.hpp"
#include "tests/support/shuffled_run.hpp"

namespace swapfly {
namespace {

using test::Random;
using test::RandomNetwork;
using Mode = CosimulationOptions::Mode;

/// Every form of RTL that the program has, under random traffic with duplication, stalls and
/// answers, in networks that it fits.
class CosimulationTest : public testing::TestWithParam<std::size_t> {
 protected:
  static constexpr unsigned seeds = 6;

  struct Setting {
    SwappedDragonfly topology;
    RouterParameters router;
  };

  static const RtlShape& shape() { return rtl_builds()[GetParam()].shape; }

  /// A router's links are outside of it, and it may have more lanes than are used.
  static Setting setting(Random& random) {
    RouterParameters router = shape().router;
    router.lanes = random.between(1, router.lanes);
    Group group_c = shape().cabinet_group;
    Group group_p = shape().drawer_group;
    if (shape().form == RtlForm::router) {
      router.local_link = random.below(4);
      router.global_link = random.below(4);
      if (is_power_of_two(router.K) && random.one_in(2)) group_c = Group::boolean;
      if (is_power_of_two(router.M) && random.one_in(2)) group_p = Group::boolean;
    }
    return {SwappedDragonfly(router.K, router.M, group_c, group_p), router};
  }

  static CosimulationOptions options(Mode mode, const SwappedDragonfly& topology) {
    CosimulationOptions options;
    options.mode = mode;
    options.form = shape().form;
    options.routers.resize(topology.routers());
    std::iota(options.routers.begin(), options.routers.end(), RouterId{0});
    return options;
  }

  /// Runs the same traffic with and without RTL, and compares.
  static void expect_the_model(unsigned seed, Mode mode, bool some_routers) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    const Setting setting = CosimulationTest::setting(random);
    const std::uint64_t traffic = random.word();
    CosimulationOptions chosen = options(mode, setting.topology);
    if (some_routers) {
      random.shuffle(chosen.routers);
      chosen.routers.resize(random.between(1, setting.topology.routers()));
    }

    RandomNetwork model(traffic, setting.topology, setting.router);
    RunControl model_control(*model.fabric, {&model.log});
    const RunEnd model_end = run_plain(*model.fabric, model_control);

    RandomNetwork rtl(traffic, setting.topology, setting.router);
    Cosimulation cosimulation(*rtl.fabric, chosen);
    RunControl rtl_control(*rtl.fabric, {&cosimulation, &rtl.log});
    const RunEnd rtl_end = test::run_shuffled(*rtl.fabric, rtl_control, random);

    ASSERT_EQ(model_end, rtl_end);
    test::expect_same(model, rtl);
    ASSERT_GT(cosimulation.compared(), 0U);
  }
};

INSTANTIATE_TEST_SUITE_P(Forms, CosimulationTest,
                         testing::Range(std::size_t{0}, rtl_builds().size()), [](const auto& test) {
                           std::string name = specification(rtl_builds()[test.param].shape);
                           for (char& letter : name) {
                             if (std::isalnum(static_cast<unsigned char>(letter)) == 0)
                               letter = '_';
                           }
                           return name;
                         });

TEST_P(CosimulationTest, RtlInThePlaceOfTheModelShowsTheSameAtEveryPort) {
  for (unsigned seed = 1; seed <= seeds; ++seed) expect_the_model(seed, Mode::rtl, false);
}

TEST_P(CosimulationTest, RtlBesideTheModelNeverDiffers) {
  for (unsigned seed = 11; seed <= 10 + seeds; ++seed)
    expect_the_model(seed, Mode::lockstep, false);
}

TEST_P(CosimulationTest, SomeRoutersMayBeRtl) {
  if (shape().form == RtlForm::network) GTEST_SKIP() << "RTL as a whole";
  for (unsigned seed = 21; seed <= 20 + seeds; ++seed) {
    expect_the_model(seed, Mode::rtl, true);
    expect_the_model(seed, Mode::lockstep, true);
  }
}

TEST(RtlBuilds, AFormThatWasNotBuiltIsRefusedWithTheWayToBuildIt) {
  RtlShape wanted = rtl_builds().front().shape;
  wanted.router.depth = 77;
  try {
    build_for(wanted);
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string line = error.what();
    EXPECT_NE(line.find("-DSWAPFLY_RTL_EXTRA='router:2x2:depth=77'"), std::string::npos) << line;
    EXPECT_NE(line.find("built: router:2x2"), std::string::npos) << line;
  }
}

TEST(RtlBuilds, MoreLanesThanNeededAndDuplicationServe) {
  RtlShape wanted = rtl_builds().front().shape;
  wanted.router.lanes = 1;
  wanted.router.multicast = false;
  wanted.router.local_link = 3;
  EXPECT_EQ(&build_for(wanted), &rtl_builds().front());
  wanted.router.lanes = rtl_builds().front().shape.router.lanes + 1;
  EXPECT_THROW(build_for(wanted), std::invalid_argument);
}

}  // namespace
}  // namespace swapfly
