// The tables of products of vectors and matrices.
#include <fmt/core.h>

#include <memory>

#include "testbench/commands/costs.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/comparison/matrix_product_costs.hpp"
#include "testbench/comparison/vector_product_fit.hpp"
#include "testbench/results/topology_facts.hpp"

namespace swapfly {
namespace {

struct ProductCostsOptions {
  ScenarioSource source;
  std::string jobs;
  OutputOptions output;
};

/// What a table says, once its runs are over.
struct Table {
  Status status = Status::ok;
  std::string error;
  Json json;  ///< what the result has besides status, error, config and topology
  std::string text;
};
using MakeTable = Table (*)(const Scenario& scenario, const std::string& name,
                            const ChildOptions& children, const std::atomic<bool>& stop_requested);

std::string title_of(const char* what, const Scenario& scenario) {
  return fmt::format("{}, n = {}, on {}, t_w {} local, {} global, t_s {}\n\n", what,
                     scenario.config.at("workload").at("n").dump(), to_string(scenario.topology),
                     scenario.router.local_hop_clocks(), scenario.router.global_hop_clocks(),
                     scenario.nic.latency);
}

Table matrix_table(const Scenario& scenario, const std::string& name, const ChildOptions& children,
                   const std::atomic<bool>& stop_requested) {
  const MatrixProductCosts costs =
      matrix_product_costs(scenario.config, name, children, stop_requested);
  Table table{costs.status,
              costs.error,
              {{"lines", to_json(costs.lines)}, {"notes", costs.notes}},
              title_of("matrix product", scenario) + to_text(costs.lines)};
  for (const std::string& note : costs.notes) table.text += "\nnote: " + note + "\n";
  return table;
}

Table vector_table(const Scenario& scenario, const std::string& name, const ChildOptions& children,
                   const std::atomic<bool>& stop_requested) {
  const VectorProductFit fit = vector_product_fit(scenario.config, name, children, stop_requested);
  const Json& workload = scenario.config.at("workload");
  return {fit.status, fit.error, to_json(fit),
          fmt::format("clocks of a vector times a matrix, layout {}, n = {}, on {}\n\n",
                      workload.at("layout").get<std::string>(), workload.at("n").dump(),
                      to_string(scenario.topology)) +
              to_text(fit)};
}

Scenario scenario_of(const ProductCostsOptions& options, const std::string& kind) {
  Scenario scenario = load_scenario(options.source);
  const auto found = scenario.config.at("workload").at("kind").get<std::string>();
  if (found == kind) return scenario;
  throw ConfigurationError(fmt::format("{}: workload.kind is {}; accepted here: {}",
                                       options.source.file.string(), found, kind));
}

int run_costs(const ProductCostsOptions& options, const std::string& kind, MakeTable make,
              const std::atomic<bool>& stop_requested) {
  const std::optional<int> refused =
      refuse_shared_file({{"CONFIG", options.source.file}}, options.output);
  if (refused) return *refused;
  Scenario scenario;
  try {
    scenario = scenario_of(options, kind);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  ChildOptions children;
  children.at_once =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  // Files of the scenario are relative to its folder; the runs have no file.
  Json& workload = scenario.config.at("workload");
  for (const char* key : {"vector", "matrix", "left", "right"}) {
    if (!workload.contains(key)) continue;
    const std::filesystem::path given = workload.at(key).get<std::string>();
    workload[key] = std::filesystem::absolute(options.source.file.parent_path() / given).string();
  }
  const Table table = make(scenario, options.source.file.string(), children, stop_requested);
  Json json = {{"status", name_of(table.status)},
               {"error", table.error.empty() ? Json(nullptr) : Json(table.error)},
               {"config", scenario.config},
               {"topology", topology_facts(scenario.topology)}};
  json.update(table.json);
  return reporter.report(table.status, table.error, {}, json,
                         table.text + fmt::format("\nstatus {}\n", name_of(table.status)));
}

void add_product_costs(CLI::App& costs, const char* name, const char* meaning, const char* kind,
                       MakeTable make, Action& action, const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<ProductCostsOptions>();
  CLI::App& command = *costs.add_subcommand(name, meaning);
  add_scenario_options(command, options->source);
  command.add_option("--jobs", options->jobs, "runs at once; one a processor if left out")
      ->check(integer_from_1_to(1024));
  add_output_options(command, options->output);
  command.callback([=, &action, &stop_requested] {
    action = [=, &stop_requested] { return run_costs(*options, kind, make, stop_requested); };
  });
}

}  // namespace

void add_matrix_product_costs(CLI::App& costs, Action& action,
                              const std::atomic<bool>& stop_requested) {
  add_product_costs(costs, "matrix_product",
                    "a matrix product by every schedule, beside others' algorithms",
                    "matrix_matrix", matrix_table, action, stop_requested);
}

void add_vector_matrix_costs(CLI::App& costs, Action& action,
                             const std::atomic<bool>& stop_requested) {
  add_product_costs(costs, "vector_matrix",
                    "a vector times a matrix with many t_w and t_s, fitted as a t_w + b t_s",
                    "vector_matrix", vector_table, action, stop_requested);
}

}  // namespace swapfly
