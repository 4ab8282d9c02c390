#include "model/packet/swapped_route.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly {
namespace {

using test::Random;
using test::small_networks;
using test::sum_in;

std::uint16_t narrow(unsigned value) { return static_cast<std::uint16_t>(value); }

/// Calls visit(from, γ, π, δ) for every router and every three ports.
template <class Visit>
void for_all(const SwappedDragonfly& network, Visit&& visit) {
  for (RouterId from = 0; from < network.routers(); ++from) {
    for (unsigned gamma = 0; gamma < network.K(); ++gamma) {
      for (unsigned pi = 0; pi < network.M(); ++pi) {
        for (unsigned delta = 0; delta < network.M(); ++delta) {
          visit(network.coordinates(from), narrow(gamma), narrow(pi), narrow(delta));
        }
      }
    }
  }
}

Coordinates only_destination(const Header& header, const Coordinates& from,
                             const SwappedDragonfly& network) {
  const std::vector<RouterId> all = destinations(header, network.id(from), network);
  EXPECT_EQ(all.size(), 1U);
  return network.coordinates(all.front());
}

TEST(Route, HeadersReachWhatTheDefinitionSays) {
  for (const SwappedDragonfly& network : small_networks(4)) {
    SCOPED_TRACE(to_string(network));
    const auto c_plus = [&](unsigned c, unsigned gamma) {
      return sum_in(network.cabinet_group(), c, gamma, network.K());
    };
    const auto plus = [&](unsigned a, unsigned b) {
      return sum_in(network.drawer_group(), a, b, network.M());
    };
    for_all(network,
            [&](const Coordinates& at, std::uint16_t gamma, std::uint16_t pi, std::uint16_t delta) {
              const auto [c, d, p] = at;
              for (const bool skip : {false, true}) {
                ASSERT_EQ(only_destination({3, skip, gamma, pi, delta}, at, network),
                          (Coordinates{c_plus(c, gamma), plus(p, delta), plus(d, pi)}));
                ASSERT_EQ(only_destination({4, skip, gamma, pi, delta}, at, network),
                          (Coordinates{c_plus(c, gamma), plus(d, delta), plus(p, pi)}));
                ASSERT_EQ(only_destination({2, skip, gamma, 0, delta}, at, network),
                          (Coordinates{c_plus(c, gamma), p, plus(d, delta)}));
                ASSERT_EQ(only_destination({1, skip, 0, 0, delta}, at, network),
                          (Coordinates{c, d, plus(p, delta)}));
                ASSERT_EQ(only_destination({0, skip, gamma, pi, delta}, at, network), at);
              }
            });
  }
}

TEST(Route, TheTreesReachEveryRouterExactlyOnce) {
  for (const SwappedDragonfly& network : small_networks(5)) {
    SCOPED_TRACE(to_string(network));
    for (RouterId from = 0; from < network.routers(); ++from) {
      for (const std::uint8_t hops : {std::uint8_t{3}, std::uint8_t{4}}) {
        const Header tree{hops, false, every_port, every_port, every_port};
        std::vector<RouterId> reached = destinations(tree, from, network);
        ASSERT_EQ(reached.size(), network.routers());
        std::sort(reached.begin(), reached.end());
        for (RouterId id = 0; id < network.routers(); ++id) ASSERT_EQ(reached[id], id);
      }
    }
  }
}

TEST(Route, AHopRewritesTheHeaderAsTheRuleSays) {
  const Header odd = after_hop({3, false, 5, 6, 7});
  EXPECT_EQ(odd, (Header{2, false, 5, 0, 6}));
  const Header even = after_hop({4, false, 5, 6, 7});
  EXPECT_EQ(even, (Header{3, false, 0, 6, 7}));
  EXPECT_EQ(after_hop({1, false, 5, 6, 7}), (Header{0, false, 5, 0, 6}));
  EXPECT_EQ(after_hop({3, false, every_port, every_port, 1}),
            (Header{2, false, every_port, 0, every_port}));
  EXPECT_EQ(after_hop({4, false, every_port, 1, every_port}), (Header{3, false, 0, 1, every_port}));
}

TEST(Route, OddHopsAreLocalEvenHopsGlobal) {
  EXPECT_EQ(next_kind({3, false, 1, 2, 3}), PortKind::local);
  EXPECT_EQ(next_number({3, false, 1, 2, 3}), 3);
  EXPECT_EQ(next_kind({2, false, 1, 2, 3}), PortKind::global);
  EXPECT_EQ(next_number({2, false, 1, 2, 3}), 1);
}

TEST(Route, SkipPassesOverLocalZeroOnly) {
  EXPECT_EQ(without_skipped_hops({3, true, 0, 2, 0}), (Header{2, true, 0, 0, 2}));
  EXPECT_EQ(without_skipped_hops({1, true, 0, 0, 0}), (Header{0, true, 0, 0, 0}));
  EXPECT_EQ(without_skipped_hops({3, false, 0, 2, 0}), (Header{3, false, 0, 2, 0}));
  // A global hop through port 0 moves the flit, and `*` means every port.
  EXPECT_EQ(without_skipped_hops({4, true, 0, 0, 0}), (Header{4, true, 0, 0, 0}));
  EXPECT_EQ(without_skipped_hops({3, true, 0, 0, every_port}), (Header{3, true, 0, 0, every_port}));
  // The last hop too, in the rewrite.
  EXPECT_EQ(after_hop({2, true, 3, 0, 0}).hops, 0);
  EXPECT_EQ(after_hop({4, true, 3, 1, 0}), (Header{2, true, 0, 0, 1}));
  EXPECT_EQ(after_hop({2, false, 3, 0, 0}).hops, 1);
}

TEST(Route, ALinkNeverShowsAHopToBeSkipped) {
  for (std::uint8_t hops = 1; hops <= 7; ++hops) {
    for (const std::uint16_t gamma : {std::uint16_t{0}, std::uint16_t{2}, every_port}) {
      for (const std::uint16_t pi : {std::uint16_t{0}, std::uint16_t{1}, every_port}) {
        for (const std::uint16_t delta : {std::uint16_t{0}, std::uint16_t{1}, every_port}) {
          Header header = without_skipped_hops({hops, true, gamma, pi, delta});
          while (header.hops > 0) {
            ASSERT_FALSE(header.hops % 2 == 1 && header.delta == 0) << to_string(header);
            const unsigned before = header.hops;
            header = after_hop(header);
            ASSERT_LT(header.hops, before);
          }
        }
      }
    }
  }
}

TEST(Route, RandomHeadersFollowTheReferenceHopByHop) {
  for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const unsigned K = random.between(1, 5), M = random.between(1, 5);
    const SwappedDragonfly network(K, M);
    Header header = test::random_header(random, K, M, 6, random.below(3));
    const RouterId from = random.below(network.routers());
    std::vector<RouterId> expected = test::reference_destinations(header, from, network);
    std::vector<RouterId> reached = destinations(header, from, network);
    ASSERT_EQ(reached, expected) << to_string(header) << " in port order";
    ASSERT_EQ(copies(header, K, M), expected.size());
    while (header.hops > 0) {
      const test::ReferenceHop hop = test::reference_hop(header, K, M);
      ASSERT_EQ(after_hop(header), hop.next);
      ASSERT_EQ(virtual_channel(hop.next.hops), hop.channel);
      header = hop.next;
    }
  }
}

TEST(Route, CopiesMultiplyByTheStars) {
  EXPECT_EQ(copies({3, false, 1, 2, 3}, 5, 7), 1U);
  EXPECT_EQ(copies({3, false, every_port, every_port, every_port}, 5, 7), 5U * 7 * 7);
  EXPECT_EQ(copies({4, false, every_port, every_port, every_port}, 5, 7), 5U * 7 * 7);
  EXPECT_EQ(copies({2, false, every_port, 0, 3}, 5, 7), 5U);
  EXPECT_EQ(copies({1, false, every_port, every_port, 3}, 5, 7), 1U) << "fields never used";
  EXPECT_EQ(copies({3, true, every_port, 0, every_port}, 5, 7), 5U * 7);
  EXPECT_EQ(copies({0, false, every_port, every_port, every_port}, 5, 7), 1U);
  EXPECT_EQ(copies({4, false, every_port, every_port, every_port}, 1024, 1024), 1ULL << 30U);
}

TEST(Route, VirtualChannelsFallAndWithinOneGlobalComesBeforeLocal) {
  for (unsigned b = 1; b <= 8; ++b) {
    EXPECT_EQ(virtual_channel(b - 1), (b - 1) / 2) << "b = " << b;
  }
  for (std::uint8_t hops = 1; hops <= 8; ++hops) {
    // The order of a channel: its number first, global above local within it.
    unsigned last_rank = ~0U;
    for (Header header{hops, false, 1, 1, 1}; header.hops > 0; header = after_hop(header)) {
      const bool global = next_kind(header) == PortKind::global;
      const unsigned rank = 2 * virtual_channel(after_hop(header).hops) + (global ? 1 : 0);
      ASSERT_LT(rank, last_rank) << to_string(header);
      last_rank = rank;
    }
  }
}

TEST(Route, ChannelsNeededCoverTheFirstHop) {
  EXPECT_EQ(channels_needed(0), 1U);
  EXPECT_EQ(channels_needed(1), 1U);
  EXPECT_EQ(channels_needed(2), 1U);
  EXPECT_EQ(channels_needed(3), 2U);
  EXPECT_EQ(channels_needed(4), 2U);
  EXPECT_EQ(channels_needed(5), 3U);
  EXPECT_EQ(channels_needed(6), 3U);
  for (unsigned hops = 1; hops <= 16; ++hops) {
    EXPECT_EQ(channels_needed(hops), virtual_channel(hops - 1) + 1);
  }
}

TEST(Route, FitsOnlyWherePortsExist) {
  const SwappedDragonfly network(3, 5);
  EXPECT_TRUE(fits({4, false, 2, 4, 4}, network));
  EXPECT_TRUE(fits({4, false, every_port, every_port, every_port}, network));
  EXPECT_FALSE(fits({4, false, 3, 4, 4}, network));
  EXPECT_FALSE(fits({4, false, 2, 5, 4}, network));
  EXPECT_FALSE(fits({4, false, 2, 4, 5}, network));
}

TEST(PathClocks, AreThoseOfTheHopsThatAreNotPassedOver) {
  EXPECT_EQ(path_clocks({3, false, 1, 2, 0}, 1, 1), 3U);
  EXPECT_EQ(path_clocks({3, false, 1, 2, 0}, 10, 1), 21U);
  EXPECT_EQ(path_clocks({3, true, 1, 2, 0}, 10, 1), 11U) << "the first local hop is passed over";
  EXPECT_EQ(path_clocks({4, true, 1, 0, 0}, 10, 1), 2U) << "both local hops are";
  EXPECT_EQ(path_clocks({4, false, every_port, every_port, every_port}, 10, 1), 22U);
  EXPECT_EQ(path_clocks({0, false, 0, 0, 0}, 10, 1), 0U);
}

}  // namespace
}  // namespace swapfly
