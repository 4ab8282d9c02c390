#include "testbench/comparison/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "testbench/processes/child_trouble.hpp"

namespace swapfly {
namespace {

constexpr const char* modes[] = {"steps", "free"};

/// One run, and what it is called where it fails.
struct PlannedRun {
  ChildRun run;
  std::string name;
};

PlannedRun collective_run(const ComparisonRequest& request, const std::string& algorithm,
                          std::uint64_t flits, const Json& blocks, const char* mode) {
  Json scenario = request.scenario;
  const Json given = scenario.at("workload");
  Json& workload =
      scenario["workload"] = {{"kind", algorithm},         {"processors", given.at("processors")},
                              {"root", given.at("root")},  {"message", flits},
                              {"blocks", blocks},          {"mode", mode},
                              {"place", given.at("place")}};
  const bool shaped = collective_algorithm(algorithm).two_trees && given.contains("tree");
  if (shaped) workload["tree"] = given.at("tree");
  return {scenario_run("run", scenario),
          fmt::format("the run of {}, {} flits, {}", algorithm, flits, mode)};
}

/// NICs take all that comes, on as many lanes as the trees need.
PlannedRun network_broadcast_run(const ComparisonRequest& request, std::uint64_t flits) {
  Json scenario = request.scenario;
  scenario["workload"] = {{"kind", "m_broadcast"},
                          {"source", *request.network_broadcast_from},
                          {"messages", flits},
                          {"tree", "depth4"},
                          {"schedule", "every_hop"}};
  scenario["nic"].erase("lanes");
  scenario["nic"].erase("receive");
  return {scenario_run("run", scenario), fmt::format("the run of m_broadcast, {} flits", flits)};
}

RunCosts costs_of(const Json& result) {
  RunCosts costs;
  costs.clocks = result.at("cycles").get<std::uint64_t>();
  costs.conflicts = result.at("conflicts").at("link").get<std::uint64_t>();
  costs.stalls = result.at("conflicts").at("stalls").get<std::uint64_t>();
  costs.flits_injected = result.at("packets").at("injected").get<std::uint64_t>();
  costs.flit_hops = result.at("flit_hops").get<std::uint64_t>();
  return costs;
}

ComparedRun compared_run(const Json& steps, const Json& free) {
  const Json& collective = steps.at("collective");
  ComparedRun run;
  run.blocks = collective.at("blocks").get<std::uint64_t>();
  run.block_flits = collective.at("block_flits").get<std::uint64_t>();
  run.steps = collective.at("steps").at("planned").get<std::uint64_t>();
  run.alpha = collective.at("alpha").get<double>();
  run.beta = collective.at("beta").get<double>();
  run.best_blocks = collective.at("best_blocks").get<double>();
  run.published_clocks = collective.at("clocks").at("published").get<double>();
  run.shared_links = collective.at("routes").at("shared_links").get<std::uint64_t>();
  run.in_steps = costs_of(steps);
  run.in_free = costs_of(free);
  return run;
}

/// Runs batches and keeps count; the first thing that goes wrong is what counts.
class Runner {
 public:
  Runner(const ComparisonRequest& request, const std::atomic<bool>& stop_requested,
         const ComparisonListener& listener, Comparison& comparison)
      : request_(request),
        stop_requested_(stop_requested),
        listener_(listener),
        comparison_(comparison) {}

  /// The results of all, or nothing if any came to nothing.
  std::optional<std::vector<Json>> results(const std::vector<PlannedRun>& planned) {
    std::vector<ChildRun> runs;
    runs.reserve(planned.size());
    for (const PlannedRun& run : planned) runs.push_back(run.run);
    all_ += runs.size();
    if (listener_) listener_(done_, all_);
    const auto outcomes = run_children(runs, request_.children, stop_requested_,
                                       [this](std::size_t, const ChildOutcome&) {
                                         if (listener_) listener_(++done_, all_);
                                       });
    std::vector<Json> results;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i]) {
        comparison_.status = Status::interrupted;
        comparison_.error = fmt::format("interrupted after {} of {} runs", done_, all_);
        return std::nullopt;
      }
      const ChildTrouble trouble =
          trouble_of(*outcomes[i], planned[i].name, request_.scenario_name);
      if (trouble.status != Status::ok) {
        comparison_.status = trouble.status;
        comparison_.error = trouble.line;
        return std::nullopt;
      }
      results.push_back(outcomes[i]->result);
    }
    return results;
  }

 private:
  const ComparisonRequest& request_;
  const std::atomic<bool>& stop_requested_;
  const ComparisonListener& listener_;
  Comparison& comparison_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
};

void measure_lengths(const ComparisonRequest& request, Runner& runner, Comparison& comparison) {
  std::vector<PlannedRun> planned;
  for (const std::uint64_t flits : request.lengths) {
    for (const std::string& algorithm : request.algorithms) {
      for (const char* mode : modes) {
        planned.push_back(collective_run(request, algorithm, flits, "best", mode));
      }
    }
    if (request.network_broadcast_from) planned.push_back(network_broadcast_run(request, flits));
  }
  const auto results = runner.results(planned);
  if (!results) return;
  auto result = results->begin();
  for (const std::uint64_t flits : request.lengths) {
    ComparedLength& length = comparison.lengths.emplace_back();
    length.flits = flits;
    for (const std::string& algorithm : request.algorithms) {
      const Json& steps = *result++;
      length.runs[algorithm] = compared_run(steps, *result++);
    }
    if (request.network_broadcast_from) length.network_broadcast = costs_of(*result++);
  }
}

void measure_blocks(const ComparisonRequest& request, Runner& runner, Comparison& comparison) {
  const Json& workload = request.scenario.at("workload");
  std::vector<PlannedRun> planned;
  for (const std::uint64_t blocks : request.blocks) {
    for (const char* mode : modes) {
      planned.push_back(collective_run(request, workload.at("kind").get<std::string>(),
                                       workload.at("message").get<std::uint64_t>(), blocks, mode));
    }
  }
  const auto results = runner.results(planned);
  if (!results) return;
  for (std::size_t i = 0; i < results->size(); i += 2) {
    comparison.block_counts.push_back(compared_run((*results)[i], (*results)[i + 1]));
  }
}

void find_crossovers(const ComparisonRequest& request, Runner& runner, Comparison& comparison) {
  const bool steps_mode = request.steps_mode();
  const Json& workload = request.scenario.at("workload");
  CollectiveRequest place;
  place.processors = workload.at("processors").get<Rank>();
  for (std::size_t i = 1; i < comparison.lengths.size(); ++i) {
    const ComparedLength& low = comparison.lengths[i - 1];
    const ComparedLength& high = comparison.lengths[i];
    Crossover crossover{fastest(low, steps_mode), fastest(high, steps_mode), 0, std::nullopt};
    if (crossover.from == crossover.to) continue;
    const auto later_is_faster = [&](std::uint64_t flits) -> std::optional<bool> {
      const char* mode = steps_mode ? "steps" : "free";
      const auto results =
          runner.results({collective_run(request, crossover.from, flits, "best", mode),
                          collective_run(request, crossover.to, flits, "best", mode)});
      if (!results) return std::nullopt;
      return costs_of((*results)[1]).clocks < costs_of((*results)[0]).clocks;
    };
    const std::optional<std::uint64_t> flits = first_faster(low.flits, high.flits, later_is_faster);
    if (!flits) return;
    crossover.flits = *flits;
    crossover.published_flits =
        published_crossover(place, crossover.from, high.runs.at(crossover.from), crossover.to,
                            high.runs.at(crossover.to));
    comparison.crossovers.push_back(crossover);
  }
}

/// By the formula, with the whole number of blocks next to its best.
double best_published(const std::string& name, CollectiveRequest request, const ComparedRun& costs,
                      std::uint64_t flits) {
  const CollectiveAlgorithm& algorithm = collective_algorithm(name);
  const auto message = static_cast<double>(flits);
  const double best = best_blocks(algorithm, request, costs.alpha, costs.beta, message);
  request.blocks = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(best)));
  return published_clocks(algorithm, request, costs.alpha, costs.beta, message);
}

}  // namespace

std::string fastest(const ComparedLength& length, bool steps_mode) {
  std::string name;
  for (const auto& [algorithm, run] : length.runs) {
    if (name.empty() ||
        run.costs(steps_mode).clocks < length.runs.at(name).costs(steps_mode).clocks) {
      name = algorithm;
    }
  }
  return name;
}

unsigned place_of(const ComparedLength& length, const std::string& algorithm, bool steps_mode) {
  const std::uint64_t clocks = length.runs.at(algorithm).costs(steps_mode).clocks;
  unsigned place = 1;
  for (const auto& [name, run] : length.runs) {
    if (run.costs(steps_mode).clocks < clocks) ++place;
  }
  return place;
}

std::optional<std::uint64_t> first_faster(
    std::uint64_t low, std::uint64_t high,
    const std::function<std::optional<bool>(std::uint64_t flits)>& later_is_faster) {
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::optional<bool> faster = later_is_faster(middle);
    if (!faster) return std::nullopt;
    (*faster ? high : low) = middle;
  }
  return high;
}

std::optional<std::uint64_t> published_crossover(const CollectiveRequest& request,
                                                 const std::string& from,
                                                 const ComparedRun& costs_from,
                                                 const std::string& to,
                                                 const ComparedRun& costs_to) {
  const auto faster = [&](std::uint64_t flits) {
    return best_published(to, request, costs_to, flits) <
           best_published(from, request, costs_from, flits);
  };
  constexpr std::uint64_t longest = 1ULL << 26U;
  for (std::uint64_t flits = 1; flits <= longest; flits *= 2) {
    if (!faster(flits)) continue;
    return flits == 1 ? 1 : first_faster(flits / 2, flits, faster);
  }
  return std::nullopt;
}

Comparison compare(const ComparisonRequest& request, const std::atomic<bool>& stop_requested,
                   const ComparisonListener& listener) {
  Comparison comparison;
  Runner runner(request, stop_requested, listener, comparison);
  if (!request.blocks.empty()) {
    measure_blocks(request, runner, comparison);
    return comparison;
  }
  measure_lengths(request, runner, comparison);
  find_crossovers(request, runner, comparison);
  return comparison;
}

}  // namespace swapfly
