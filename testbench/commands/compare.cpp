#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "model/schedules/block_cut.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/plot_file.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/comparison/comparison_report.hpp"
#include "testbench/results/topology_facts.hpp"

namespace swapfly {
namespace {

constexpr unsigned most_flits = 1U << 26U;

struct CompareOptions {
  ScenarioSource source;
  std::string lengths = "1,2,4,8,16,32,64,128,256,512,1024,2048,4096";
  std::optional<std::string> algorithms;  ///< nothing: all
  std::optional<std::string> blocks;      ///< nothing: lengths are compared
  std::string jobs;
  std::filesystem::path plot;
  OutputOptions output;
};

/// Integers from 1 to `most` in rising order.
std::vector<std::uint64_t> numbers_of(const std::string& option, const std::string& list,
                                      std::uint64_t most) {
  const auto refuse = [&] {
    throw ConfigurationError(fmt::format(
        "{} is {}; accepted: integers from 1 to {}, each once, by commas", option, list, most));
  };
  std::vector<std::uint64_t> numbers;
  for (const std::string& word : split_list(list)) {
    const bool digits = !word.empty() && word.size() <= 9 &&
                        word.find_first_not_of("0123456789") == std::string::npos;
    const std::uint64_t number = digits ? std::stoull(word) : 0;
    if (number < 1 || number > most) refuse();
    numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) refuse();
  return numbers;
}

std::vector<std::string> broadcasts() {
  std::vector<std::string> names;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    if (algorithm.operation == BlockOperation::broadcast) names.push_back(algorithm.name);
  }
  return names;
}

std::vector<std::string> algorithms_of(const std::optional<std::string>& list) {
  std::vector<std::string> known = broadcasts();
  if (!list) return known;
  std::vector<std::string> chosen = split_list(*list);
  for (const std::string& name : chosen) {
    if (std::count(known.begin(), known.end(), name) == 1 &&
        std::count(chosen.begin(), chosen.end(), name) == 1) {
      continue;
    }
    throw ConfigurationError(fmt::format("--algorithms is {}; accepted: {}, each once, by commas",
                                         *list, fmt::join(known, ", ")));
  }
  return chosen;
}

/// For `all`: powers of 2, what lies half-way between them, and the most.
std::vector<std::uint64_t> blocks_up_to(std::uint64_t most) {
  std::vector<std::uint64_t> blocks;
  for (std::uint64_t power = 1; power <= most; power *= 2) {
    blocks.push_back(power);
    if (power > 1 && power + power / 2 <= most) blocks.push_back(power + power / 2);
  }
  if (blocks.back() < most) blocks.push_back(most);
  return blocks;
}

std::vector<std::uint64_t> blocks_of(const std::optional<std::string>& list, const Json& workload) {
  if (!list) return {};
  const CollectiveAlgorithm& algorithm =
      collective_algorithm(workload.at("kind").get<std::string>());
  if (!algorithm.pipelined) {
    throw ConfigurationError(
        fmt::format("--blocks is {}; accepted for a workload in blocks: {} sends the message whole",
                    *list, algorithm.name));
  }
  const std::uint64_t most =
      BlockCut::most_blocks(workload.at("message").get<std::uint64_t>(), algorithm.parts);
  return *list == "all" ? blocks_up_to(most) : numbers_of("--blocks", *list, most);
}

/// Where the trees in the routers can start; nothing, with a note, where they cannot be compared.
std::optional<std::uint64_t> network_broadcast_from(const Scenario& scenario,
                                                    std::vector<std::string>& notes) {
  const Json& workload = scenario.config.at("workload");
  const SwappedDragonfly& topology = scenario.topology;
  const auto root = workload.at("root").get<RouterId>();
  const Coordinates source = topology.coordinates(root);
  const unsigned left_out = source.d == source.p ? 1 : 2;
  const char* why = nullptr;
  if (workload.at("processors").get<RouterId>() != topology.routers()) {
    why = "it reaches all nodes, and not all take part";
  } else if (topology.M() <= left_out) {
    why = "no tree is left that can start in every clock";
  } else if (!scenario.router.multicast) {
    why = "routers do not duplicate";
  }
  if (why == nullptr) return root;
  notes.push_back(fmt::format("the network's own broadcast is not compared: {}", why));
  return std::nullopt;
}

ComparisonRequest request_of(const CompareOptions& options, const Scenario& scenario,
                             std::vector<std::string>& notes) {
  ComparisonRequest request;
  request.scenario = scenario.config;
  Json& workload = request.scenario["workload"];
  const auto kind = workload.at("kind").get<std::string>();
  const std::vector<std::string> known = broadcasts();
  if (std::count(known.begin(), known.end(), kind) == 0) {
    throw ConfigurationError(fmt::format("{}: workload.kind is {}; accepted to compare: {}",
                                         options.source.file.string(), kind,
                                         fmt::join(known, ", ")));
  }
  if (workload.at("place").is_object()) {
    const auto file = workload.at("place").at("file").get<std::string>();
    workload["place"]["file"] =
        std::filesystem::absolute(options.source.file.parent_path() / file).string();
  }
  request.scenario_name = options.source.file.string();
  request.blocks = blocks_of(options.blocks, workload);
  request.algorithms = algorithms_of(options.algorithms);
  request.lengths = numbers_of("--lengths", options.lengths, most_flits);
  if (request.blocks.empty()) {
    request.network_broadcast_from = network_broadcast_from(scenario, notes);
  }
  request.children.at_once =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  return request;
}

PictureFormat format_of_plot(const std::filesystem::path& plot, const ComparisonRequest& request) {
  if (request.scenario.at("workload").at("processors") == 1) {
    throw ConfigurationError(
        "--plot draws clocks, and workload.processors is 1, which takes none; accepted: 2 or more");
  }
  return picture_format(plot);
}

std::string title_of(const Scenario& scenario, const ComparisonRequest& request) {
  const Json& workload = scenario.config.at("workload");
  const std::string where = fmt::format(
      "{} processors on {}, t_w {} local, {} global, t_s {}", workload.at("processors").dump(),
      to_string(scenario.topology), scenario.router.local_hop_clocks(),
      scenario.router.global_hop_clocks(), scenario.nic.latency);
  if (request.blocks.empty()) return "broadcast, " + where;
  return fmt::format("{}, {} flits, {}", workload.at("kind").get<std::string>(),
                     workload.at("message").dump(), where);
}

Json result_json(const Comparison& comparison, const Scenario& scenario,
                 const ComparisonRequest& request, const std::vector<std::string>& notes) {
  Json json = {{"status", name_of(comparison.status)},
               {"error", comparison.error.empty() ? Json(nullptr) : Json(comparison.error)},
               {"config", scenario.config},
               {"warnings", notes},
               {"topology", topology_facts(scenario.topology)}};
  json.update(to_json(comparison, request));
  return json;
}

Comparison measured(const ComparisonRequest& request, const CompareOptions& options,
                    const std::atomic<bool>& stop_requested) {
  StatusLine line;
  ComparisonListener listener;
  if (!options.output.quiet && isatty(STDERR_FILENO) == 1) {
    listener = [&line](std::size_t done, std::size_t all) {
      line.show(fmt::format("{} of {} runs", done, all));
    };
  }
  Comparison comparison = compare(request, stop_requested, listener);
  line.clear();
  return comparison;
}

int run_compare(const CompareOptions& options, const std::atomic<bool>& stop_requested) {
  const std::optional<int> refused = refuse_shared_file(
      {{"CONFIG", options.source.file}, {"--plot", options.plot}}, options.output);
  if (refused) return *refused;
  Scenario scenario;
  ComparisonRequest request;
  std::vector<std::string> notes;
  PictureFormat format = PictureFormat::svg;
  try {
    scenario = load_scenario(options.source);
    request = request_of(options, scenario, notes);
    if (!options.plot.empty()) format = format_of_plot(options.plot, request);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  Comparison comparison;
  PlotFile plot;
  if (!options.plot.empty()) {
    comparison.error = plot.open(options.plot);
    if (!comparison.error.empty()) {
      comparison.status = Status::failed;
      return reporter.report(comparison.status, comparison.error, {},
                             result_json(comparison, scenario, request, notes), "");
    }
  }
  comparison = measured(request, options, stop_requested);
  const bool drawable = !comparison.lengths.empty() || !comparison.block_counts.empty();
  if (!options.plot.empty() && !drawable) plot.discard();
  if (!options.plot.empty() && drawable) {
    const std::string failure = plot.draw(
        comparison_plot(comparison, request, title_of(scenario, request), format), stop_requested);
    if (!failure.empty() && comparison.status == Status::ok) {
      comparison.status = stop_requested ? Status::interrupted : Status::failed;
      comparison.error = failure;
    }
  }
  std::string text;
  if (comparison.status != Status::bad_config) {
    text = title_of(scenario, request) + "\n" + to_text(comparison, request);
    for (const std::string& note : notes) text += "\nnote: " + note + "\n";
    text += fmt::format("\nstatus {}\n", name_of(comparison.status));
  }
  return reporter.report(comparison.status, comparison.error, {},
                         result_json(comparison, scenario, request, notes), text);
}

}  // namespace

void add_compare_command(CLI::App& program, Action& action,
                         const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App& command = *program.add_subcommand(
      "compare", "broadcast algorithms against each other, by message length; or by blocks");
  add_scenario_options(command, options->source);
  CLI::Option* lengths =
      command.add_option("--lengths", options->lengths, "messages, in flits, by commas")
          ->capture_default_str();
  CLI::Option* algorithms =
      command.add_option("--algorithms", options->algorithms,
                         "broadcasts by blocks to compare, by commas; all if left out");
  command
      .add_option("--blocks", options->blocks,
                  "compare numbers of blocks instead, of the scenario's own workload: integers by "
                  "commas, or all")
      ->excludes(lengths)
      ->excludes(algorithms);
  command.add_option("--jobs", options->jobs, "runs at once; one a processor if left out")
      ->check(integer_from_1_to(1024));
  command
      .add_option("--plot", options->plot,
                  "where to draw the clocks, a path that ends in .svg or .png")
      ->check(not_empty());
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return run_compare(*options, stop_requested); };
  });
}

}  // namespace swapfly
