#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/hardware_options.hpp"
#include "testbench/commands/plot_file.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/commands/tw_engines.hpp"
#include "testbench/hardware/hardware_report.hpp"
#include "testbench/latency/tw_plot.hpp"
#include "testbench/latency/tw_report.hpp"
#include "testbench/processes/gnuplot.hpp"
#include "testbench/results/topology_facts.hpp"

namespace swapfly {
namespace {

constexpr unsigned most_clocks = 999999999;

struct TwOptions {
  ScenarioSource source;
  std::string loads = "0.05,0.1,0.2,0.3,0.4,0.5,0.6,0.7";
  std::optional<Clock> warmup;
  std::optional<Clock> measure;
  std::string engines;  ///< empty: the model's, and the RTL's if it was built for the scenario
  std::string jobs;     ///< empty: one a processor
  std::filesystem::path plot;
  HardwareOptions hardware;
  OutputOptions output;
};

/// The rates of a list, in rising order; none of the word `none`.
std::vector<double> loads_of(const std::string& list) {
  const auto refuse = [&list]() {
    throw ConfigurationError(fmt::format(
        "--loads is {}; accepted: numbers above 0, up to 1, each once, by commas; or none", list));
  };
  std::vector<double> loads;
  if (list == "none") return loads;
  for (const std::string& word : split_list(list)) {
    const char* end = word.data() + word.size();
    double load = 0;
    const auto read = std::from_chars(word.data(), end, load);
    if (read.ec != std::errc() || read.ptr != end || !(load > 0 && load <= 1)) refuse();
    loads.push_back(load);
  }
  std::sort(loads.begin(), loads.end());
  if (std::adjacent_find(loads.begin(), loads.end()) != loads.end()) refuse();
  return loads;
}

/// Draws what was measured. Where there is nothing to draw, an earlier picture stays.
std::string draw(PlotFile& plot, const std::vector<TwMeasurement>& measurements,
                 const NetworkScenario& network, PictureFormat format,
                 const std::atomic<bool>& stop_requested) {
  const TwMeasurement& measurement = measurements.front();
  if (measurement.loads.empty()) {
    plot.discard();
    return "";
  }
  const std::string title = fmt::format(
      "t_w, engine {}, uniform traffic on {}{}", engine_names(measurements), network_line(network),
      measurement.status == Status::ok ? "" : fmt::format(" ({})", name_of(measurement.status)));
  return plot.draw(tw_plot(measurements, title, format), stop_requested);
}

Json result_json(Status status, const std::string& error, const std::vector<std::string>& warnings,
                 const Json& config) {
  return {{"status", name_of(status)},
          {"error", error.empty() ? Json(nullptr) : Json(error)},
          {"config", config},
          {"warnings", warnings}};
}

int tw(const TwOptions& options, const std::atomic<bool>& stop_requested) {
  const std::optional<int> refused = refuse_shared_file(
      {{"CONFIG", options.source.file}, {"--plot", options.plot}}, options.output);
  if (refused) return *refused;
  std::optional<TwRequest> request;
  std::vector<std::string> engines;
  std::vector<std::string> warnings;
  std::optional<HardwareRequest> hardware_wanted;
  PictureFormat format = PictureFormat::svg;
  const unsigned jobs =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  try {
    request = TwRequest{load_network(options.source),
                        options.source.file.string(),
                        loads_of(options.loads),
                        options.warmup,
                        options.measure,
                        {}};
    request->children.at_once = jobs;
    if (!options.plot.empty()) format = picture_format(options.plot);
    if (!options.plot.empty() && request->loads.empty()) {
      throw ConfigurationError("--plot draws what loads do, and --loads is none; accepted: loads");
    }
    engines = engines_of(options.engines, request->network, warnings);
    hardware_wanted = hardware_request(options.hardware, request->network, jobs);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  const NetworkScenario& network = request->network;
  if (network.has_workload) {
    warnings.emplace_back(
        "the workload of the scenario is not used: probes and uniform traffic "
        "take its place");
  }

  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  PlotFile plot;
  if (!options.plot.empty()) {
    const std::string error = plot.open(options.plot);
    if (!error.empty()) {
      return reporter.report(Status::failed, error, {},
                             result_json(Status::failed, error, warnings, network.config), "");
    }
  }
  std::vector<TwMeasurement> measurements;
  measurements.reserve(engines.size());
  for (const std::string& engine : engines) {
    measurements.push_back(measure_with_progress(measure_tw, with_engine(*request, engine), "runs",
                                                 options.output.quiet, stop_requested));
  }
  compare_engines(measurements);
  const auto troubled = std::find_if(
      measurements.begin(), measurements.end(),
      [](const TwMeasurement& measurement) { return measurement.status != Status::ok; });
  Status status = troubled == measurements.end() ? Status::ok : troubled->status;
  std::string error = troubled == measurements.end() ? "" : troubled->error;
  if (!options.plot.empty()) {
    const std::string failure = draw(plot, measurements, network, format, stop_requested);
    if (!failure.empty() && status == Status::ok) {
      status = stop_requested ? Status::interrupted : Status::failed;
      error = failure;
    }
  }
  std::optional<HardwareMeasurement> hardware;
  if (hardware_wanted && status == Status::ok) {
    hardware =
        measure_with_progress(measure_hardware, *hardware_wanted, "runs of the hardware tools",
                              options.output.quiet, stop_requested);
    status = hardware->status;
    error = hardware->error;
  }
  const bool built = hardware && hardware->status == Status::ok;
  Json json = result_json(status, error, warnings, network.config);
  json["topology"] = topology_facts(network.topology);
  json["measurements"] = to_json(measurements);
  if (hardware_wanted) {
    json["hardware"] = built ? to_json(*hardware, *measurements.front().zero_load) : Json(nullptr);
  }
  std::string text;
  if (status != Status::bad_config) {
    text = to_text(measurements, network);
    if (built) text += to_text(*hardware, *measurements.front().zero_load);
    for (const std::string& warning : warnings) text += "\nnote: " + warning + "\n";
    text += fmt::format("\nstatus {}\n", name_of(status));
  }
  return reporter.report(status, error, {}, json, text);
}

}  // namespace

void add_tw_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<TwOptions>();
  CLI::App& command = *program.add_subcommand(
      "tw", "the router latency t_w by kind of hop, at rest and under load, and t_s");
  add_scenario_options(command, options->source);
  command
      .add_option("--loads", options->loads,
                  "loads of uniform traffic, flits per node and clock, by commas; or none")
      ->capture_default_str();
  command
      .add_option("--warmup", options->warmup, "clocks before the measurement window of each load")
      ->check(integer_between(0, most_clocks));
  command
      .add_option("--measure", options->measure, "clocks of the measurement window of each load")
      ->check(integer_from_1_to(most_clocks));
  command
      .add_option("--engines", options->engines,
                  "what measures: systemc, rtl, lockstep, by commas; the model and, where it was "
                  "built, the RTL if left out")
      ->check(not_empty());
  command.add_option("--jobs", options->jobs, "runs at once; one a processor if left out")
      ->check(integer_from_1_to(1024));
  command
      .add_option("--plot", options->plot,
                  "where to draw the loads, a path that ends in .svg or .png")
      ->check(not_empty());
  add_hardware_options(command, options->hardware);
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return tw(*options, stop_requested); };
  });
}

}  // namespace swapfly
