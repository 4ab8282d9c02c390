#pragma once

#include <algorithm>
#include <set>
#include <tuple>

#include "model/packet/swapped_route.hpp"
#include "model/schedules/flit_schedule.hpp"
#include "tests/support/random.hpp"
#include "tests/support/reference_route.hpp"

namespace swapfly::test {

/// Up to `count` flits on `lanes` lanes over the clocks 1..`last`, one a lane and clock at most,
/// with headers of up to four hops; one field in `star_in` holds `*` (0: none does). Some are to
/// oneself.
inline FlitSchedule random_schedule(Random& random, const SwappedDragonfly& topology,
                                    unsigned lanes, unsigned count, unsigned last,
                                    unsigned star_in) {
  FlitSchedule schedule;
  std::set<std::tuple<std::uint64_t, RouterId, unsigned>> taken;
  for (unsigned i = 0; i < count; ++i) {
    ScheduledFlit flit;
    flit.clock = random.between(1, last);
    flit.router = random.below(topology.routers());
    flit.lane = static_cast<std::uint16_t>(random.below(lanes));
    flit.header = random_header(random, topology.K(), topology.M(), 4, star_in);
    if (random.one_in(20)) flit.header = {1, true, 0, 0, 0};
    flit.payload = random.word();
    flit.line = i + 2;
    if (taken.insert({flit.clock, flit.router, flit.lane}).second) schedule.push_back(flit);
  }
  std::sort(schedule.begin(), schedule.end(), [](const auto& a, const auto& b) {
    return std::tie(a.clock, a.router, a.lane) < std::tie(b.clock, b.router, b.lane);
  });
  return schedule;
}

/// The flit alone in its schedule, or one of two.
inline ScheduledFlit scheduled(std::uint64_t clock, RouterId router, std::uint16_t lane,
                               const Header& header, std::uint32_t line = 2) {
  ScheduledFlit flit;
  flit.clock = clock;
  flit.router = router;
  flit.lane = lane;
  flit.header = header;
  flit.payload = 1000 + line;
  flit.line = line;
  return flit;
}

}  // namespace swapfly::test
