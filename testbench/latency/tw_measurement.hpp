#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/hop_kind.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"
#include "testbench/scenario/scenario.hpp"

namespace swapfly {

/// A latency that probes found, beside what the scenario asks for.
struct FittedLatency {
  double clocks = 0;
  std::uint64_t expected = 0;
};

/// What single flits, alone in the network, tell: least-squares fits over paths and over relays.
struct ZeroLoad {
  std::size_t paths = 0;
  std::uint64_t longest_path = 0;  ///< hops
  /// Nothing where the network has no such hop.
  ByHopKind<std::optional<FittedLatency>> t_w;
  double t_w_intercept = 0;
  double t_w_residual = 0;  ///< the largest, in clocks
  std::size_t relays = 0;
  FittedLatency t_s;
  double t_s_intercept = 0;
  double t_s_residual = 0;

  /// Every latency as the scenario asks for, on straight lines through 0.
  bool as_expected() const;
};

/// What a run of uniform traffic tells: parts of the result of `swapfly run --hop-times`.
struct LoadPoint {
  double rate = 0;
  bool saturated = false;
  Json traffic;
  Json network_latency;
  Json hop_times;
};

/// All that is measured of one engine, whatever happened. Nothing here says how it is shown.
struct TwMeasurement {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if there is none
  std::string engine;
  std::optional<ZeroLoad> zero_load;
  std::vector<LoadPoint> loads;  ///< those that came to an end, in the order asked for
};

struct TwRequest {
  NetworkScenario network;
  std::string scenario_name;  ///< for error lines
  std::vector<double> loads;  ///< rates of `uniform`, may be empty
  std::optional<Clock> warmup;
  std::optional<Clock> measure;
  ChildOptions children;
};

/// Told before the first run and after every one.
using TwListener = std::function<void(std::size_t done, std::size_t all)>;

/// Runs the probes and every load, each in a process of its own. Fails where a run fails, or where
/// the probes do not find the latencies that the scenario asks for.
TwMeasurement measure_tw(const TwRequest& request, const std::atomic<bool>& stop_requested,
                         const TwListener& listener = {});

}  // namespace swapfly
