#include "testbench/latency/tw_measurement.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "model/metrics/linear_fit.hpp"
#include "model/packet/swapped_route.hpp"
#include "model/schedules/latency_probes.hpp"
#include "testbench/processes/child_trouble.hpp"

namespace swapfly {
namespace {

/// Longer paths would repeat hops through ports 0.
constexpr unsigned longest_probe = 8;

/// Clocks between two legs in which every credit comes home.
Clock pause_of(const RouterParameters& router) {
  return 1 + std::max(router.local_link, router.global_link);
}

Json with_workload(const NetworkScenario& network, Json workload) {
  Json scenario = network.config;
  scenario["workload"] = std::move(workload);
  return scenario;
}

ChildRun probe_run(const NetworkScenario& network, const std::vector<LatencyProbe>& probes) {
  Json headers = Json::array();
  for (const LatencyProbe& probe : probes) headers.push_back(to_string(probe.header));
  return scenario_run("run", with_workload(network, {{"kind", "relay"},
                                                     {"from", 0},
                                                     {"headers", headers},
                                                     {"pause", pause_of(network.router)}}));
}

ChildRun load_run(const TwRequest& request, double rate) {
  Json workload = {{"kind", "uniform"}, {"rate", rate}};
  if (request.warmup) workload["warmup"] = *request.warmup;
  if (request.measure) workload["measure"] = *request.measure;
  return scenario_run("run", with_workload(request.network, workload), {"--hop-times"});
}

LinearFit fit_of(const std::vector<FitSample>& samples, const char* what) {
  std::optional<LinearFit> fit = linear_fit(samples);
  if (!fit) throw std::runtime_error(fmt::format("the {} do not determine the latencies", what));
  return std::move(*fit);
}

void fit_hops(ZeroLoad& zero_load, const std::vector<LatencyProbe>& probes,
              const std::vector<std::int64_t>& clocks, const RouterParameters& router) {
  std::vector<FitSample> samples;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    FitSample& sample = samples.emplace_back();
    std::uint64_t hops = 0;
    for (const HopKind kind : hop_kinds) {
      sample.counts.push_back(static_cast<std::int64_t>(probes[i].hops[kind]));
      hops += probes[i].hops[kind];
    }
    sample.clocks = clocks[i];
    zero_load.longest_path = std::max(zero_load.longest_path, hops);
  }
  const LinearFit fit = fit_of(samples, "paths");
  zero_load.paths = probes.size();
  zero_load.t_w_intercept = fit.intercept;
  zero_load.t_w_residual = fit.largest_residual;
  for (const HopKind kind : hop_kinds) {
    const std::optional<double> slope = fit.slopes[static_cast<std::size_t>(kind)];
    if (!slope) continue;
    const bool local = kind == HopKind::local || kind == HopKind::hold;
    zero_load.t_w[kind] =
        FittedLatency{*slope, local ? router.local_hop_clocks() : router.global_hop_clocks()};
  }
}

/// What the hops do not explain of the time to the end of each leg, against the NICs on the way.
void fit_relays(ZeroLoad& zero_load, const std::vector<std::int64_t>& in_nics,
                const NetworkScenario& network) {
  std::vector<FitSample> samples;
  samples.reserve(in_nics.size());
  for (const std::int64_t clocks : in_nics) {
    samples.push_back({{static_cast<std::int64_t>(samples.size())}, clocks});
  }
  const LinearFit fit = fit_of(samples, "relays");
  zero_load.relays = samples.size() - 1;
  const auto pause = static_cast<double>(pause_of(network.router));
  zero_load.t_s = {fit.slopes.front().value_or(0) - pause, network.nic.latency};
  zero_load.t_s_intercept = fit.intercept;
  zero_load.t_s_residual = fit.largest_residual;
}

ZeroLoad zero_load_of(const Json& result, const std::vector<LatencyProbe>& probes,
                      const NetworkScenario& network) {
  const Json& legs = result.at("relay").at("legs");
  std::vector<std::int64_t> clocks;
  std::vector<std::int64_t> in_nics;
  std::int64_t in_hops = 0;
  const auto start = legs.at(0).at("arbitrated").get<std::int64_t>();
  for (const Json& leg : legs) {
    const auto ejected = leg.at("ejected").get<std::int64_t>();
    clocks.push_back(ejected - leg.at("arbitrated").get<std::int64_t>());
    in_hops += clocks.back();
    in_nics.push_back(ejected - start - in_hops);
  }
  ZeroLoad zero_load;
  fit_hops(zero_load, probes, clocks, network.router);
  fit_relays(zero_load, in_nics, network);
  return zero_load;
}

LoadPoint load_point_of(const Json& result, double rate) {
  LoadPoint point;
  point.rate = rate;
  point.traffic = result.at("traffic");
  point.saturated = point.traffic.at("saturated") == true;
  point.network_latency = result.at("network_latency");
  point.hop_times = result.at("hop_times");
  return point;
}

/// The first error is the one that counts.
void fail(TwMeasurement& measurement, Status status, const std::string& error) {
  if (measurement.status != Status::ok) return;
  measurement.status = status;
  measurement.error = error;
}

void check(TwMeasurement& measurement) {
  if (!measurement.zero_load || measurement.zero_load->as_expected()) return;
  fail(measurement, Status::failed,
       "the probes do not find the latencies that the scenario asks for, on straight lines "
       "through 0");
}

}  // namespace

bool ZeroLoad::as_expected() const {
  const auto right = [](const FittedLatency& latency) {
    return latency.clocks == static_cast<double>(latency.expected);
  };
  return t_w_intercept == 0 && t_w_residual == 0 && t_s_intercept == 0 && t_s_residual == 0 &&
         right(t_s) && std::all_of(hop_kinds.begin(), hop_kinds.end(), [&](HopKind kind) {
           return !t_w[kind] || right(*t_w[kind]);
         });
}

TwMeasurement measure_tw(const TwRequest& request, const std::atomic<bool>& stop_requested,
                         const TwListener& listener) {
  const NetworkScenario& network = request.network;
  TwMeasurement measurement;
  measurement.engine = network.config.at("engine").get<std::string>();
  const std::vector<LatencyProbe> probes = latency_probes(
      network.topology, std::min(longest_probe, most_hops(network.router.virtual_channels)));
  std::vector<ChildRun> runs = {probe_run(network, probes)};
  for (const double rate : request.loads) runs.push_back(load_run(request, rate));

  std::size_t done = 0;
  if (listener) listener(done, runs.size());
  const auto outcomes =
      run_children(runs, request.children, stop_requested, [&](std::size_t, const ChildOutcome&) {
        if (listener) listener(++done, runs.size());
      });
  done = 0;
  for (std::size_t run = 0; run < outcomes.size(); ++run) {
    if (!outcomes[run]) continue;
    ++done;
    const std::string name = run == 0 ? "the run of the probes"
                                      : fmt::format("the run of load {}", request.loads[run - 1]);
    const ChildTrouble trouble = trouble_of(*outcomes[run], name, request.scenario_name);
    if (trouble.status != Status::ok) {
      fail(measurement, trouble.status, trouble.line);
      continue;
    }
    try {
      const Json& result = outcomes[run]->result;
      if (run == 0) {
        measurement.zero_load = zero_load_of(result, probes, network);
      } else {
        measurement.loads.push_back(load_point_of(result, request.loads[run - 1]));
      }
    } catch (const std::exception& error) {
      fail(measurement, Status::failed, fmt::format("{}: {}", name, error.what()));
    }
  }
  check(measurement);
  if (done < runs.size()) {
    measurement.status = Status::interrupted;
    measurement.error = fmt::format("interrupted after {} of {} runs", done, runs.size());
  }
  return measurement;
}

}  // namespace swapfly
