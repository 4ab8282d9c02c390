#include "testbench/comparison/vector_product_fit.hpp"

#include <fmt/core.h>

#include <cmath>

#include "testbench/processes/child_trouble.hpp"

namespace swapfly {
namespace {

constexpr unsigned hops[] = {1, 2, 3, 4};
constexpr unsigned nics[] = {1, 2, 3, 5, 8};

ChildRun run_of(const Json& scenario, unsigned hop, unsigned nic) {
  Json run = scenario;
  run["router"]["latency"] = hop;
  run["router"].erase("depth");
  run["link"] = {{"local", 0}, {"global", 0}};
  run["nic"] = {{"latency", nic}};
  run.erase("rtl");
  run["engine"] = "systemc";
  return scenario_run("run", run);
}

/// Whole numbers as such, so that they can be compared for equality.
Json number(double value) {
  const bool whole = value >= 0 && value < 1e15 && value == std::floor(value);
  return whole ? Json(static_cast<std::uint64_t>(value)) : Json(value);
}

void stop(VectorProductFit& fit, Status status, const std::string& error) {
  fit = {};
  fit.status = status;
  fit.error = error;
}

}  // namespace

VectorProductFit vector_product_fit(const Json& scenario, const std::string& scenario_name,
                                    const ChildOptions& children,
                                    const std::atomic<bool>& stop_requested) {
  VectorProductFit fit;
  std::vector<ChildRun> runs;
  for (const unsigned hop : hops) {
    for (const unsigned nic : nics) {
      runs.push_back(run_of(scenario, hop, nic));
      fit.samples.push_back({hop, nic});
    }
  }
  const auto outcomes = run_children(runs, children, stop_requested);
  std::vector<FitSample> samples;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i]) {
      stop(fit, Status::interrupted, "interrupted");
      return fit;
    }
    VectorProductSample& sample = fit.samples[i];
    const std::string name = fmt::format("the run with t_w = {}, t_s = {}", sample.hop, sample.nic);
    const ChildTrouble trouble = trouble_of(*outcomes[i], name, scenario_name);
    if (!trouble.line.empty()) {
      stop(fit, trouble.status, trouble.line);
      return fit;
    }
    const Json& result = outcomes[i]->result;
    sample.clocks = result.at("cycles").get<std::uint64_t>();
    sample.conflicts = result.at("conflicts").at("link").get<std::uint64_t>() +
                       result.at("conflicts").at("stalls").get<std::uint64_t>();
    samples.push_back({{sample.hop, sample.nic}, static_cast<std::int64_t>(sample.clocks)});
  }
  fit.fit = linear_fit(samples);
  return fit;
}

Json to_json(const VectorProductFit& fit) {
  Json json = {{"fit", nullptr}, {"conflicts", 0}, {"samples", Json::array()}};
  std::uint64_t conflicts = 0;
  for (const VectorProductSample& sample : fit.samples) {
    conflicts += sample.conflicts;
    json["samples"].push_back({{"t_w", sample.hop},
                               {"t_s", sample.nic},
                               {"clocks", sample.clocks},
                               {"conflicts", sample.conflicts}});
  }
  json["conflicts"] = conflicts;
  if (fit.fit) {
    json["fit"] = {{"t_w", number(fit.fit->slopes[0].value())},
                   {"t_s", number(fit.fit->slopes[1].value())},
                   {"constant", number(fit.fit->intercept)},
                   {"largest_residual", number(fit.fit->largest_residual)}};
  }
  return json;
}

std::string to_text(const VectorProductFit& fit) {
  std::string out = "| t_w |";
  for (const unsigned nic : nics) out += fmt::format(" t_s = {} |", nic);
  out += "\n|---:|---:|---:|---:|---:|---:|";
  for (std::size_t i = 0; i < fit.samples.size(); ++i) {
    if (i % std::size(nics) == 0) out += fmt::format("\n| {} |", fit.samples[i].hop);
    out += fmt::format(" {} |", fit.samples[i].clocks);
  }
  out += "\n";
  if (fit.fit) {
    out += fmt::format(
        "\nfitted: {:g} t_w + {:g} t_s + {:g} clocks, {:g} at most away from what was measured\n",
        fit.fit->slopes[0].value(), fit.fit->slopes[1].value(), fit.fit->intercept,
        fit.fit->largest_residual);
  }
  return out;
}

}  // namespace swapfly
