#include <gtest/gtest.h>

#include <algorithm>

#include "model/packet/swapped_route.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"

namespace swapfly {
namespace {

using test::distances_from;
using test::small_networks;

TEST(ShortestHeader, ReachesEveryRouterInAsManyHopsAsBreadthFirstSearch) {
  for (const SwappedDragonfly& network : small_networks(5)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId from = 0; from < network.routers(); ++from) {
      const std::vector<unsigned> distance = distances_from(network, from);
      for (RouterId to = 0; to < network.routers(); ++to) {
        const Header header =
            shortest_header(network.coordinates(from), network.coordinates(to), network);
        SCOPED_TRACE(to_string(header));
        ASSERT_EQ(destinations(header, from, network), std::vector<RouterId>{to});
        ASSERT_EQ(hop_count(header), distance[to]);
        ASSERT_LE(header.hops, 4);
        ASSERT_TRUE(header.skip);
        ASSERT_TRUE(fits(header, network));
        ASSERT_EQ(header, without_skipped_hops(header)) << "hops already passed over";
      }
    }
  }
}

TEST(ShortestHeader, KeepsDrawerAndPlaceAcrossCabinetsInTwoHops) {
  const SwappedDragonfly network(4, 4);
  EXPECT_EQ(shortest_header({1, 2, 3}, {3, 2, 3}, network), (Header{4, true, 2, 0, 0}));
  EXPECT_EQ(hop_count({4, true, 2, 0, 0}), 2U);
}

TEST(ShortestHeader, NoHopsToOneself) {
  const SwappedDragonfly network(2, 3);
  EXPECT_EQ(shortest_header({1, 2, 0}, {1, 2, 0}, network).hops, 0);
}

TEST(Distances, EqualBreadthFirstSearch) {
  for (const SwappedDragonfly& network : small_networks(6)) {
    SCOPED_TRACE(to_string(network));
    std::uint64_t total = 0;
    unsigned diameter = 0;
    for (RouterId from = 0; from < network.routers(); ++from) {
      for (const unsigned hops : distances_from(network, from)) {
        total += hops;
        diameter = std::max(diameter, hops);
      }
    }
    const double pairs = static_cast<double>(network.routers()) * network.routers();
    const Distances found = distances(network);
    ASSERT_EQ(found.diameter, diameter);
    ASSERT_NEAR(found.mean, static_cast<double>(total) / pairs, 1e-12);
  }
}

TEST(Distances, PublishedMeans) {
  EXPECT_NEAR(distances(SwappedDragonfly(4, 4)).mean, 2.3555, 0.00005);
  EXPECT_NEAR(distances(SwappedDragonfly(8, 8)).mean, 2.7087, 0.00005);
  EXPECT_EQ(distances(SwappedDragonfly(4, 4)).diameter, 3U);
  EXPECT_EQ(distances(SwappedDragonfly(8, 8)).diameter, 3U);
  EXPECT_EQ(distances(SwappedDragonfly(1024, 32)).diameter, 3U);
}

TEST(Distances, OneRouterIsAtNoDistance) {
  EXPECT_EQ(distances(SwappedDragonfly(1, 1)).diameter, 0U);
  EXPECT_EQ(distances(SwappedDragonfly(1, 1)).mean, 0.0);
}

}  // namespace
}  // namespace swapfly
