#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "testbench/commands/commands.hpp"
#include "testbench/commands/difference_waveform.hpp"
#include "testbench/commands/scenario_options.hpp"
#include "testbench/commands/simulation.hpp"
#include "testbench/results/link_load_report.hpp"

namespace swapfly {
namespace {

struct RunOptions {
  SimulationRequest request;
  OutputOptions output;
  std::string engine;
  std::string rtl_routers;
  std::string difference_waveform = "lockstep_difference.vcd";
  std::string seed;
  bool all_packets = false;
};

int run(RunOptions& options, const std::atomic<bool>& stop_requested) {
  const std::optional<int> refused =
      refuse_shared_file({{"CONFIG", options.request.source.file},
                          {"--packets", options.request.packets.file},
                          {"--vcd", options.request.wave.file}},
                         options.output);
  if (refused) return *refused;
  // Standard output takes one document.
  OutputOptions output = options.output;
  output.quiet = output.quiet || options.request.packets.file == "-";
  Reporter reporter(output);
  if (!reporter.ready()) return exit_status(Status::failed);
  std::vector<std::string>& settings = options.request.source.settings;
  if (!options.engine.empty()) settings.push_back("engine=" + options.engine);
  if (!options.rtl_routers.empty()) {
    // A pattern that is YAML for something else is still a pattern.
    settings.push_back(fmt::format("rtl.routers=\"{}\"", options.rtl_routers));
  }
  if (!options.seed.empty()) settings.push_back("seed=" + options.seed);
  options.request.progress = !options.output.quiet && isatty(STDERR_FILENO) == 1;
  if (options.all_packets) options.request.packets.which = PacketLog::Which::all_copies;
  Result result = simulate(options.request, stop_requested);
  if (options.request.clocks_after_difference == 0) {
    for (const Block& block : result.blocks) {
      if (block.name != "difference") continue;
      result.details.push_back(write_difference_waveform(
          options.request, block.json, options.difference_waveform, stop_requested));
    }
  }
  if (result.link_loads) result.blocks.push_back(link_load_report(*result.link_loads, true));
  return reporter.report(result);
}

}  // namespace

void add_run_command(CLI::App& program, Action& action, const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<RunOptions>();
  CLI::App& command = *program.add_subcommand("run", "run a scenario and check what comes of it");
  WaveRequest& wave = options->request.wave;
  add_scenario_options(command, options->request.source);
  command.add_option("--engine", options->engine,
                     "what steps the routers: systemc, rtl or lockstep");
  command
      .add_option("--rtl-routers", options->rtl_routers,
                  "the routers that are RTL: patterns such as cabinet0.drawer*.router1, by commas")
      ->check(not_empty());
  command
      .add_option("--difference-vcd", options->difference_waveform,
                  "where a run in lock-step that finds a difference shows it")
      ->check(not_empty())
      ->capture_default_str();
  command
      .add_option(
          "--clocks-after-difference", options->request.clocks_after_difference,
          "clocks for which a run in lock-step goes on after a difference; it then writes no "
          "waveform of its own")
      ->check(clock_number());
  command.add_option("--seed", options->seed, "seed of everything random");
  add_output_options(command, options->output);
  CLI::Option* packets =
      command.add_option("--packets", options->request.packets.file,
                         "write every delivery as a line of CSV; - is standard output");
  packets->check(not_empty());
  command
      .add_flag("--packets-all", options->all_packets,
                "packets that are not final too: what NICs hand over to one another")
      ->needs(packets);
  CLI::Option* vcd = command.add_option("--vcd", wave.file,
                                        "write a waveform: FST if the name ends in .fst, else VCD");
  vcd->check(not_empty());
  command.add_option("--vcd-from", wave.from, "first clock of the waveform")
      ->check(clock_number())
      ->needs(vcd);
  command.add_option("--vcd-to", wave.to, "last clock of the waveform")
      ->check(clock_number())
      ->needs(vcd);
  command
      .add_option("--vcd-scope", wave.scope,
                  "routers in the waveform: patterns such as cabinet0.drawer*.router1, by commas")
      ->needs(vcd);
  command.add_flag("--link-load", options->request.link_loads,
                   "the load of every link in the JSON result, a summary in the text");
  command.add_flag("--hop-times", options->request.hop_times,
                   "the clocks that hops took, by kind of link, of the packets whose latencies are "
                   "measured");
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return run(*options, stop_requested); };
  });
}

}  // namespace swapfly
