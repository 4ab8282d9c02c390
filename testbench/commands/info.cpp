#include <fmt/core.h>

#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/results/network_exports.hpp"
#include "testbench/results/topology_facts.hpp"

namespace swapfly {
namespace {

struct InfoOptions {
  ScenarioSource source;
  OutputOptions output;
  std::string dot;
  std::string anynet;
};

std::string facts_text(const SwappedDragonfly& topology, const Json& facts) {
  std::string out = to_string(topology) + "\n";
  for (const auto& [name, value] : facts.items()) {
    out += fmt::format("  {:<18}{}\n", name,
                       value.is_number_float() ? fmt::format("{:.4f}", value.get<double>())
                       : value.is_string()     ? value.get<std::string>()
                                               : value.dump());
  }
  return out + fmt::format("  {:<18}{} local, {} global, the holds included\n", "ports of a router",
                           topology.M(), topology.K());
}

/// Empty, or one line that says what could not be written.
std::string export_to(const std::string& path, const std::string& content) {
  if (path.empty()) return "";
  OutputFile file;
  const std::string error = file.open(path);
  return error.empty() ? file.write(content) : error;
}

int info(const InfoOptions& options) {
  const std::optional<int> refused = refuse_shared_file(
      {{"CONFIG", options.source.file}, {"--dot", options.dot}, {"--anynet", options.anynet}},
      options.output);
  if (refused) return *refused;
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  Status status = Status::ok;
  std::string error;
  std::string text;
  Json facts;
  try {
    const NetworkScenario network = load_network(options.source);
    facts = topology_facts(network.topology);
    text = facts_text(network.topology, facts);
    error = export_to(options.dot, to_dot(network.topology));
    if (error.empty()) {
      error = export_to(options.anynet, to_anynet(network.topology, network.link));
    }
    if (!error.empty()) status = Status::failed;
  } catch (const ConfigurationError& refusal) {
    status = Status::bad_config;
    error = refusal.what();
  }
  const Json json = {{"status", name_of(status)},
                     {"error", error.empty() ? Json(nullptr) : Json(error)},
                     {"topology", facts}};
  return reporter.report(status, error, {}, json, text);
}

}  // namespace

void add_info_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App& command = *program.add_subcommand("info", "what the network of a scenario is");
  add_scenario_options(command, options->source);
  command.add_option("--dot", options->dot, "write the network for Graphviz")->check(not_empty());
  command
      .add_option("--anynet", options->anynet,
                  "write the network as BookSim2's any-graph network reads it")
      ->check(not_empty());
  add_output_options(command, options->output);
  command.callback([options, &action] { action = [options] { return info(*options); }; });
}

}  // namespace swapfly
