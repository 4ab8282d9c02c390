#include "testbench/commands/tw_engines.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/commands/scenario_options.hpp"
#include "testbench/cosim/rtl_builds.hpp"
#include "testbench/latency/tw_report.hpp"

namespace swapfly {

std::vector<std::string> engines_of(const std::string& list, const NetworkScenario& network,
                                    std::vector<std::string>& warnings) {
  const auto asked_for = network.config.at("engine").get<std::string>();
  if (list.empty()) {
    if (asked_for != name_of(Engine::systemc)) return {asked_for};
    std::vector<std::string> engines{asked_for};
    try {
      build_for({RtlForm::router, network.router, network.topology.cabinet_group(),
                 network.topology.drawer_group()});
      engines.emplace_back(name_of(Engine::rtl));
    } catch (const std::invalid_argument& error) {
      warnings.push_back(fmt::format("the model alone is measured: {}", error.what()));
    }
    return engines;
  }
  std::vector<std::string> engines;
  for (const std::string& engine : split_list(list)) {
    engines.push_back(engine);
    const bool known = engine == name_of(Engine::systemc) || engine == name_of(Engine::rtl) ||
                       engine == name_of(Engine::lockstep);
    if (!known || std::count(engines.begin(), engines.end(), engine) > 1) {
      throw ConfigurationError(fmt::format(
          "--engines is {}; accepted: systemc, rtl and lockstep, each once, by commas", list));
    }
  }
  return engines;
}

TwRequest with_engine(TwRequest request, const std::string& engine) {
  request.network.config["engine"] = engine;
  if (engine == name_of(Engine::systemc)) request.network.config.erase("rtl");
  return request;
}

void compare_engines(std::vector<TwMeasurement>& measurements) {
  const auto figures = [](const TwMeasurement& measurement) {
    Json json = to_json(std::vector<TwMeasurement>{measurement}).front();
    json.erase("engine");
    return json;
  };
  TwMeasurement& first = measurements.front();
  for (TwMeasurement& other : measurements) {
    if (first.status != Status::ok || other.status != Status::ok) continue;
    if (figures(first) == figures(other)) continue;
    other.status = Status::failed;
    other.error =
        fmt::format("engine {} shows other clocks than engine {}", other.engine, first.engine);
  }
}

std::string engine_names(const std::vector<TwMeasurement>& measurements) {
  std::string names;
  for (const TwMeasurement& measurement : measurements) {
    names += (names.empty() ? "" : " and ") + measurement.engine;
  }
  return names;
}

}  // namespace swapfly
