#include <fmt/core.h>

#include <memory>

#include "testbench/commands/costs.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/comparison/all_to_all_costs.hpp"
#include "testbench/results/topology_facts.hpp"

namespace swapfly {
namespace {

/// D3(2^k,2^m) with k and m up to this is planned in a moment; the last has 2^18 routers.
constexpr unsigned most_in_grid = 6;

struct AllToAllCostsOptions {
  ScenarioSource source;
  std::string grid;
  std::string jobs;
  OutputOptions output;
};

Scenario scenario_of(const AllToAllCostsOptions& options) {
  Scenario scenario = load_scenario(options.source);
  const auto kind = scenario.config.at("workload").at("kind").get<std::string>();
  if (kind == "all_to_all") return scenario;
  throw ConfigurationError(fmt::format("{}: workload.kind is {}; accepted here: all_to_all",
                                       options.source.file.string(), kind));
}

std::string title_of(const Scenario& scenario) {
  const Json& workload = scenario.config.at("workload");
  return fmt::format(
      "all-to-all on {} cabinets and {} drawers of {}, X = {}, t_w {} local, {} global, t_s {}\n\n",
      workload.at("cabinets").dump(), workload.at("drawers").dump(), to_string(scenario.topology),
      workload.at("items").dump(), scenario.router.local_hop_clocks(),
      scenario.router.global_hop_clocks(), scenario.nic.latency);
}

int run_costs(const AllToAllCostsOptions& options, const std::atomic<bool>& stop_requested) {
  const std::optional<int> refused =
      refuse_shared_file({{"CONFIG", options.source.file}}, options.output);
  if (refused) return *refused;
  Scenario scenario;
  try {
    scenario = scenario_of(options);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  ChildOptions children;
  children.at_once =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  const AllToAllCosts costs =
      all_to_all_costs(scenario.config, options.source.file.string(), children, stop_requested);
  Json json = {{"status", name_of(costs.status)},
               {"error", costs.error.empty() ? Json(nullptr) : Json(costs.error)},
               {"config", scenario.config},
               {"topology", topology_facts(scenario.topology)},
               {"notes", costs.notes},
               {"lines", to_json(costs.lines)}};
  std::string text = title_of(scenario) + to_text(costs.lines);
  for (const std::string& note : costs.notes) text += "\nnote: " + note + "\n";
  if (!options.grid.empty()) {
    const std::vector<AllToAllSize> sizes =
        all_to_all_sizes(static_cast<unsigned>(std::stoul(options.grid)));
    json["grid"] = to_json(sizes);
    text += "\nby formulas, in hops at t_w = 1, on D3(2^k,2^m)\n\n" + to_text(sizes);
  }
  text += fmt::format("\nstatus {}\n", name_of(costs.status));
  return reporter.report(costs.status, costs.error, {}, json, text);
}

}  // namespace

void add_all_to_all_costs(CLI::App& costs, Action& action,
                          const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<AllToAllCostsOptions>();
  CLI::App& command = *costs.add_subcommand("all_to_all",
                                            "all-to-all by every schedule, with the most lanes it "
                                            "allows, and pairwise, beside Johnsson-Ho's");
  add_scenario_options(command, options->source);
  command
      .add_option("--grid", options->grid,
                  "compare by formulas too, on D3(2^k,2^m) for k and m from 1 to this")
      ->check(integer_from_1_to(most_in_grid));
  command.add_option("--jobs", options->jobs, "runs at once; one a processor if left out")
      ->check(integer_from_1_to(1024));
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return run_costs(*options, stop_requested); };
  });
}

}  // namespace swapfly
