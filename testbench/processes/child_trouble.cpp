#include "testbench/processes/child_trouble.hpp"

#include <fmt/core.h>

namespace swapfly {

ChildTrouble trouble_of(const ChildOutcome& outcome, const std::string& run,
                        const std::string& scenario_name) {
  if (!outcome.error.empty()) return {Status::failed, fmt::format("{} {}", run, outcome.error)};
  if (outcome.exit_status == exit_status(Status::ok)) return {};
  const Json& error = outcome.result.value("error", Json(nullptr));
  std::string line = error.is_string() ? error.get<std::string>()
                                       : fmt::format("ended with status {}", outcome.exit_status);
  const std::string given = "/dev/stdin: ";  // how the run knew the scenario
  if (line.rfind(given, 0) == 0) line = scenario_name + ": " + line.substr(given.size());
  if (outcome.exit_status == exit_status(Status::bad_config)) return {Status::bad_config, line};
  return {Status::failed, fmt::format("{}: {}", run, line)};
}

}  // namespace swapfly
