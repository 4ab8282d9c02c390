#include "testbench/commands/hardware_options.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include "testbench/commands/scenario_options.hpp"

namespace swapfly {
namespace {

constexpr const char* scripts = SWAPFLY_SOURCE_DIR "/tools/hardware";

CLI::Validator known_technology() {
  return CLI::Validator(
      [](std::string& value) {
        const std::vector<std::string> names = technology_names();
        const bool known = std::find(names.begin(), names.end(), value) != names.end();
        return known ? "" : fmt::format("is {}; accepted: {}", value, fmt::join(names, " or "));
      },
      "", "technology");
}

}  // namespace

void add_hardware_options(CLI::App& command, HardwareOptions& options) {
  CLI::Option* technology =
      command
          .add_option("--technology", options.technology,
                      "build the router of rtl/ of this and say t_w in ns: ice40 (an FPGA) or "
                      "osu018 (standard cells); takes minutes")
          ->check(known_technology());
  command
      .add_option("--placements", options.placements,
                  "placements on the FPGA, of which the median counts; 5 if left out")
      ->check(integer_from_1_to(1000))
      ->needs(technology);
  command
      .add_option("--reports", options.reports,
                  "folder in which the hardware tools work, and leave netlists, reports and logs")
      ->check(not_empty())
      ->needs(technology);
}

std::optional<HardwareRequest> hardware_request(const HardwareOptions& options,
                                                const NetworkScenario& network, unsigned at_once) {
  if (options.technology.empty()) return std::nullopt;
  HardwareRequest request;
  request.technology = technology_named(options.technology);
  request.router = router_built(request.technology, network);
  request.reports = options.reports;
  request.at_once = at_once;
  request.scripts = scripts;
  if (request.technology == Technology::ice40) {
    request.placements =
        options.placements.empty() ? 5 : static_cast<unsigned>(std::stoul(options.placements));
  } else if (!options.placements.empty()) {
    throw ConfigurationError(
        fmt::format("--placements is {}, and --technology {} places nothing; accepted: with ice40",
                    options.placements, options.technology));
  }
  if (options.reports.string().find(' ') != std::string::npos) {
    throw ConfigurationError(
        fmt::format("--reports is {}; accepted: a path without spaces, which abc cannot read",
                    options.reports.string()));
  }
  check_size(request.technology, request.router);
  if (!std::filesystem::is_directory(request.scripts)) {
    throw ConfigurationError(
        fmt::format("--technology needs the scripts of the source tree, and {} is not there; "
                    "accepted: a program built in a tree that is still there",
                    scripts));
  }
  const std::optional<std::string> missing = missing_tool(request.technology);
  if (missing) throw ConfigurationError(*missing);
  return request;
}

}  // namespace swapfly
