#pragma once

#include <cstdint>
#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// A flit that a schedule names: what is sent, where and when. Nothing else is known of it, so any
/// algorithm that does not wait for what it receives can be written as a list of these.
struct ScheduledFlit {
  std::uint64_t clock = 1;  ///< in which it can be arbitrated at its source router, from 1
  std::uint64_t payload = 0;
  RouterId router = 0;
  std::uint16_t lane = 0;
  Header header;
  std::uint32_t line = 0;  ///< of the file it was read from

  friend bool operator==(const ScheduledFlit& a, const ScheduledFlit& b) {
    return a.clock == b.clock && a.payload == b.payload && a.router == b.router &&
           a.lane == b.lane && a.header == b.header && a.line == b.line;
  }
};

/// In order of clock, then router, then lane.
using FlitSchedule = std::vector<ScheduledFlit>;

}  // namespace swapfly
