#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/network/fabric.hpp"

namespace swapfly {

struct LatencyFigures {
  std::uint64_t min = 0;
  double mean = 0;
  std::uint64_t p50 = 0;
  std::uint64_t p99 = 0;
  std::uint64_t max = 0;
};

/// Figures of open-loop traffic. The measurement window is the clocks warmup + 1 to warmup +
/// measure; a packet belongs to it by the clock in which it was created.
struct TrafficFigures {
  Clock warmup = 0;
  Clock measure = 0;          ///< clocks of the window; those that are over if the run was ended
  double offered_rate = 0;    ///< flits created in the window, per node and clock
  double accepted_rate = 0;   ///< flits ejected in the window, per node and clock
  std::uint64_t packets = 0;  ///< of the window
  double mean_hops = 0;       ///< of those of the window that were delivered
  /// Packets of the window that were under way when sources stopped all the same.
  std::uint64_t unfinished = 0;
  /// Packets that were overdue at the end of the window: an empty network would have delivered
  /// them by then. And how many may be without the network being called saturated.
  std::uint64_t backlog = 0;
  std::uint64_t backlog_limit = 0;
  /// backlog > backlog_limit; nothing where the run was ended before this was known.
  std::optional<bool> saturated;
};

/// The figures of a run, in clocks and counts; nothing here depends on the machine.
struct RunFigures {
  /// From the clock in which the first flit can be arbitrated at its source router to the clock in
  /// which the last one is ejected.
  std::uint64_t cycles = 0;
  /// cycles / t_w, where t_w is the same on all links and divides.
  std::optional<std::uint64_t> hops;
  std::uint64_t injected = 0;
  std::uint64_t expected = 0;     ///< final copies
  std::uint64_t delivered = 0;    ///< final copies
  std::uint64_t lost = 0;         ///< expected, and never to be delivered
  std::uint64_t outstanding = 0;  ///< expected, when a run was ended before it was over
  std::uint64_t duplicated = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t link_conflicts = 0;
  std::uint64_t stalls = 0;
  LatencyFigures latency;          ///< from creation
  LatencyFigures network_latency;  ///< from first arbitration
  std::optional<TrafficFigures> traffic;
};

RunFigures figures_of(const Fabric& fabric, std::uint64_t expected_copies);

/// A published or improved figure beside what the run measured.
struct Claim {
  std::string id;
  std::string formula;
  std::uint64_t expected = 0;
  std::uint64_t measured = 0;
  std::string published;  ///< what the literature says; empty where it is silent
  bool ok = false;
  std::string unit = "clocks";  ///< of both figures
};

}  // namespace swapfly
