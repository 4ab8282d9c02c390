#include "testbench/results/heatmap.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/commands/simulation.hpp"
#include "testbench/results/link_load_report.hpp"

namespace swapfly {
namespace {

struct HeatmapOptions {
  SimulationRequest request;
  OutputOptions output;
  std::filesystem::path picture;
};

std::string title_of(const Result& result) {
  return fmt::format(
      "Link load: {} on {}, {} clocks{}",
      result.config.at("workload").at("kind").get<std::string>(),
      to_string(result.link_loads->topology), result.link_loads->clocks,
      result.status == Status::ok ? "" : fmt::format(", {}", name_of(result.status)));
}

int heatmap(HeatmapOptions& options, const std::atomic<bool>& stop_requested) {
  if (options.picture.extension() != ".svg") {
    return refuse(options.picture.empty()
                      ? "--output is missing; accepted: a path that ends in .svg"
                      : fmt::format("--output is {}; accepted: a path that ends in .svg",
                                    options.picture.string()),
                  options.output);
  }
  const std::optional<int> refused = refuse_shared_file(
      {{"CONFIG", options.request.source.file}, {"--output", options.picture}}, options.output);
  if (refused) return *refused;
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  std::error_code ignored;
  const bool was_there = std::filesystem::exists(options.picture, ignored);
  OutputFile file;
  std::string error = file.open(options.picture);
  if (!error.empty()) {
    Result result;
    fail(result, error);
    return reporter.report(result);
  }
  options.request.link_loads = true;
  options.request.progress = !options.output.quiet && isatty(STDERR_FILENO) == 1;
  Result result = simulate(options.request, stop_requested);
  if (result.link_loads) {
    error = file.write(link_load_heatmap(*result.link_loads, title_of(result)));
    if (!error.empty()) fail(result, error);
    result.blocks.push_back(link_load_report(*result.link_loads, false));
  } else if (!was_there) {
    std::filesystem::remove(options.picture, ignored);
  }
  return reporter.report(result);
}

}  // namespace

void add_heatmap_command(CLI::App& program, Action& action,
                         const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<HeatmapOptions>();
  CLI::App& command =
      *program.add_subcommand("heatmap", "run a scenario and draw the load of its links");
  add_scenario_options(command, options->request.source);
  command.add_option("--output", options->picture, "where to draw it, a path that ends in .svg")
      ->check(not_empty());
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return heatmap(*options, stop_requested); };
  });
}

}  // namespace swapfly
