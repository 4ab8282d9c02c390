#include <fmt/core.h>

#include <csignal>
#include <cstdlib>
#include <systemc>

#include "testbench/commands/commands.hpp"
#include "testbench/results/output.hpp"

namespace {

// Set by the signal handler, read once a clock.
std::atomic<bool> stop_requested{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may write it");

void request_stop(int signal) {
  stop_requested = true;
  // A second Ctrl-C ends the program at once.
  std::signal(signal, SIG_DFL);
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string commands_of(const CLI::App& program) {
  std::string names;
  for (const CLI::App* command : program.get_subcommands({})) {
    names += (names.empty() ? "" : ", ") + command->get_name();
  }
  return names;
}

/// The last word that is a command; the program itself if none is.
const CLI::App& last_command(const CLI::App& program) {
  const std::vector<CLI::App*> next = program.get_subcommands();
  return next.empty() ? program : last_command(*next.front());
}

/// Where the result was to go, from a command line that could not be understood.
std::string json_option(int argc, char** argv) {
  const std::string option = "--json";
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == option && i + 1 < argc) return argv[i + 1];
    if (word.rfind(option + "=", 0) == 0) return word.substr(option.size() + 1);
  }
  return "";
}

int refuse_usage(std::string error, int argc, char** argv) {
  if (error.find("accepted") == std::string::npos) error += "; accepted: see swapfly --help";
  swapfly::OutputOptions output;
  output.json = json_option(argc, argv);
  return swapfly::refuse(error, output);
}

int run_program(int argc, char** argv) {
  CLI::App program{"Swapfly: a cycle-accurate model of the Swapped Dragonfly network", "swapfly"};
  program.set_version_flag("--version", "swapfly " SWAPFLY_VERSION);
  program.require_subcommand(1);
  swapfly::Action action;
  swapfly::add_run_command(program, action, stop_requested);
  swapfly::add_info_command(program, action);
  swapfly::add_list_command(program, action);
  swapfly::add_heatmap_command(program, action, stop_requested);
  swapfly::add_reproduce_command(program, action, stop_requested);
  swapfly::add_compare_command(program, action, stop_requested);
  swapfly::add_costs_command(program, action, stop_requested);
  swapfly::add_tw_command(program, action, stop_requested);
  try {
    program.parse(argc, argv);
  } catch (const CLI::RequiredError&) {
    const CLI::App& last = last_command(program);
    if (!last.get_subcommands({}).empty()) {
      return refuse_usage("no such command; accepted: " + commands_of(last), argc, argv);
    }
    return refuse_usage("CONFIG is missing; accepted: a YAML file", argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);  // --help, --version
    return refuse_usage(first_line(error.what()), argc, argv);
  }
  return action();
}

}  // namespace

int sc_main(int argc, char** argv) {
  // What the kernel has to say, it says through exceptions; its notices are not part of a result.
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  return run_program(argc, argv);
}

int main(int argc, char** argv) {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  // A file that grows too large is an error like a full disk, not the end of the program.
  std::signal(SIGXFSZ, SIG_IGN);
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
