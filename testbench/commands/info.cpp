#include <fmt/core.h>

#include <cmath>
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
  bool walk = false;
};

/// Walking takes routers * links steps: seconds for this many.
constexpr RouterId most_walked = 8192;

std::string lines_of(const Json& facts) {
  std::string out;
  for (const auto& [name, value] : facts.items()) {
    out += fmt::format("  {:<18}{}\n", name,
                       value.is_number_float() ? fmt::format("{:.4f}", value.get<double>())
                       : value.is_string()     ? value.get<std::string>()
                                               : value.dump());
  }
  return out;
}

std::string facts_text(const SwappedDragonfly& topology, const Json& facts) {
  return to_string(topology) + "\n" + lines_of(facts) +
         fmt::format("  {:<18}{} local, {} global, the holds included\n", "ports of a router",
                     topology.M(), topology.K());
}

Json walk(const SwappedDragonfly& topology) {
  if (topology.routers() <= most_walked) return walked_facts(topology);
  throw ConfigurationError(fmt::format("--walk: {} has {} routers; accepted: up to {}",
                                       to_string(topology), topology.routers(), most_walked));
}

/// Empty, or one line about the first fact that is otherwise when the links are walked.
std::string difference(const Json& facts, const Json& walked) {
  for (const char* name : {"routers", "local_links", "global_links", "diameter", "mean_distance"}) {
    const double by_formula = facts.at(name).get<double>();
    if (std::abs(by_formula - walked.at(name).get<double>()) < 1e-9) continue;
    return fmt::format("{} is {} by formula and {} by walking every link", name, by_formula,
                       walked.at(name).dump());
  }
  return "";
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
  Json walked;
  try {
    const NetworkScenario network = load_network(options.source);
    facts = topology_facts(network.topology);
    text = facts_text(network.topology, facts);
    if (options.walk) {
      walked = walk(network.topology);
      text += "walked, link by link\n" + lines_of(walked);
      error = difference(facts, walked);
    }
    if (error.empty()) error = export_to(options.dot, to_dot(network.topology));
    if (error.empty()) {
      error = export_to(options.anynet, to_anynet(network.topology, network.link));
    }
    if (!error.empty()) status = Status::failed;
  } catch (const ConfigurationError& refusal) {
    status = Status::bad_config;
    error = refusal.what();
  }
  Json json = {{"status", name_of(status)},
               {"error", error.empty() ? Json(nullptr) : Json(error)},
               {"topology", facts}};
  if (options.walk) json["walked"] = walked;
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
  command.add_flag("--walk", options->walk,
                   "find links, degree and distances by walking every link too, and compare");
  add_output_options(command, options->output);
  command.callback([options, &action] { action = [options] { return info(*options); }; });
}

}  // namespace swapfly
