#include "tests/testbench/waves/wave_network.hpp"

#include <gtest/gtest.h>

#include <random>

namespace swapfly::test {

WaveNetwork::WaveNetwork(unsigned K, unsigned M, const Clocks& clocks) : topology(K, M) {
  router.K = K;
  router.M = M;
  router.lanes = 2;
  router.latency = clocks.latency;
  router.local_link = clocks.local_link;
  router.global_link = clocks.global_link;
  nic.lanes = router.lanes;
  nic.lane_depth = router.depth;
  nic.receive = clocks.receive;
  nic.open_loop = true;
  fabric.emplace(topology, router, nic);
}

void WaveNetwork::send(RouterId from, Clock due, const Header& header, std::uint32_t label,
                       std::uint64_t payload, unsigned lane) {
  Departure departure;
  departure.due = due;
  departure.lane = lane;
  departure.header = header;
  departure.label = label;
  departure.payload = payload;
  fabric->nic(from).send(departure);
}

void WaveNetwork::send_at_random(unsigned seed, Clock last) {
  std::mt19937 numbers(seed);
  const auto random = [&numbers] { return static_cast<std::uint32_t>(numbers()); };
  for (RouterId node = 0; node < topology.routers(); ++node) {
    for (Clock due = 1; due <= last; ++due) {
      // Bursts, and silences in which drawers fall asleep.
      if (random() % 3 != 0 || due / 16 % 3 == 2) continue;
      const RouterId to = random() % topology.routers();
      const Header header = random() % 6 == 0 ? Header{3, false, every_port, every_port, every_port}
                                              : shortest_header(topology.coordinates(node),
                                                                topology.coordinates(to), topology);
      const std::uint64_t payload = (std::uint64_t{random()} << 32U) | random();
      send(node, due, header, random(), payload, random() % 2);
    }
  }
}

void WaveNetwork::run(const WaveOptions& options, std::vector<ClockObserver*> others) {
  WaveWriter writer(*fabric, options);
  writer.open();
  others.push_back(&writer);
  RunControl control(*fabric, others);
  ASSERT_EQ(run_plain(*fabric, control), RunEnd::drained);
  EXPECT_EQ(writer.finish(), "");
}

}  // namespace swapfly::test
