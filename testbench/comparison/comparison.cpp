#include "testbench/comparison/comparison.hpp"

#include <fmt/core.h>

#include <algorithm>

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
  run.place = collective.at("routes").at("place").get<std::string>();
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

  /// The results in the order of the runs; nothing for one that came to nothing.
  std::vector<std::optional<Json>> results(const std::vector<PlannedRun>& planned) {
    std::vector<ChildRun> runs;
    runs.reserve(planned.size());
    for (const PlannedRun& run : planned) runs.push_back(run.run);
    all_ += runs.size();
    tell();
    auto outcomes = run_children(runs, request_.children, stop_requested_,
                                 [this](std::size_t, const ChildOutcome&) {
                                   ++done_;
                                   tell();
                                 });
    std::vector<std::optional<Json>> results(planned.size());
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      if (!outcomes[i]) {
        fail(Status::interrupted, fmt::format("interrupted after {} of {} runs", done_, all_));
        continue;
      }
      const ChildTrouble trouble =
          trouble_of(*outcomes[i], planned[i].name, request_.scenario_name);
      if (trouble.status == Status::ok) {
        results[i] = std::move(outcomes[i]->result);
      } else {
        fail(trouble.status, trouble.line);
      }
    }
    return results;
  }

 private:
  void tell() const {
    if (listener_) listener_(done_, all_);
  }
  void fail(Status status, const std::string& error) {
    if (comparison_.status != Status::ok) return;
    comparison_.status = status;
    comparison_.error = error;
  }

  const ComparisonRequest& request_;
  const std::atomic<bool>& stop_requested_;
  const ComparisonListener& listener_;
  Comparison& comparison_;
  std::size_t done_ = 0;
  std::size_t all_ = 0;
};

using Results = std::vector<std::optional<Json>>;

bool complete(Results::const_iterator begin, Results::const_iterator end) {
  return std::all_of(begin, end, [](const std::optional<Json>& result) { return result; });
}

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
  const Results results = runner.results(planned);
  const auto runs_of_length = static_cast<std::ptrdiff_t>(planned.size() / request.lengths.size());
  auto next = results.begin();
  for (const std::uint64_t flits : request.lengths) {
    auto result = next;
    next += runs_of_length;
    if (!complete(result, next)) continue;
    ComparedLength& length = comparison.lengths.emplace_back();
    length.flits = flits;
    for (const std::string& algorithm : request.algorithms) {
      length.runs[algorithm] = compared_run(**result, **(result + 1));
      result += 2;
    }
    if (request.network_broadcast_from) length.network_broadcast = costs_of(**result);
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
  const Results results = runner.results(planned);
  for (auto result = results.begin(); result != results.end(); result += 2) {
    if (complete(result, result + 2)) {
      comparison.block_counts.push_back(compared_run(**result, **(result + 1)));
    }
  }
}

/// The clocks of a length that was not asked for, in the scenario's mode.
std::optional<ClocksByAlgorithm> clocks_between(const ComparisonRequest& request, Runner& runner,
                                                std::uint64_t flits) {
  std::vector<PlannedRun> planned;
  for (const std::string& algorithm : request.algorithms) {
    planned.push_back(
        collective_run(request, algorithm, flits, "best", modes[request.steps_mode() ? 0 : 1]));
  }
  const Results results = runner.results(planned);
  if (!complete(results.begin(), results.end())) return std::nullopt;
  ClocksByAlgorithm clocks;
  for (std::size_t i = 0; i < results.size(); ++i) {
    clocks[request.algorithms[i]] = costs_of(*results[i]).clocks;
  }
  return clocks;
}

CostedAlgorithm costed(const ComparedLength& length, const std::string& algorithm) {
  const ComparedRun& run = length.runs.at(algorithm);
  return {algorithm, run.alpha, run.beta};
}

void find_crossovers(const ComparisonRequest& request, Runner& runner, Comparison& comparison) {
  std::map<std::uint64_t, ClocksByAlgorithm> known;
  for (const ComparedLength& length : comparison.lengths) {
    known[length.flits] = clocks_of(length, request.steps_mode());
  }
  const auto changes = changes_of_fastest(
      request.lengths, [&](std::uint64_t flits) -> std::optional<ClocksByAlgorithm> {
        const auto found = known.find(flits);
        if (found != known.end()) return found->second;
        auto clocks = clocks_between(request, runner, flits);
        if (clocks) known[flits] = *clocks;
        return clocks;
      });
  CollectiveRequest place;
  place.processors = request.scenario.at("workload").at("processors").get<Rank>();
  for (const ChangeOfFastest& change : changes) {
    const auto beyond = std::find_if(
        comparison.lengths.begin(), comparison.lengths.end(),
        [&change](const ComparedLength& length) { return length.flits >= change.flits; });
    comparison.crossovers.push_back(
        {change,
         published_crossover(place, costed(*beyond, change.from), costed(*beyond, change.to))});
  }
}

}  // namespace

ClocksByAlgorithm clocks_of(const ComparedLength& length, bool steps_mode) {
  ClocksByAlgorithm clocks;
  for (const auto& [name, run] : length.runs) clocks[name] = run.costs(steps_mode).clocks;
  return clocks;
}

unsigned place_of(const ComparedLength& length, const std::string& algorithm, bool steps_mode) {
  const std::uint64_t clocks = length.runs.at(algorithm).costs(steps_mode).clocks;
  unsigned place = 1;
  for (const auto& [name, run] : length.runs) {
    if (run.costs(steps_mode).clocks < clocks) ++place;
  }
  return place;
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
  if (comparison.status == Status::ok) find_crossovers(request, runner, comparison);
  return comparison;
}

}  // namespace swapfly
