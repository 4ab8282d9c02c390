#include "testbench/commands/difference_waveform.hpp"

#include <fmt/core.h>

#include "testbench/processes/child_runs.hpp"

namespace swapfly {
namespace {

/// What is shown before the difference, in which a head may have waited, and after it.
constexpr Clock clocks_before = 32;
constexpr Clock clocks_after = 8;

}  // namespace

std::string write_difference_waveform(const SimulationRequest& request, const Json& difference,
                                      const std::string& file,
                                      const std::atomic<bool>& stop_requested) {
  const auto clock = difference.at("clock").get<Clock>();
  const Clock from = clock > clocks_before ? clock - clocks_before : 0;
  ChildRun again;
  again.arguments = {"run", request.source.file.string()};
  for (const std::string& setting : request.source.settings) {
    again.arguments.insert(again.arguments.end(), {"--set", setting});
  }
  again.arguments.insert(again.arguments.end(),
                         {"--quiet", "--json", "-", "--vcd", file, "--vcd-from",
                          std::to_string(from), "--vcd-to", std::to_string(clock + clocks_after),
                          "--vcd-scope", difference.at("path").get<std::string>(),
                          "--clocks-after-difference", std::to_string(clocks_after)});
  const auto outcome = run_children({again}, {}, stop_requested).front();
  if (!outcome) return fmt::format("{}: not written, interrupted", file);
  const Json& result = outcome->result;
  if (!result.is_object() || !result.contains("difference") ||
      result.at("difference") != difference) {
    return fmt::format("{}: not written: a second run did not show the same ({})", file,
                       outcome->error);
  }
  return fmt::format("model and RTL around it: {}, clocks {} to {}", file, from,
                     clock + clocks_after);
}

}  // namespace swapfly
