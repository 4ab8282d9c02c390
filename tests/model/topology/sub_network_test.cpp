#include "model/topology/sub_network.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

/// `count` distinct values below `limit`, in random order.
std::vector<unsigned> choose(Random& random, unsigned count, unsigned limit) {
  std::vector<unsigned> all(limit);
  for (unsigned i = 0; i < limit; ++i) all[i] = i;
  random.shuffle(all);
  all.resize(count);
  return all;
}

void expect_faithful(const SubNetwork& sub) {
  const SwappedDragonfly& inner = sub.inner();
  const SwappedDragonfly& outer = sub.outer();
  for (RouterId router = 0; router < inner.routers(); ++router) {
    const Coordinates at = inner.coordinates(router);
    const Coordinates place = sub.to_outer(at);
    ASSERT_TRUE(sub.contains(place));
    ASSERT_EQ(sub.to_inner(place), at);
    for (Port port = 0; port < inner.ports(); ++port) {
      const Port physical = sub.physical_port(at, port);
      ASSERT_LT(physical, outer.ports());
      ASSERT_EQ(outer.kind(physical), inner.kind(port));
      const Coordinates reached = outer.across(place, physical);
      ASSERT_TRUE(sub.contains(reached)) << "closed";
      ASSERT_EQ(reached, sub.to_outer(inner.across(at, port)))
          << to_string(at) << " virtual port " << port;
    }
  }
}

TEST(SubNetwork, EveryVirtualPortLeadsWhereItShouldFromEveryRouter) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    for (const SwappedDragonfly& outer : test::small_networks(4)) {
      SCOPED_TRACE(to_string(outer));
      const unsigned J = random.between(1, outer.K());
      const unsigned L = random.between(1, outer.M());
      for (const Group c : {Group::cyclic, Group::boolean}) {
        for (const Group p : {Group::cyclic, Group::boolean}) {
          if (c == Group::boolean && !is_power_of_two(J)) continue;
          if (p == Group::boolean && !is_power_of_two(L)) continue;
          const SubNetwork sub(outer, choose(random, J, outer.K()), choose(random, L, outer.M()), c,
                               p);
          ASSERT_EQ(sub.inner().K(), J);
          ASSERT_EQ(sub.inner().M(), L);
          expect_faithful(sub);
        }
      }
    }
  }
}

TEST(SubNetwork, ThePublishedExampleIsClosed) {
  // [D2]: D3(5,15) inside D3(7,16).
  std::vector<unsigned> drawers;
  for (unsigned value = 1; value < 16; ++value) drawers.push_back(value);
  const SubNetwork sub(SwappedDragonfly(7, 16), {6, 0, 2, 3, 5}, drawers);
  EXPECT_EQ(sub.inner().routers(), 5U * 15U * 15U);
  expect_faithful(sub);
}

TEST(SubNetwork, NumbersTheValuesInTheOrderGiven) {
  const SubNetwork sub(SwappedDragonfly(4, 5), {3, 1}, {4, 0, 2});
  EXPECT_EQ(sub.to_outer({0, 2, 1}), (Coordinates{3, 2, 0}));
  EXPECT_EQ(sub.to_inner({1, 4, 2}), (Coordinates{1, 0, 2}));
}

TEST(SubNetwork, ContainsOnlyWhatWasChosen) {
  const SubNetwork sub(SwappedDragonfly(4, 5), {3, 1}, {4, 0, 2});
  EXPECT_TRUE(sub.contains({3, 4, 2}));
  EXPECT_FALSE(sub.contains({2, 4, 2}));
  EXPECT_FALSE(sub.contains({3, 1, 2}));
  EXPECT_FALSE(sub.contains({3, 4, 3}));
}

std::string refusal(const std::vector<unsigned>& cabinets, const std::vector<unsigned>& drawers,
                    Group c = Group::cyclic, Group p = Group::cyclic) {
  try {
    SubNetwork sub(SwappedDragonfly(4, 5), cabinets, drawers, c, p);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SubNetwork, RefusesSetsThatMakeNoNetwork) {
  EXPECT_EQ(refusal({}, {1}), "the set of cabinets is empty; accepted: at least one value");
  EXPECT_EQ(refusal({0}, {}), "the set of drawers is empty; accepted: at least one value");
  EXPECT_EQ(refusal({0, 4}, {1}), "the set of cabinets holds 4; accepted: 0 to 3");
  EXPECT_EQ(refusal({0}, {5}), "the set of drawers holds 5; accepted: 0 to 4");
  EXPECT_EQ(refusal({2, 0, 2}, {1}),
            "the set of cabinets holds 2 twice; accepted: distinct values");
  EXPECT_EQ(refusal({0, 1, 2}, {1}, Group::boolean),
            "K is 3; accepted in the boolean group: a power of two");
  EXPECT_EQ(refusal({0, 1}, {1, 2}, Group::boolean, Group::boolean), "accepted");
}

}  // namespace
}  // namespace swapfly
