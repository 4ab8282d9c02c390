#include "model/topology/link_survey.hpp"

#include <gtest/gtest.h>

#include "model/packet/swapped_route.hpp"
#include "tests/support/networks.hpp"

namespace swapfly {
namespace {

TEST(LinkSurvey, FindsTheLinksOfTheDesign) {
  const LinkSurvey small = survey(SwappedDragonfly(4, 4));
  EXPECT_EQ(small.routers, 64U);
  EXPECT_EQ(small.local_links, 96U);
  EXPECT_EQ(small.global_links, 120U);
  EXPECT_EQ(small.degree, 7U);
  EXPECT_EQ(small.diameter, 3U);
  EXPECT_NEAR(small.mean_distance, 2.3555, 0.00005);
  const LinkSurvey large = survey(SwappedDragonfly(8, 8));
  EXPECT_EQ(large.local_links, 1792U);
  EXPECT_EQ(large.global_links, 2016U);
  EXPECT_NEAR(large.mean_distance, 2.7087, 0.00005);
}

TEST(LinkSurvey, AgreesWithTheFormulasOnEverySmallNetwork) {
  for (const SwappedDragonfly& topology : test::small_networks(5)) {
    SCOPED_TRACE(to_string(topology));
    const LinkSurvey found = survey(topology);
    const Distances by_formula = distances(topology);
    EXPECT_EQ(found.routers, topology.routers());
    EXPECT_EQ(found.local_links, topology.local_links());
    EXPECT_EQ(found.global_links, topology.global_links());
    EXPECT_EQ(found.diameter, by_formula.diameter);
    EXPECT_NEAR(found.mean_distance, by_formula.mean, 1e-9);
  }
}

TEST(LinkSurvey, ARouterOnTheDiagonalHasALinkLess) {
  // In one cabinet of two drawers the two routers with p = d have a local link only, the others a
  // global one as well.
  EXPECT_EQ(survey(SwappedDragonfly(1, 2)).degree, 2U);
  EXPECT_EQ(survey(SwappedDragonfly(1, 1)).degree, 0U);
  EXPECT_EQ(survey(SwappedDragonfly(3, 1)).degree, 2U);
}

}  // namespace
}  // namespace swapfly
