#include "model/packet/channel_dependencies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tests/support/networks.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly {
namespace {

using test::Random;

/// The channel dependency graph of the whole network, one node per (router, port, channel).
class ConcreteGraph {
 public:
  ConcreteGraph(const SwappedDragonfly& network, unsigned channels)
      : network_(network), channels_(channels) {}

  /// What a flit with this header makes depend on what, from every router.
  void add(const Header& header) {
    for (RouterId router = 0; router < network_.routers(); ++router) walk(header, router, nullptr);
  }

  bool has_cycle() {
    for (const auto& entry : next_) {
      if (closes(entry.first)) return true;
    }
    return false;
  }

 private:
  using Node = std::tuple<RouterId, Port, unsigned>;

  void walk(const Header& header, RouterId at, const Node* held) {
    if (header.hops == 0) return;
    const test::ReferenceHop hop = test::reference_hop(header, network_.K(), network_.M());
    for (const Port port : hop.ports) {
      const Node wanted{at, port, std::min(hop.channel, channels_ - 1)};
      if (held != nullptr) next_[*held].insert(wanted);
      const Coordinates to = test::reference_neighbour(network_, network_.coordinates(at), port);
      walk(hop.next, network_.id(to), &wanted);
    }
  }

  bool closes(const Node& at) {
    if (done_.count(at) != 0) return false;
    if (!path_.insert(at).second) return true;
    const auto found = next_.find(at);
    if (found != next_.end()) {
      for (const Node& node : found->second) {
        if (closes(node)) return true;
      }
    }
    path_.erase(at);
    done_.insert(at);
    return false;
  }

  SwappedDragonfly network_;
  unsigned channels_;
  std::map<Node, std::set<Node>> next_;
  std::set<Node> path_, done_;
};

/// Every header with up to `most` hops, `*` included, with and without skip.
std::vector<Header> all_headers(const SwappedDragonfly& network, unsigned most) {
  std::vector<std::uint16_t> gammas{every_port}, deltas{every_port};
  for (unsigned i = 0; i < network.K(); ++i) gammas.push_back(static_cast<std::uint16_t>(i));
  for (unsigned i = 0; i < network.M(); ++i) deltas.push_back(static_cast<std::uint16_t>(i));
  std::vector<Header> headers;
  for (unsigned hops = 1; hops <= most; ++hops) {
    for (const bool skip : {false, true}) {
      for (const std::uint16_t gamma : gammas) {
        for (const std::uint16_t pi : deltas) {
          for (const std::uint16_t delta : deltas) {
            headers.push_back({static_cast<std::uint8_t>(hops), skip, gamma, pi, delta});
          }
        }
      }
    }
  }
  return headers;
}

TEST(ChannelDependencies, TwoChannelsAreFreeOfCyclesForAllHeadersOfFourHops) {
  for (const SwappedDragonfly& network : test::small_networks(5)) {
    SCOPED_TRACE(to_string(network));
    ChannelDependencies dependencies(network, 2);
    for (const Header& header : all_headers(network, 4)) dependencies.add(header);
    EXPECT_TRUE(dependencies.cycle().empty()) << to_string(dependencies.cycle(), network);
  }
}

TEST(ChannelDependencies, OneChannelHasACycleWhereverThereAreThreeHops) {
  for (const SwappedDragonfly& network : test::small_networks(5)) {
    SCOPED_TRACE(to_string(network));
    ChannelDependencies two_hops(network, 1), three_hops(network, 1);
    for (const Header& header : all_headers(network, 2)) two_hops.add(header);
    for (const Header& header : all_headers(network, 3)) three_hops.add(header);
    EXPECT_TRUE(two_hops.cycle().empty());
    EXPECT_FALSE(three_hops.cycle().empty());
  }
}

TEST(ChannelDependencies, SixHopsNeedThreeChannels) {
  const SwappedDragonfly network(2, 3);
  ChannelDependencies two(network, 2), three(network, 3);
  for (const Header& header : all_headers(network, 6)) {
    two.add(header);
    three.add(header);
  }
  EXPECT_FALSE(two.cycle().empty());
  EXPECT_TRUE(three.cycle().empty());
}

TEST(ChannelDependencies, AgreeWithTheGraphOfTheWholeNetwork) {
  const std::vector<SwappedDragonfly> networks = test::small_networks(3);
  unsigned cyclic = 0, acyclic = 0;
  for (std::uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const SwappedDragonfly& network =
        networks[random.below(static_cast<unsigned>(networks.size()))];
    const unsigned channels = random.between(1, 3);
    ChannelDependencies dependencies(network, channels);
    ConcreteGraph concrete(network, channels);
    std::string headers;
    for (unsigned count = random.between(1, 4); count > 0; --count) {
      const Header header =
          test::random_header(random, network.K(), network.M(), 6, random.below(4));
      dependencies.add(header);
      concrete.add(header);
      headers += to_string(header) + " ";
    }
    const bool expected = concrete.has_cycle();
    ASSERT_EQ(!dependencies.cycle().empty(), expected)
        << to_string(network) << ", " << channels << " channels: " << headers;
    ++(expected ? cyclic : acyclic);
  }
  EXPECT_GT(cyclic, 50U) << "the random sets must try both answers";
  EXPECT_GT(acyclic, 50U);
}

TEST(ChannelDependencies, TheCycleReportedIsOne) {
  const SwappedDragonfly network(3, 3);
  ChannelDependencies dependencies(network, 1);
  // Local 1 waits for global 2 and global 2 for local 0; the second header adds the way back.
  dependencies.add({3, false, 2, 0, 1});
  EXPECT_TRUE(dependencies.cycle().empty());
  dependencies.add({3, false, 2, 1, 0});
  const std::vector<Channel> cycle = dependencies.cycle();
  ASSERT_EQ(cycle.size(), 2U);
  const std::set<Port> ports{cycle[0].port, cycle[1].port};
  EXPECT_TRUE(ports == (std::set<Port>{network.global_port(2), network.local_port(0)}) ||
              ports == (std::set<Port>{network.global_port(2), network.local_port(1)}));
  EXPECT_EQ(cycle[0].virtual_channel, 0U);
}

TEST(ChannelDependencies, HopsPassedOverMakeNoDependency) {
  const SwappedDragonfly network(3, 3);
  ChannelDependencies held(network, 1), skipped(network, 1);
  held.add({3, false, 1, 0, 0});
  skipped.add({3, true, 1, 0, 0});
  EXPECT_FALSE(held.cycle().empty()) << "local 0, global 1, local 0 in one channel";
  EXPECT_TRUE(skipped.cycle().empty());
  // Nor does a first hop that the NIC passes over: global 1 waits for local 0, nothing the other
  // way.
  skipped.add({2, false, 1, 0, 0});
  EXPECT_TRUE(skipped.cycle().empty());
}

TEST(ChannelDependencies, CyclesAreWrittenRoundToTheirStart) {
  const SwappedDragonfly network(2, 3);
  EXPECT_EQ(to_string(std::vector<Channel>{{4, 0}, {2, 0}}, network),
            "global1 vc0 -> local2 vc0 -> global1 vc0");
  EXPECT_EQ(to_string(std::vector<Channel>{{0, 1}}, network), "local0 vc1 -> local0 vc1");
  EXPECT_EQ(to_string(std::vector<Channel>{}, network), "");
}

}  // namespace
}  // namespace swapfly
