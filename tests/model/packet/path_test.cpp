#include <gtest/gtest.h>

#include <map>

#include "model/packet/swapped_route.hpp"
#include "tests/support/every_header.hpp"
#include "tests/support/networks.hpp"

namespace swapfly {
namespace {

using Ports = std::vector<Port>;

/// Follows every copy by the reference's rule: the ports to each router that one arrives at.
/// Expects that no two arrive at one.
void follow(const Header& header, RouterId at, const Ports& ports, const SwappedDragonfly& topology,
            std::map<RouterId, Ports>& found) {
  if (header.hops == 0) {
    EXPECT_TRUE(found.emplace(at, ports).second) << "two copies at router " << at;
    return;
  }
  const test::ReferenceHop hop = test::reference_hop(header, topology.K(), topology.M());
  for (const Port port : hop.ports) {
    Ports longer = ports;
    longer.push_back(port);
    const Coordinates next = test::reference_neighbour(topology, topology.coordinates(at), port);
    follow(hop.next, topology.id(next), longer, topology, found);
  }
}

void expect_paths_of_all_copies(const SwappedDragonfly& topology, unsigned most_hops,
                                RouterId sources) {
  SCOPED_TRACE(to_string(topology));
  for (const Header& header : test::every_header(topology.K(), topology.M(), most_hops)) {
    for (RouterId from = 0; from < sources; ++from) {
      std::map<RouterId, Ports> expected;
      follow(header, from, {}, topology, expected);
      for (RouterId to = 0; to < topology.routers(); ++to) {
        const std::optional<Ports> found = path(header, from, to, topology);
        const auto copy = expected.find(to);
        ASSERT_EQ(found.has_value(), copy != expected.end())
            << to_string(header) << " from " << from << " to " << to;
        if (found) {
          ASSERT_EQ(*found, copy->second) << to_string(header) << " from " << from << " to " << to;
        }
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Path, IsThatOfTheOneCopyThatArrivesThere) {
  for (const SwappedDragonfly& topology : test::small_networks(3)) {
    expect_paths_of_all_copies(topology, 6, topology.routers());
    if (HasFailure()) return;
  }
}

TEST(SweepPath, IsThatOfTheOneCopyInNetworksOfFour) {
  for (const SwappedDragonfly& topology : test::small_networks(4)) {
    if (topology.K() < 4 && topology.M() < 4) continue;
    // Those of one cabinet; other cabinets see the same network, shifted by c.
    expect_paths_of_all_copies(topology, 4, topology.M() * topology.M());
    if (HasFailure()) return;
  }
}

TEST(Path, HoldsForTheLongestHeaders) {
  expect_paths_of_all_copies(SwappedDragonfly(2, 2), 15, 8);
  expect_paths_of_all_copies(SwappedDragonfly(2, 2, Group::boolean, Group::boolean), 15, 8);
}

TEST(Path, OfNoHopsIsEmpty) {
  const SwappedDragonfly topology(3, 3);
  EXPECT_EQ(path({}, 5, 5, topology), Ports());
  EXPECT_EQ(path({}, 5, 6, topology), std::nullopt);
}

}  // namespace
}  // namespace swapfly
