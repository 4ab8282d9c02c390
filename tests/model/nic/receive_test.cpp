#include <gtest/gtest.h>

#include <set>

#include "model/network/run_control.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/printing.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Recorder;

/// A NIC on its own, offered flits by hand.
struct OfferedNic {
  explicit OfferedNic(unsigned receive) {
    parameters.receive = receive;
    nic.emplace_back(0, parameters, router, ledger, counters);
  }

  /// Offers a flit of packet `id` on each of these ports; the ports accepted.
  std::vector<Port> offer(Clock now, const std::vector<Port>& ports) {
    std::vector<Ejection> offered;
    const Flit flit{{}, id, 0, 0};
    for (const Port port : ports) offered.push_back({port, &flit, false});
    nic.front().accept(now, offered, scratch);
    std::vector<Port> accepted;
    for (const Ejection& ejection : offered) {
      if (ejection.accepted) accepted.push_back(ejection.port);
    }
    return accepted;
  }

  NicParameters parameters;
  PacketLedger ledger{4};
  TrafficCounters counters;
  NicScratch scratch;
  PacketId id = 0;
  RouterParameters router;
  std::vector<NicCore> nic;
};

using Ports = std::vector<Port>;

TEST(Receive, AllAreTakenByDefault) {
  OfferedNic nic(NicParameters::all);
  EXPECT_EQ(nic.offer(1, {0, 2, 3, 7}), (Ports{0, 2, 3, 7}));
}

TEST(Receive, OfOneGoesRoundThePorts) {
  OfferedNic nic(1);
  EXPECT_EQ(nic.offer(1, {0, 2, 5}), Ports{0});
  EXPECT_EQ(nic.offer(2, {0, 2, 5}), Ports{2});
  EXPECT_EQ(nic.offer(3, {0, 2, 5}), Ports{5});
  EXPECT_EQ(nic.offer(4, {0, 2, 5}), Ports{0});
  EXPECT_EQ(nic.offer(5, {0, 5}), Ports{5}) << "from port 1 on";
  EXPECT_EQ(nic.offer(6, {3, 4}), Ports{3}) << "round to the start";
  EXPECT_EQ(nic.offer(7, {3, 4}), Ports{4});
}

TEST(Receive, OfTwoTakesTheNextTwoAcrossTheEnd) {
  OfferedNic nic(2);
  EXPECT_EQ(nic.offer(1, {0, 2, 5}), (Ports{0, 2}));
  EXPECT_EQ(nic.offer(2, {0, 2, 5}), (Ports{0, 5}));
  EXPECT_EQ(nic.offer(3, {0, 2, 5}), (Ports{2, 5}));
  EXPECT_EQ(nic.offer(4, {1, 5}), (Ports{1, 5})) << "no more than may be taken";
}

TEST(Receive, AFlitThatNoPacketAccountsForIsCountedAndNotHandedOver) {
  OfferedNic nic(NicParameters::all);
  PacketRecord& record = nic.ledger.open(1);
  record.copies_left = 1;
  nic.id = record.id;
  nic.offer(9, {0, 1});
  EXPECT_EQ(nic.counters.delivered, 1U);
  EXPECT_EQ(nic.counters.duplicated, 1U);
  EXPECT_EQ(nic.scratch.arrivals.size(), 1U);
  EXPECT_EQ(nic.counters.last_ejected, 9U);
  nic.offer(10, {3});
  EXPECT_EQ(nic.counters.delivered, 1U);
  EXPECT_EQ(nic.counters.duplicated, 2U);
}

TEST(Receive, LatenciesRunFromTheRecordToTheEjection) {
  OfferedNic nic(NicParameters::all);
  PacketRecord& record = nic.ledger.open(1);
  record.copies_left = 2;
  record.created = 3;
  record.first_arbitrated = 7;
  nic.id = record.id;
  nic.offer(20, {0});
  nic.offer(21, {0});
  EXPECT_EQ(nic.counters.latency.min(), 17U);
  EXPECT_EQ(nic.counters.latency.max(), 18U);
  EXPECT_EQ(nic.counters.network_latency.min(), 13U);
  EXPECT_EQ(nic.counters.moves, 2U);
}

/// Every other router of a drawer of five streams to router 0.
std::vector<Delivery> five_to_one(unsigned receive, std::uint64_t* stalls = nullptr) {
  const SwappedDragonfly topology(1, 5);
  const RouterParameters router = test::router_for(topology);
  NicParameters nic = test::nic_for(router);
  nic.receive = receive;
  Fabric fabric(topology, router, nic);
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  for (RouterId from = 1; from < 5; ++from) {
    for (Clock i = 0; i < 10; ++i) {
      const auto delta = static_cast<std::uint16_t>(5 - from);
      fabric.nic(from).send(departure(1 + i, {1, false, 0, 0, delta}, from));
    }
  }
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  if (stalls != nullptr) *stalls = fabric.router_counters().stalls;
  return recorder.deliveries;
}

TEST(Receive, WithoutALimitFlitsOfDifferentInputsDoNotContend) {
  std::uint64_t stalls = 0;
  const std::vector<Delivery> deliveries = five_to_one(NicParameters::all, &stalls);
  ASSERT_EQ(deliveries.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(deliveries[i].clock, 2 + i / 4);
  EXPECT_EQ(stalls, 0U);
}

TEST(Receive, OfOneServesEverySourceInTurn) {
  std::uint64_t stalls = 0;
  const std::vector<Delivery> deliveries = five_to_one(1, &stalls);
  ASSERT_EQ(deliveries.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(deliveries[i].clock, 2 + i) << "one a clock";
  for (std::size_t i = 0; i < 40; i += 4) {
    std::set<std::uint32_t> sources;
    for (std::size_t j = i; j < i + 4; ++j) sources.insert(deliveries[j].label);
    EXPECT_EQ(sources.size(), 4U) << "each source once in four clocks";
  }
  EXPECT_GT(stalls, 0U);
}

TEST(Receive, OfThreeTakesThreeAClock) {
  const std::vector<Delivery> deliveries = five_to_one(3);
  ASSERT_EQ(deliveries.size(), 40U);
  for (std::size_t i = 0; i < 39; ++i) EXPECT_EQ(deliveries[i].clock, 2 + i / 3);
}

}  // namespace
}  // namespace swapfly
