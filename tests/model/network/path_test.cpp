// The paths that swapped_route gives, against the output wires of the real fabric.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "model/network/run_control.hpp"
#include "model/packet/swapped_route.hpp"
#include "tests/support/delivery_list.hpp"
#include "tests/support/every_header.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly {
namespace {

using test::departure;
using test::WireEvent;

/// (label, clock, router, port) of a grant, and the header that it sent.
using Grants = std::map<std::tuple<std::uint32_t, Clock, RouterId, Port>, Header>;

Grants grants_of(const test::WireLog& log) {
  Grants grants;
  for (const WireEvent& event : log.events) {
    if (event.kind != WireEvent::Kind::grant) continue;
    grants[{event.flit.label, event.clock, event.router, event.port}] = event.flit.header;
  }
  return grants;
}

/// Every header that can be sent, from every node, one after the other through an empty network;
/// the label of a flit is its number.
void send_all_alone(Fabric& fabric, unsigned most_hops) {
  const SwappedDragonfly& topology = fabric.topology();
  const RouterParameters& router = fabric.router_parameters();
  const Clock apart =
      most_hops * (router.latency + std::max(router.local_link, router.global_link)) + 1;
  std::uint32_t label = 0;
  for (const Header& header : test::every_header(topology.K(), topology.M(), most_hops)) {
    for (RouterId node = 0; node < topology.routers(); ++node, ++label) {
      fabric.nic(node).send(departure(1 + label * apart, header, label));
    }
  }
}

void expect_the_wires_show_every_path(RouterParameters router, const SwappedDragonfly& topology) {
  SCOPED_TRACE(to_string(topology));
  router.K = topology.K();
  router.M = topology.M();
  Fabric fabric(topology, router, test::nic_for(router));
  test::DeliveryList deliveries;
  test::WireLog log;
  fabric.watch_ejections();
  fabric.watch_deliveries(deliveries);
  send_all_alone(fabric, 4);
  RunControl control(fabric, {&log});
  ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);

  const Grants grants = grants_of(log);
  std::set<Grants::key_type> walked;
  for (const test::DeliveryList::Entry& delivery : deliveries.entries) {
    const PacketRecord& record = delivery.arrival.record;
    const RouterId source = fabric.ledger().source_of(record.id);
    const auto ports = path(record.header, source, delivery.node, topology);
    ASSERT_TRUE(ports.has_value()) << to_string(record.header);
    Clock clock = record.injected;
    RouterId at = source;
    Header header = record.header;
    for (const Port port : *ports) {
      header = after_hop(header);
      const auto grant = grants.find({delivery.arrival.flit.label, clock, at, port});
      ASSERT_NE(grant, grants.end()) << to_string(record.header) << " from " << source << " to "
                                     << delivery.node << " in clock " << clock;
      ASSERT_EQ(grant->second, header);
      walked.insert(grant->first);
      clock += router.hop_clocks(port);
      at = topology.neighbour(at, port).router;
    }
    ASSERT_EQ(at, delivery.node);
    ASSERT_EQ(clock, delivery.clock);
  }
  ASSERT_EQ(walked.size(), grants.size()) << "a flit that is on no copy's path";
  ASSERT_EQ(deliveries.entries.size(), fabric.traffic().delivered);
}

TEST(Path, IsWhatTheWiresShow) {
  for (const SwappedDragonfly& topology : test::small_networks(2)) {
    expect_the_wires_show_every_path({}, topology);
    if (HasFailure()) return;
  }
}

TEST(Path, IsWhatTheWiresShowWithClocksOfTheirOwnForEveryHop) {
  RouterParameters router;
  router.latency = 3;
  router.local_link = 1;
  router.global_link = 4;
  expect_the_wires_show_every_path(router, SwappedDragonfly(3, 2));
}

TEST(SweepPath, IsWhatTheWiresShow) {
  for (const SwappedDragonfly& topology : test::small_networks(3)) {
    if (topology.M() < 3 && topology.K() < 3) continue;
    expect_the_wires_show_every_path({}, topology);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace swapfly
