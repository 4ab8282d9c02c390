#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// A run of this program as a process of its own. SystemC elaborates once per process, so commands
/// that need many networks need many processes.
struct ChildRun {
  std::vector<std::string> arguments;
  std::string input;  ///< what its standard input holds
  /// It starts processes of its own: they are a process group, and end with it.
  bool leads_group = false;
};

/// `swapfly run` (or `info`, or `costs all_to_all`, ...) of a scenario that is in no file, its
/// result as JSON to us.
ChildRun scenario_run(const std::string& command, const Json& scenario,
                      std::vector<std::string> options = {});

/// What came of one.
struct ChildOutcome {
  /// The JSON document that it wrote to standard output; null if it did not.
  Json result;
  std::string output;    ///< what it wrote there, if that is no JSON
  int exit_status = -1;  ///< -1 if it did not end by itself
  /// One line that says why there is no result; empty if there is one, whatever it says.
  std::string error;
};

struct ChildOptions {
  unsigned at_once = 1;  ///< processes
  std::filesystem::path program = "/proc/self/exe";
};

/// Told of every outcome, in the order in which they come.
using ChildListener = std::function<void(std::size_t run, const ChildOutcome& outcome)>;

/// Runs all, so many at once, and returns their outcomes in the order of `runs`; nothing for those
/// that had none yet when a stop was requested. All processes are gone when this returns or throws,
/// and they end with this one if it is killed. A child that dies, cannot be started or writes no
/// JSON has an outcome that says so.
std::vector<std::optional<ChildOutcome>> run_children(const std::vector<ChildRun>& runs,
                                                      const ChildOptions& options,
                                                      const std::atomic<bool>& stop_requested,
                                                      const ChildListener& listener = {});

/// Processors that this process may use.
unsigned usable_processors();

}  // namespace swapfly
