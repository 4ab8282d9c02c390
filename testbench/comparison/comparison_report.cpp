#include "testbench/comparison/comparison_report.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace swapfly {
namespace {

Json to_json(const RunCosts& costs) {
  return {{"clocks", costs.clocks},
          {"conflicts", costs.conflicts},
          {"stalls", costs.stalls},
          {"injected", costs.flits_injected},
          {"flit_hops", costs.flit_hops}};
}

Json to_json(const ComparedRun& run) {
  return {{"blocks", run.blocks},           {"block_flits", run.block_flits},
          {"planned_steps", run.steps},     {"published", run.published_clocks},
          {"steps", to_json(run.in_steps)}, {"free", to_json(run.in_free)}};
}

Json to_json(const ComparedLength& length, bool steps_mode) {
  Json json = {{"message_flits", length.flits}};
  for (const auto& [name, run] : length.runs) {
    Json& algorithm = json["algorithms"][name] = to_json(run);
    algorithm["place"] = place_of(length, name, steps_mode);
  }
  if (length.network_broadcast) json["m_broadcast"] = to_json(*length.network_broadcast);
  return json;
}

/// A short name: what the columns of a table have room for.
std::string column_name(const std::string& algorithm) {
  const std::size_t end = algorithm.rfind("_broadcast");
  const std::string name = algorithm.substr(0, std::min(end, algorithm.find("_pipeline")));
  return name == "linear" ? "linear_pipeline" : name;
}

/// One table: a row a length, a column an algorithm.
template <class Cell>
std::string table(const Comparison& comparison, const ComparisonRequest& request,
                  const std::string& title, const Cell& cell) {
  std::string out = "\n" + title + "\n" + fmt::format("{:>9}", "flits");
  for (const std::string& name : request.algorithms) {
    out += fmt::format(" {:>16}", column_name(name));
  }
  out += "\n";
  for (const ComparedLength& length : comparison.lengths) {
    out += fmt::format("{:>9}", length.flits);
    for (const std::string& name : request.algorithms) {
      out += fmt::format(" {:>16}", cell(length, name));
    }
    out += "\n";
  }
  return out;
}

std::string mode_table(const Comparison& comparison, const ComparisonRequest& request,
                       bool steps_mode) {
  return table(comparison, request,
               fmt::format("Clocks, mode {} (* fastest; ! conflicts or stalls)",
                           steps_mode ? "steps" : "free"),
               [steps_mode](const ComparedLength& length, const std::string& name) {
                 const RunCosts& costs = length.runs.at(name).costs(steps_mode);
                 const bool met = costs.conflicts + costs.stalls > 0;
                 const bool first = place_of(length, name, steps_mode) == 1;
                 return fmt::format("{}{}{}", costs.clocks, met ? "!" : " ", first ? "*" : " ");
               });
}

/// What the formulas are given, and whether the steps can hold.
std::string costs_text(const Comparison& comparison, const ComparisonRequest& request) {
  std::string out = fmt::format(
      "\nA message of n flits takes alpha + beta n clocks, measured\n{:>25} {:>8} {:>8} {:>14} "
      "{:>14}\n",
      "", "alpha", "beta", "place", "shared links");
  for (const std::string& name : request.algorithms) {
    const ComparedRun& run = comparison.lengths.back().runs.at(name);
    out += fmt::format("{:>25} {:>8.4g} {:>8.4g} {:>14} {:>14}\n", name, run.alpha, run.beta,
                       run.place, run.shared_links);
  }
  return out;
}

std::string crossover_text(const Comparison& comparison, const ComparisonRequest& request) {
  std::string out = fmt::format("\nCrossovers, mode {}\n", request.steps_mode() ? "steps" : "free");
  for (const Crossover& crossover : comparison.crossovers) {
    const ChangeOfFastest& change = crossover.measured;
    out += fmt::format("  {} is faster than {} from {} flits on", change.to, change.from,
                       change.flits);
    out += crossover.published_flits
               ? fmt::format(" (by the formulas from {})\n", *crossover.published_flits)
               : " (by the formulas never)\n";
  }
  if (comparison.status != Status::ok) {
    out += "  not all were looked for\n";
  } else if (comparison.crossovers.empty()) {
    out += "  none between these lengths\n";
  }
  return out;
}

constexpr const char* two_trees = "two_tree_broadcast";

std::string network_text(const Comparison& comparison, const ComparisonRequest& request) {
  const bool has_two_trees = std::find(request.algorithms.begin(), request.algorithms.end(),
                                       two_trees) != request.algorithms.end();
  if (!request.network_broadcast_from || !has_two_trees) return {};
  std::string out = fmt::format(
      "\nThe network's own broadcast, M trees in the routers, from node {}, beside two trees in "
      "the "
      "NICs\n{:>9} {:>12} {:>12} {:>12} {:>7} {:>12} {:>12} {:>12} {:>12}\n",
      *request.network_broadcast_from, "flits", "routers", "NICs, steps", "NICs, free", "ratio",
      "sent", "by NICs", "hops", "by NICs");
  for (const ComparedLength& length : comparison.lengths) {
    const RunCosts& own = *length.network_broadcast;
    const ComparedRun& nics = length.runs.at(two_trees);
    const std::uint64_t least = std::min(nics.in_steps.clocks, nics.in_free.clocks);
    out += fmt::format("{:>9} {:>12} {:>12} {:>12} {:>7.2f} {:>12} {:>12} {:>12} {:>12}\n",
                       length.flits, own.clocks, nics.in_steps.clocks, nics.in_free.clocks,
                       static_cast<double>(least) / static_cast<double>(own.clocks),
                       own.flits_injected, nics.in_steps.flits_injected, own.flit_hops,
                       nics.in_steps.flit_hops);
  }
  return out;
}

/// The number of blocks that took least.
const ComparedRun& best_of(const Comparison& comparison, bool steps_mode) {
  return *std::min_element(comparison.block_counts.begin(), comparison.block_counts.end(),
                           [steps_mode](const ComparedRun& a, const ComparedRun& b) {
                             return a.costs(steps_mode).clocks < b.costs(steps_mode).clocks;
                           });
}

std::string blocks_text(const Comparison& comparison) {
  std::string out = fmt::format("\n{:>8} {:>12} {:>8} {:>12} {:>12} {:>12}\n", "k", "block flits",
                                "steps", "formula", "steps mode", "free mode");
  for (const ComparedRun& run : comparison.block_counts) {
    out += fmt::format("{:>8} {:>12} {:>8} {:>12.1f} {:>12} {:>12}\n", run.blocks, run.block_flits,
                       run.steps, run.published_clocks, run.in_steps.clocks, run.in_free.clocks);
  }
  out += fmt::format("\n  best by the formula k* = {:.2f}; measured {} in steps, {} in free\n",
                     comparison.block_counts.front().best_blocks, best_of(comparison, true).blocks,
                     best_of(comparison, false).blocks);
  return out;
}

}  // namespace

Json to_json(const Comparison& comparison, const ComparisonRequest& request) {
  Json json;
  json["mode"] = request.scenario.at("workload").at("mode");
  if (!request.blocks.empty()) {
    Json& blocks = json["blocks"] = Json::array();
    for (const ComparedRun& run : comparison.block_counts) blocks.push_back(to_json(run));
    if (!comparison.block_counts.empty()) {
      json["best_blocks"] = {{"formula", comparison.block_counts.front().best_blocks},
                             {"steps", best_of(comparison, true).blocks},
                             {"free", best_of(comparison, false).blocks}};
    }
    return json;
  }
  Json algorithms;
  Json points = Json::array();
  for (const ComparedLength& length : comparison.lengths) {
    for (const auto& [name, run] : length.runs) {
      algorithms[name] = {{"alpha", run.alpha},
                          {"beta", run.beta},
                          {"place", run.place},
                          {"shared_links", run.shared_links}};
    }
    points.push_back(to_json(length, request.steps_mode()));
  }
  Json crossovers = Json::array();
  for (const Crossover& crossover : comparison.crossovers) {
    const auto& published = crossover.published_flits;
    crossovers.push_back({{"from", crossover.measured.from},
                          {"to", crossover.measured.to},
                          {"message_flits", crossover.measured.flits},
                          {"published_flits", published ? Json(*published) : Json(nullptr)}});
  }
  json["algorithms"] = std::move(algorithms);
  json["points"] = std::move(points);
  json["crossovers"] = std::move(crossovers);
  return json;
}

std::string to_text(const Comparison& comparison, const ComparisonRequest& request) {
  if (!comparison.block_counts.empty()) return blocks_text(comparison);
  if (comparison.lengths.empty()) return {};
  return mode_table(comparison, request, true) + mode_table(comparison, request, false) +
         table(comparison, request, "Clocks by the formulas, with the costs measured",
               [](const ComparedLength& length, const std::string& name) {
                 return fmt::format("{:.0f}  ", length.runs.at(name).published_clocks);
               }) +
         table(comparison, request, "Blocks of each part",
               [](const ComparedLength& length, const std::string& name) {
                 return fmt::format("{}  ", length.runs.at(name).blocks);
               }) +
         costs_text(comparison, request) + crossover_text(comparison, request) +
         network_text(comparison, request);
}

}  // namespace swapfly
