#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/cosim/rtl_builds.hpp"
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
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    const char* end = list.data() + comma;
    double load = 0;
    const auto read = std::from_chars(list.data() + start, end, load);
    if (read.ec != std::errc() || read.ptr != end || !(load > 0 && load <= 1)) refuse();
    loads.push_back(load);
    start = comma + 1;
  }
  std::sort(loads.begin(), loads.end());
  if (std::adjacent_find(loads.begin(), loads.end()) != loads.end()) refuse();
  return loads;
}

/// What measures: the names of a list, or what there is.
std::vector<std::string> engines_of(const TwOptions& options, const NetworkScenario& network,
                                    std::vector<std::string>& warnings) {
  const auto asked_for = network.config.at("engine").get<std::string>();
  if (options.engines.empty()) {
    if (asked_for != name_of(Engine::systemc)) return {asked_for};
    std::vector<std::string> engines{asked_for};
    try {
      build_for({RtlForm::router, network.router, network.topology.cabinet_group(),
                 network.topology.drawer_group()});
      engines.emplace_back(name_of(Engine::rtl));
    } catch (const std::invalid_argument& error) {
      warnings.push_back(fmt::format("the model alone is measured: {}", error.what()));
    }
    return engines;
  }
  std::vector<std::string> engines;
  for (std::size_t start = 0; start <= options.engines.size();) {
    const std::size_t comma = std::min(options.engines.find(',', start), options.engines.size());
    engines.push_back(options.engines.substr(start, comma - start));
    const std::string& engine = engines.back();
    const bool known = engine == name_of(Engine::systemc) || engine == name_of(Engine::rtl) ||
                       engine == name_of(Engine::lockstep);
    if (!known || std::count(engines.begin(), engines.end(), engine) > 1) {
      throw ConfigurationError(
          fmt::format("--engines is {}; accepted: systemc, rtl and lockstep, each once, by commas",
                      options.engines));
    }
    start = comma + 1;
  }
  return engines;
}

/// The request for one of several engines. A choice of what is RTL is for those that have some.
TwRequest with_engine(TwRequest request, const std::string& engine) {
  request.network.config["engine"] = engine;
  if (engine == name_of(Engine::systemc)) request.network.config.erase("rtl");
  return request;
}

/// Engines are the same network: what they show must be too.
void compare_engines(std::vector<TwMeasurement>& measurements) {
  const auto figures = [](const TwMeasurement& measurement) {
    Json json = to_json(std::vector<TwMeasurement>{measurement}).front();
    json.erase("engine");
    return json;
  };
  TwMeasurement& first = measurements.front();
  for (TwMeasurement& other : measurements) {
    if (first.status != Status::ok || other.status != Status::ok) continue;
    if (figures(first) == figures(other)) continue;
    other.status = Status::failed;
    other.error =
        fmt::format("engine {} shows other clocks than engine {}", other.engine, first.engine);
  }
}

PictureFormat picture_format(const TwOptions& options, const std::vector<double>& loads) {
  const std::string extension = options.plot.extension().string();
  if (extension != ".svg" && extension != ".png") {
    throw ConfigurationError(fmt::format("--plot is {}; accepted: a path that ends in .svg or .png",
                                         options.plot.string()));
  }
  if (loads.empty()) {
    throw ConfigurationError("--plot draws what loads do, and --loads is none; accepted: loads");
  }
  return extension == ".svg" ? PictureFormat::svg : PictureFormat::png;
}

TwMeasurement measure(const TwRequest& request, const TwOptions& options,
                      const std::atomic<bool>& stop_requested) {
  StatusLine line;
  TwListener listener;
  if (!options.output.quiet && isatty(STDERR_FILENO) == 1) {
    listener = [&line](std::size_t done, std::size_t all) {
      line.show(fmt::format("{} of {} runs", done, all));
    };
  }
  TwMeasurement measurement = measure_tw(request, stop_requested, listener);
  line.clear();
  return measurement;
}

std::string engine_names(const std::vector<TwMeasurement>& measurements) {
  std::string names;
  for (const TwMeasurement& measurement : measurements) {
    names += (names.empty() ? "" : " and ") + measurement.engine;
  }
  return names;
}

/// The picture of --plot, whose file is there before the work starts.
class Plot {
 public:
  /// Empty, or one line that says why there can be none.
  std::string open(const std::filesystem::path& path, PictureFormat format) {
    if (!find_program("gnuplot")) {
      return "--plot needs gnuplot, which is not installed; tools/setup.sh installs it";
    }
    path_ = path;
    format_ = format;
    std::error_code ignored;
    was_there_ = std::filesystem::exists(path, ignored);
    return file_.open(path);
  }
  /// Draws what was measured. Where there is nothing to draw, an earlier picture stays.
  std::string draw(const std::vector<TwMeasurement>& measurements, const NetworkScenario& network,
                   const std::atomic<bool>& stop_requested) {
    const TwMeasurement& measurement = measurements.front();
    if (measurement.loads.empty()) {
      discard();
      return "";
    }
    const std::string title = fmt::format(
        "t_w, engine {}, uniform traffic on {}{}", engine_names(measurements),
        network_line(network),
        measurement.status == Status::ok ? "" : fmt::format(" ({})", name_of(measurement.status)));
    const Picture picture =
        draw_with_gnuplot(tw_plot(measurements, title, format_), stop_requested);
    if (picture.error.empty()) return file_.write(picture.bytes);
    discard();
    return picture.error;
  }

 private:
  void discard() const {
    std::error_code ignored;
    if (!was_there_) std::filesystem::remove(path_, ignored);
  }

  std::filesystem::path path_;
  PictureFormat format_ = PictureFormat::svg;
  bool was_there_ = false;
  OutputFile file_;
};

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
  PictureFormat format = PictureFormat::svg;
  try {
    request = TwRequest{load_network(options.source),
                        options.source.file.string(),
                        loads_of(options.loads),
                        options.warmup,
                        options.measure,
                        {}};
    if (!options.plot.empty()) format = picture_format(options, request->loads);
    engines = engines_of(options, request->network, warnings);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  request->children.at_once =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  const NetworkScenario& network = request->network;
  if (network.has_workload) {
    warnings.emplace_back(
        "the workload of the scenario is not used: probes and uniform traffic "
        "take its place");
  }

  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  Plot plot;
  if (!options.plot.empty()) {
    const std::string error = plot.open(options.plot, format);
    if (!error.empty()) {
      return reporter.report(Status::failed, error, {},
                             result_json(Status::failed, error, warnings, network.config), "");
    }
  }
  std::vector<TwMeasurement> measurements;
  for (const std::string& engine : engines) {
    measurements.push_back(measure(with_engine(*request, engine), options, stop_requested));
  }
  compare_engines(measurements);
  const auto troubled = std::find_if(
      measurements.begin(), measurements.end(),
      [](const TwMeasurement& measurement) { return measurement.status != Status::ok; });
  Status status = troubled == measurements.end() ? Status::ok : troubled->status;
  std::string error = troubled == measurements.end() ? "" : troubled->error;
  if (!options.plot.empty()) {
    const std::string failure = plot.draw(measurements, network, stop_requested);
    if (!failure.empty() && status == Status::ok) {
      status = stop_requested ? Status::interrupted : Status::failed;
      error = failure;
    }
  }
  Json json = result_json(status, error, warnings, network.config);
  json["topology"] = topology_facts(network.topology);
  json["measurements"] = to_json(measurements);
  std::string text;
  if (status != Status::bad_config) {
    text = to_text(measurements, network);
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
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return tw(*options, stop_requested); };
  });
}

}  // namespace swapfly
