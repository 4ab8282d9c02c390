#include <fmt/core.h>

#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/cosim/rtl_builds.hpp"
#include "testbench/scenario/scenario_keys.hpp"
#include "testbench/scenario/workload_kinds.hpp"

namespace swapfly {
namespace {

struct ListOptions {
  OutputOptions output;
  bool keys = false;
};

int list(const ListOptions& options) {
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  const std::vector<std::pair<std::string, std::string>> topologies = {
      {"swapped_dragonfly", "D3(K,M): K*M^2 routers, global links that swap d and p"}};
  const std::vector<std::pair<std::string, std::string>> engines = {
      {"systemc", "the model: cores stepped by SystemC processes"},
      {"rtl", "the SystemVerilog routers, verilated, in place of the model's"},
      {"lockstep", "the model, with the RTL beside it and compared in every clock"}};
  std::vector<std::pair<std::string, std::string>> rtl;
  for (const RtlBuild& build : rtl_builds()) {
    rtl.emplace_back(specification(build.shape), build.shape.form == RtlForm::router
                                                     ? "a router of its own"
                                                     : "a whole network");
  }

  Json json = {{"status", name_of(Status::ok)}, {"error", nullptr}};
  std::string text;
  const auto add = [&](const char* name, const auto& entries) {
    text += std::string(name) + "\n";
    json[name] = Json::array();
    for (const auto& [entry, meaning] : entries) {
      text += fmt::format("  {:<26}{}\n", entry, meaning);
      json[name].push_back({{"name", entry}, {"meaning", meaning}});
    }
  };
  std::vector<std::pair<std::string, std::string>> workloads;
  for (const WorkloadKind& kind : workload_kinds()) workloads.emplace_back(kind.name, kind.meaning);
  add("workloads", workloads);
  add("topologies", topologies);
  add("engines", engines);
  add("rtl", rtl);
  return reporter.report(Status::ok, "", {}, json, options.keys ? describe_keys() : text);
}

}  // namespace

void add_list_command(CLI::App& program, Action& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App& command = *program.add_subcommand("list", "workloads, topologies, engines");
  command.add_flag("--keys", options->keys, "every key of a scenario instead, as Markdown");
  add_output_options(command, options->output);
  command.callback([options, &action] { action = [options] { return list(*options); }; });
}

}  // namespace swapfly
