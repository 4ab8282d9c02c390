#include "testbench/commands/simulation.hpp"

#include <fmt/core.h>
#include <sys/resource.h>

#include <chrono>
#include <ctime>
#include <filesystem>

#include "model/network/audit.hpp"
#include "model/network/deadlock.hpp"
#include "model/network/network_module.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/wave_groups.hpp"
#include "testbench/lockstep/cosimulation.hpp"
#include "testbench/results/difference_report.hpp"
#include "testbench/results/hop_times_report.hpp"
#include "testbench/results/topology_facts.hpp"
#include "testbench/results/workload_reports.hpp"
#include "testbench/waves/wave_writer.hpp"

namespace swapfly {
namespace {

/// Faults and waits that are worth a line each.
constexpr std::size_t most_details = 24;

class Stopwatch {
 public:
  double wall_seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count();
  }
  double cpu_seconds() const { return double(std::clock() - cpu_) / CLOCKS_PER_SEC; }

 private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

Performance performance_of(const Fabric& fabric, const Stopwatch& stopwatch) {
  Performance performance;
  performance.wall_seconds = stopwatch.wall_seconds();
  performance.cpu_seconds = stopwatch.cpu_seconds();
  const double seconds = std::max(performance.cpu_seconds, 1e-9);
  performance.router_cycles_per_second =
      double(fabric.topology().routers()) * double(fabric.now()) / seconds;
  performance.flit_hops_per_second = double(fabric.router_counters().flit_hops) / seconds;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  performance.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return performance;
}

void add_details(Result& result, std::vector<std::string> lines) {
  if (lines.size() > most_details) {
    const std::size_t more = lines.size() - most_details;
    lines.resize(most_details);
    lines.push_back(fmt::format("... and {} more", more));
  }
  result.details.insert(result.details.end(), lines.begin(), lines.end());
}

void report_deadlock(const Fabric& fabric, Result& result) {
  const Deadlock deadlock = find_deadlock(fabric);
  fail(result, fmt::format("deadlock at clock {}: {} flits are in flight and none can move; {}",
                           fabric.now(), fabric.flits_in_flight(),
                           deadlock.cycle.empty() ? "they wait for"
                                                  : "the cycle of waits that holds them"));
  add_details(result, describe(deadlock, fabric, most_details));
}

/// What had not arrived yet is not lost, and nothing can be said of data or times.
void report_interruption(const Fabric& fabric, Result& result) {
  result.status = Status::interrupted;
  result.error = fmt::format("interrupted at clock {}", fabric.now());
  std::swap(result.figures->lost, result.figures->outstanding);
  result.data_ok.reset();
  result.claims.clear();
}

/// What open-loop figures are worth.
void judge_traffic(const TrafficFigures& traffic, Result& result) {
  if (traffic.packets == 0) {
    fail(result, fmt::format("no packet was created in the {} clocks of the measurement window: "
                             "there is nothing to measure; raise workload.rate or workload.measure",
                             traffic.measure));
  }
  if (traffic.saturated.value_or(false)) {
    result.warnings.push_back(
        fmt::format("saturated: at the end of the window {} packets were overdue, where "
                    "chance explains {}; latencies grow with workload.warmup and workload.measure",
                    traffic.backlog, traffic.backlog_limit));
  }
  if (traffic.unfinished > 0) {
    result.warnings.push_back(
        fmt::format("{} packets of the window were under way when sources stopped, workload.drain "
                    "clocks after it: their latencies are of a network that empties",
                    traffic.unfinished));
  }
}

void check_outcome(const Fabric& fabric, Result& result) {
  const RunFigures& figures = *result.figures;
  const std::vector<std::string> faults = audit(fabric);
  if (!faults.empty()) {
    fail(result,
         fmt::format("the network is not as it should be after the run: {}", faults.front()));
    add_details(result, faults);
  }
  if (figures.delivered != figures.expected || figures.duplicated > 0) {
    fail(result,
         fmt::format("{} of {} copies were delivered, {} lost, {} duplicated", figures.delivered,
                     figures.expected, figures.lost, figures.duplicated));
  }
  if (!result.data_ok.value_or(false))
    fail(result, "the data at some node differ from a direct computation");
  if (figures.traffic) judge_traffic(*figures.traffic, result);
}

bool is_fst(const std::string& path) { return std::filesystem::path(path).extension() == ".fst"; }

/// Null if there is no RTL in the scenario.
std::unique_ptr<Cosimulation> cosimulation_for(Fabric& fabric, const Scenario& scenario,
                                               const SimulationRequest& request) {
  if (scenario.engine == Engine::systemc) return nullptr;
  CosimulationOptions options;
  options.mode = scenario.engine == Engine::lockstep ? CosimulationOptions::Mode::lockstep
                                                     : CosimulationOptions::Mode::rtl;
  options.form = scenario.rtl.whole_network ? RtlForm::network : RtlForm::router;
  options.routers = scenario.rtl.routers;
  options.trace_format = is_fst(request.wave.file) ? TraceFormat::fst : TraceFormat::vcd;
  options.clocks_after_difference = request.clocks_after_difference;
  try {
    return std::make_unique<Cosimulation>(fabric, std::move(options));
  } catch (const std::invalid_argument& error) {
    throw ConfigurationError(error.what());
  }
}

/// Null if none was asked for.
std::unique_ptr<WaveWriter> wave_for(Fabric& fabric, const WaveRequest& request,
                                     const Workload& workload, Cosimulation* cosimulation) {
  if (request.file.empty()) return nullptr;
  try {
    auto wave = std::make_unique<WaveWriter>(
        fabric, WaveOptions{request.file, request.from, request.to, request.scope});
    wave->show(wave_groups(workload, fabric));
    if (cosimulation != nullptr) cosimulation->trace(*wave);
    wave->open();
    return wave;
  } catch (const std::invalid_argument& error) {
    throw ConfigurationError(error.what());
  }
}

/// Null if none was asked for.
std::unique_ptr<PacketLog> packet_log_for(Fabric& fabric, const PacketRequest& request) {
  if (request.file.empty()) return nullptr;
  auto log = std::make_unique<PacketLog>(fabric, request.which);
  log->open(request.file);
  return log;
}

void run(Scenario& scenario, const SimulationRequest& request,
         const std::atomic<bool>& stop_requested, const Stopwatch& stopwatch, Result& result) {
  Fabric fabric(scenario.topology, scenario.router, scenario.nic);

  std::vector<ClockObserver*> observers;
  const std::unique_ptr<Cosimulation> cosimulation = cosimulation_for(fabric, scenario, request);
  if (cosimulation != nullptr) observers.push_back(cosimulation.get());
  const std::unique_ptr<WaveWriter> wave =
      wave_for(fabric, request.wave, *scenario.workload, cosimulation.get());
  if (wave != nullptr) observers.push_back(wave.get());
  const std::unique_ptr<PacketLog> packets = packet_log_for(fabric, request.packets);
  if (packets != nullptr) observers.push_back(packets.get());
  std::optional<LinkLoadCounter> links;
  if (request.link_loads) observers.push_back(&links.emplace(scenario.topology));
  std::optional<HopTimer> hops;
  if (request.hop_times) observers.push_back(&hops.emplace(fabric));
  Progress progress;
  if (request.progress) observers.push_back(&progress);

  scenario.workload->start(fabric);
  RunControl control(fabric, observers, &stop_requested);
  NetworkModule network("network", fabric, control);
  RunEnd end = RunEnd::interrupted;
  try {
    end = network.run();
  } catch (const LockstepMismatch& mismatch) {
    fail(result, mismatch.what());
    result.blocks.push_back(difference_report(mismatch.difference()));
  } catch (const std::exception& error) {
    fail(result, fmt::format("clock {}: {}", fabric.now(), error.what()));
  }
  progress.clear();

  result.performance = performance_of(fabric, stopwatch);
  result.figures = figures_of(fabric, scenario.workload->expected_copies());
  if (links) result.link_loads = links->loads(fabric);
  result.figures->traffic =
      scenario.workload->traffic(end == RunEnd::drained ? never : fabric.now());
  result.data_ok = scenario.workload->data_ok();
  result.claims = scenario.workload->claims(*result.figures);
  for (Block& block : workload_reports(*scenario.workload)) {
    result.blocks.push_back(std::move(block));
  }
  if (hops) result.blocks.push_back(hop_times_report(hops->times()));
  if (end == RunEnd::deadlocked) {
    report_deadlock(fabric, result);
  } else if (end == RunEnd::drained) {
    check_outcome(fabric, result);
  } else if (result.status == Status::ok) {
    report_interruption(fabric, result);
  }
  if (packets != nullptr) {
    const std::string error = packets->finish();
    if (!error.empty()) fail(result, error);
  }
  if (wave != nullptr) {
    const std::string error = wave->finish();
    if (!error.empty()) fail(result, error);
    if (wave->clocks_written() == 0) {
      result.warnings.push_back(fmt::format(
          "the waveform is empty: the run ended at clock {}, before --vcd-from", fabric.now()));
    }
  }
}

}  // namespace

Result simulate(const SimulationRequest& request, const std::atomic<bool>& stop_requested) {
  const Stopwatch stopwatch;
  Result result;
  try {
    Scenario scenario = load_scenario(request.source, &result.config);
    result.topology = topology_facts(scenario.topology);
    result.warnings = scenario.warnings;
    result.title = fmt::format("{} on {}, {} routers, engine {}, seed {}",
                               scenario.config.at("workload").at("kind").get<std::string>(),
                               to_string(scenario.topology), scenario.topology.routers(),
                               name_of(scenario.engine), scenario.seed);
    run(scenario, request, stop_requested, stopwatch, result);
  } catch (const ConfigurationError& error) {
    result.status = Status::bad_config;
    result.error = error.what();
  } catch (const std::bad_alloc&) {
    fail(result, "out of memory");
  } catch (const std::exception& error) {
    fail(result, error.what());
  }
  return result;
}

}  // namespace swapfly
