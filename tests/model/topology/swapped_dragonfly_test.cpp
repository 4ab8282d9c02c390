#include "model/topology/swapped_dragonfly.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <stdexcept>

#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly {
namespace {

using test::distances_from;
using test::reference_neighbour;
using test::small_networks;

constexpr unsigned largest = 6;

TEST(SwappedDragonfly, BeyondAPortIsTheNumberOfItsNeighbour) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId router = 0; router < network.routers(); ++router) {
      const Coordinates from = network.coordinates(router);
      for (Port port = 0; port < network.ports(); ++port) {
        ASSERT_EQ(network.beyond(from, port), network.id(network.across(from, port)));
      }
    }
  }
}

TEST(SwappedDragonfly, IdsGoRoundTripAndCountUp) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    RouterId expected = 0;
    for (unsigned c = 0; c < network.K(); ++c) {
      for (unsigned d = 0; d < network.M(); ++d) {
        for (unsigned p = 0; p < network.M(); ++p) {
          ASSERT_EQ(network.id({c, d, p}), expected);
          ASSERT_EQ(network.coordinates(expected), (Coordinates{c, d, p}));
          ASSERT_TRUE(network.contains({c, d, p}));
          ++expected;
        }
      }
    }
    EXPECT_EQ(network.routers(), expected);
    EXPECT_EQ(network.drawer_count(), network.K() * network.M());
  }
}

TEST(SwappedDragonfly, ContainsEndsAtEverySize) {
  const SwappedDragonfly network(3, 2);
  EXPECT_TRUE(network.contains({2, 1, 1}));
  EXPECT_FALSE(network.contains({3, 1, 1}));
  EXPECT_FALSE(network.contains({2, 2, 1}));
  EXPECT_FALSE(network.contains({2, 1, 2}));
}

TEST(SwappedDragonfly, PortsAreLocalThenGlobal) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    ASSERT_EQ(network.ports(), network.M() + network.K());
    for (unsigned delta = 0; delta < network.M(); ++delta) {
      ASSERT_EQ(network.local_port(delta), delta);
      ASSERT_EQ(network.kind(delta), PortKind::local);
      ASSERT_EQ(network.number(delta), delta);
    }
    for (unsigned gamma = 0; gamma < network.K(); ++gamma) {
      const Port port = network.M() + gamma;
      ASSERT_EQ(network.global_port(gamma), port);
      ASSERT_EQ(network.kind(port), PortKind::global);
      ASSERT_EQ(network.number(port), gamma);
    }
  }
}

TEST(SwappedDragonfly, LinksLeadWhereTheDefinitionSays) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId router = 0; router < network.routers(); ++router) {
      const Coordinates from = network.coordinates(router);
      for (Port port = 0; port < network.ports(); ++port) {
        const Coordinates to = reference_neighbour(network, from, port);
        ASSERT_EQ(network.across(from, port), to) << to_string(from) << " port " << port;
        ASSERT_EQ(network.neighbour(router, port).router, network.id(to));
      }
    }
  }
}

TEST(SwappedDragonfly, TheFarSideReachesBackByTheOppositePort) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId router = 0; router < network.routers(); ++router) {
      for (Port port = 0; port < network.ports(); ++port) {
        const LinkEnd far = network.neighbour(router, port);
        ASSERT_EQ(far.port, network.opposite(port));
        ASSERT_EQ(network.kind(far.port), network.kind(port));
        const LinkEnd back = network.neighbour(far.router, far.port);
        ASSERT_EQ(back.router, router);
        ASSERT_EQ(back.port, port);
      }
    }
  }
}

TEST(SwappedDragonfly, EveryPortIsAPermutationOfTheRouters) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (Port port = 0; port < network.ports(); ++port) {
      std::vector<bool> reached(network.routers(), false);
      for (RouterId router = 0; router < network.routers(); ++router) {
        const RouterId to = network.neighbour(router, port).router;
        ASSERT_FALSE(reached[to]);
        reached[to] = true;
      }
    }
  }
}

TEST(SwappedDragonfly, OnlyHoldsAndGlobalZeroOfEqualCoordinatesLeadBack) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId router = 0; router < network.routers(); ++router) {
      const Coordinates at = network.coordinates(router);
      for (Port port = 0; port < network.ports(); ++port) {
        const bool hold = port == network.local_port(0);
        const bool self_loop = port == network.global_port(0) && at.p == at.d;
        const LinkEnd far = network.neighbour(router, port);
        ASSERT_EQ(far.router == router, hold || self_loop) << to_string(at) << " port " << port;
        if (hold || self_loop) {
          ASSERT_EQ(far.port, port);
        }
      }
    }
  }
}

TEST(SwappedDragonfly, LinkCountsEqualACountOfJoinedPairs) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    std::set<std::pair<RouterId, RouterId>> local;
    std::multiset<std::pair<RouterId, RouterId>> global;
    for (RouterId router = 0; router < network.routers(); ++router) {
      for (Port port = 0; port < network.ports(); ++port) {
        const RouterId to = network.neighbour(router, port).router;
        if (router >= to) continue;
        if (network.kind(port) == PortKind::local) {
          local.insert({router, to});
        } else {
          global.insert({router, to});
        }
      }
    }
    EXPECT_EQ(network.local_links(), local.size());
    EXPECT_EQ(network.global_links(), global.size());
  }
}

TEST(SwappedDragonfly, PublishedLinkCounts) {
  EXPECT_EQ(SwappedDragonfly(4, 4).local_links(), 96U);
  EXPECT_EQ(SwappedDragonfly(4, 4).global_links(), 120U);
  EXPECT_EQ(SwappedDragonfly(8, 8).local_links(), 1792U);
  EXPECT_EQ(SwappedDragonfly(8, 8).global_links(), 2016U);
}

TEST(SwappedDragonfly, NoTwoRoutersAreFurtherApartThanThree) {
  for (const SwappedDragonfly& network : small_networks(largest)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId source = 0; source < network.routers(); ++source) {
      const std::vector<unsigned> distance = distances_from(network, source);
      ASSERT_LE(*std::max_element(distance.begin(), distance.end()), 3U);
    }
  }
}

TEST(SwappedDragonfly, Names) {
  EXPECT_EQ(to_string(SwappedDragonfly(4, 8)), "D3(4,8)");
  EXPECT_EQ(to_string(SwappedDragonfly(4, 8, Group::boolean, Group::boolean)), "D3(4,8) boolean");
  EXPECT_EQ(to_string(SwappedDragonfly(4, 8, Group::boolean, Group::cyclic)),
            "D3(4,8) c boolean, p cyclic");
  EXPECT_EQ(to_string(SwappedDragonfly(3, 8, Group::cyclic, Group::boolean)),
            "D3(3,8) c cyclic, p boolean");
  EXPECT_EQ(to_string(Coordinates{1, 2, 3}), "(1,2,3)");
}

std::string refusal(unsigned K, unsigned M, Group c = Group::cyclic, Group p = Group::cyclic) {
  try {
    SwappedDragonfly network(K, M, c, p);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

TEST(SwappedDragonfly, RefusesSizesByNameValueAndWhatIsAccepted) {
  EXPECT_EQ(refusal(0, 4), "K is 0; accepted: 1 to 1024");
  EXPECT_EQ(refusal(4, 0), "M is 0; accepted: 1 to 1024");
  EXPECT_EQ(refusal(1025, 1), "K is 1025; accepted: 1 to 1024");
  EXPECT_EQ(refusal(1, 1025), "M is 1025; accepted: 1 to 1024");
  EXPECT_EQ(refusal(1024, 1), "accepted");
  EXPECT_EQ(refusal(1, 1024), "accepted");
}

TEST(SwappedDragonfly, RefusesNetworksWithTooManyRouters) {
  EXPECT_EQ(refusal(1024, 32), "accepted");
  EXPECT_EQ(refusal(1024, 33), "K*M*M is 1115136 routers; accepted: up to 1048576");
  EXPECT_EQ(refusal(1024, 1024), "K*M*M is 1073741824 routers; accepted: up to 1048576");
}

TEST(SwappedDragonfly, RefusesBooleanGroupsOnOtherSizes) {
  EXPECT_EQ(refusal(3, 4, Group::boolean), "K is 3; accepted in the boolean group: a power of two");
  EXPECT_EQ(refusal(4, 6, Group::cyclic, Group::boolean),
            "M is 6; accepted in the boolean group: a power of two");
  EXPECT_EQ(refusal(3, 4, Group::cyclic, Group::boolean), "accepted");
  EXPECT_EQ(refusal(1, 1, Group::boolean, Group::boolean), "accepted");
}

}  // namespace
}  // namespace swapfly
