#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/workload.hpp"
#include "tests/support/networks.hpp"

namespace swapfly::test {
namespace {

/// (kind, port number, virtual channel) of a hop, and of the next.
using Channel = std::tuple<bool, unsigned, unsigned>;
using Dependencies = std::set<std::pair<Channel, Channel>>;

void add(Dependencies& dependencies, Header header) {
  std::vector<Channel> path;
  for (; header.hops > 0; header = after_hop(header)) {
    path.emplace_back(next_kind(header) == PortKind::local, next_number(header),
                      virtual_channel(after_hop(header).hops));
  }
  for (std::size_t i = 1; i < path.size(); ++i) dependencies.emplace(path[i - 1], path[i]);
}

TEST(ShortestHeaders, MakeTheDependenciesOfAllPairsOfRouters) {
  for (const SwappedDragonfly& topology : small_networks(5)) {
    SCOPED_TRACE(to_string(topology));
    Dependencies of_pairs;
    for (RouterId from = 0; from < topology.routers(); ++from) {
      for (RouterId to = 0; to < topology.routers(); ++to) {
        add(of_pairs,
            shortest_header(topology.coordinates(from), topology.coordinates(to), topology));
      }
    }
    Dependencies of_headers;
    for (const Header& header : shortest_headers(topology)) add(of_headers, header);
    EXPECT_EQ(of_headers, of_pairs);
  }
}

TEST(ShortestHeaders, AreFewOnALargeNetwork) {
  EXPECT_EQ(shortest_headers(SwappedDragonfly(16, 32)).size(), 16U * 32 + 15);
}

}  // namespace
}  // namespace swapfly::test
