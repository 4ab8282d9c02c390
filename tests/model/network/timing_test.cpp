#include <gtest/gtest.h>

#include "model/network/run_control.hpp"
#include "tests/support/networks.hpp"
#include "tests/support/node_programs.hpp"
#include "tests/support/wire_log.hpp"

namespace swapfly {
namespace {

using test::Delivery;
using test::departure;
using test::Recorder;
using test::WireEvent;
using test::WireLog;

RouterParameters timed(const SwappedDragonfly& topology, unsigned latency, unsigned local_link,
                       unsigned global_link, unsigned depth = 8) {
  RouterParameters router = test::router_for(topology);
  router.latency = latency;
  router.local_link = local_link;
  router.global_link = global_link;
  router.depth = depth;
  return router;
}

/// Visits (latency, local link, global link).
template <class Visit>
void for_all_delays(Visit&& visit) {
  for (unsigned latency = 1; latency <= 4; ++latency) {
    for (unsigned local = 0; local <= 3; ++local) {
      for (unsigned global = 0; global <= 3; ++global) visit(latency, local, global);
    }
  }
  visit(2, 5, 30);
  visit(4, 64, 0);
}

/// When the copies of one flit, arbitrated in clock 7 at router `from`, are ejected.
std::vector<Delivery> one_flit(const SwappedDragonfly& topology, const RouterParameters& router,
                               RouterId from, const Header& header) {
  Fabric fabric(topology, router, test::nic_for(router));
  Recorder recorder;
  test::run_everywhere(fabric, recorder);
  fabric.nic(from).send(departure(7, header));
  RunControl control(fabric);
  EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  return recorder.deliveries;
}

TEST(Timing, AFlitIsEjectedAfterItsHopsClocksNotBeforeAndNotAfter) {
  const SwappedDragonfly topology(2, 3);
  for_all_delays([&](unsigned latency, unsigned local, unsigned global) {
    SCOPED_TRACE(::testing::Message() << latency << " " << local << " " << global);
    const RouterParameters router = timed(topology, latency, local, global);
    const unsigned l = latency + local, g = latency + global;
    const auto clocks = [&](const Header& header) {
      return one_flit(topology, router, topology.id({0, 1, 2}), header).at(0).clock - 7;
    };
    EXPECT_EQ(clocks({1, false, 0, 0, 1}), l);
    EXPECT_EQ(clocks({2, true, 1, 0, 0}), g);
    EXPECT_EQ(clocks({2, false, 1, 0, 2}), g + l);
    EXPECT_EQ(clocks({3, false, 1, 1, 2}), 2 * l + g);
    EXPECT_EQ(clocks({4, false, 1, 1, 2}), 2 * l + 2 * g);
    EXPECT_EQ(clocks({4, true, 1, 0, 0}), 2 * g);
    EXPECT_EQ(clocks({3, false, 0, 0, 0}), 2 * l + g) << "a hold lasts as long as a local hop";
  });
}

TEST(Timing, EveryCopyOfATreeArrivesInTheSameClock) {
  for (const SwappedDragonfly& topology : test::small_networks(3)) {
    SCOPED_TRACE(to_string(topology));
    for (const unsigned latency : {1U, 3U}) {
      const RouterParameters router = timed(topology, latency, 1, 2);
      const unsigned l = latency + 1, g = latency + 2;
      for (RouterId from = 0; from < topology.routers(); ++from) {
        const std::vector<Delivery> four =
            one_flit(topology, router, from, {4, false, every_port, every_port, every_port});
        ASSERT_EQ(four.size(), topology.routers());
        for (const Delivery& copy : four) ASSERT_EQ(copy.clock, 7U + 2 * l + 2 * g);
        const std::vector<Delivery> three =
            one_flit(topology, router, from, {3, false, every_port, every_port, every_port});
        ASSERT_EQ(three.size(), topology.routers());
        for (const Delivery& copy : three) ASSERT_EQ(copy.clock, 7U + 2 * l + g);
      }
    }
  }
}

TEST(Timing, SelfLoopsTakeTheirLinksClocks) {
  const SwappedDragonfly one(1, 1);
  const RouterParameters router = timed(one, 2, 1, 4);
  EXPECT_EQ(one_flit(one, router, 0, {1, false, 0, 0, 0}).at(0).clock, 7U + 3);
  EXPECT_EQ(one_flit(one, router, 0, {2, true, 0, 0, 0}).at(0).clock, 7U + 6);
  EXPECT_EQ(one_flit(one, router, 0, {4, false, 0, 0, 0}).at(0).clock, 7U + 18);
}

struct Stream {
  const char* name;
  unsigned K, M;
  Header header;
};

const Stream streams[] = {
    {"local link", 1, 2, {1, false, 0, 0, 1}},
    {"global link", 2, 1, {2, true, 1, 0, 0}},
    {"hold", 1, 2, {1, false, 0, 0, 0}},
    {"global self-loop", 1, 1, {2, true, 0, 0, 0}},
};

TEST(Timing, AStreamRunsAtDepthOverNeededToTheClock) {
  for (const Stream& stream : streams) {
    for (unsigned latency = 1; latency <= 4; ++latency) {
      for (unsigned link = 0; link <= 3; ++link) {
        const SwappedDragonfly topology(stream.K, stream.M);
        const unsigned needed = latency + 1 + 2 * link;
        for (unsigned depth = 1; depth <= needed + 1; ++depth) {
          SCOPED_TRACE(::testing::Message() << stream.name << ", latency " << latency << ", link "
                                            << link << ", depth " << depth);
          const RouterParameters router = timed(topology, latency, link, link, depth);
          ASSERT_EQ(router.depth_for_full_rate(), needed);
          Fabric fabric(topology, router, test::nic_for(router));
          Recorder recorder;
          test::run_everywhere(fabric, recorder);
          const std::uint32_t count = 6 * needed;
          for (std::uint32_t i = 0; i < count; ++i) {
            fabric.nic(0).send(departure(1 + i, stream.header, i));
          }
          RunControl control(fabric);
          ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
          ASSERT_EQ(recorder.deliveries.size(), count);
          for (std::uint32_t i = 0; i < count; ++i) {
            // `depth` flits in every `needed` clocks, or one a clock.
            const Clock arbitrated =
                depth >= needed ? 1 + i : 1 + Clock{i / depth} * needed + i % depth;
            ASSERT_EQ(recorder.deliveries[i].label, i);
            ASSERT_EQ(recorder.deliveries[i].clock, arbitrated + latency + link) << "flit " << i;
          }
          const RouterCounters counters = fabric.router_counters();
          ASSERT_EQ(counters.flit_hops, count);
          ASSERT_EQ(counters.link_conflicts, 0U);
          // A lane of the same depth may be what holds the flits back.
          ASSERT_EQ(counters.stalls + fabric.traffic().late == 0, depth >= needed);
        }
      }
    }
  }
}

TEST(Timing, TheWiresShowAFlitAndItsCreditInTheirClocks) {
  const SwappedDragonfly topology(2, 2);
  for_all_delays([&](unsigned latency, unsigned local, unsigned global) {
    SCOPED_TRACE(::testing::Message() << latency << " " << local << " " << global);
    const RouterParameters router = timed(topology, latency, local, global);
    Fabric fabric(topology, router, test::nic_for(router));
    fabric.watch_ejections();
    const RouterId from = topology.id({0, 0, 0}), to = topology.id({0, 0, 1});
    fabric.nic(from).send(departure(5, {1, false, 0, 0, 1}, 9));
    WireLog log;
    RunControl control(fabric, {&log});
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    const Flit sent{{1, false, 0, 0, 1}, 0, 9, 0};
    const Flit arrived{{0, false, 0, 0, 0}, 0, 9, 0};
    // The log moves a grant back by the latency - 1 registers it passed before the wire.
    const std::vector<WireEvent> expected{
        {4, from, WireEvent::Kind::lane, 0, 0, sent},
        {5, from, WireEvent::Kind::grant, 1, 0, arrived},
        {5 + latency + local, to, WireEvent::Kind::credit, 1, 0, {}},
        {5 + latency + local, to, WireEvent::Kind::ejection, 1, 0, arrived},
    };
    EXPECT_EQ(test::first_difference(log.events, expected), "");
  });
}

TEST(Timing, ACreditComesOneClockAndTheLinkAfterTheSlotWasFreed) {
  const SwappedDragonfly topology(2, 2);
  for_all_delays([&](unsigned latency, unsigned local, unsigned global) {
    SCOPED_TRACE(::testing::Message() << latency << " " << local << " " << global);
    const RouterParameters router = timed(topology, latency, local, global, 3);
    Fabric fabric(topology, router, test::nic_for(router));
    const RouterId from = topology.id({0, 0, 1});
    fabric.nic(from).send(departure(5, {2, true, 1, 0, 0}));
    const Port port = topology.global_port(1);
    // Granted in 5, ejected a hop later; usable, and so in the counter, 1 + link later.
    const Clock back = 5 + (latency + global) + 1 + global;
    struct Watch : ClockObserver {
      void clock_done(const Fabric& seen) override {
        credits.push_back(seen.router(router).credits(port, 0));
      }
      RouterId router = 0;
      Port port = 0;
      std::vector<unsigned> credits;
    } watch;
    watch.router = from;
    watch.port = port;
    RunControl control(fabric, {&watch});
    ASSERT_EQ(run_plain(fabric, control), RunEnd::drained);
    ASSERT_EQ(watch.credits.size(), back + 1) << "the last clock is that of the credit";
    for (Clock clock = 0; clock <= back; ++clock) {
      ASSERT_EQ(watch.credits[clock], clock >= 5 && clock < back ? 2U : 3U) << "clock " << clock;
    }
  });
}

}  // namespace
}  // namespace swapfly
