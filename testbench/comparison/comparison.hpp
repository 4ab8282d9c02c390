#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testbench/comparison/crossovers.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// What a run of one algorithm in one mode took.
struct RunCosts {
  std::uint64_t clocks = 0;
  std::uint64_t conflicts = 0;
  std::uint64_t stalls = 0;
  std::uint64_t flits_injected = 0;
  std::uint64_t flit_hops = 0;
};

/// One algorithm and one message, in both modes.
struct ComparedRun {
  std::uint64_t blocks = 0;  ///< of each part
  std::uint64_t block_flits = 0;
  std::uint64_t steps = 0;  ///< of the plan
  double alpha = 0;         ///< clocks, measured
  double beta = 0;
  double best_blocks = 0;       ///< k* by the formula
  double published_clocks = 0;  ///< by the formula, with these costs
  std::string place;
  std::uint64_t shared_links = 0;
  RunCosts in_steps;
  RunCosts in_free;

  const RunCosts& costs(bool steps_mode) const { return steps_mode ? in_steps : in_free; }
};

/// All algorithms on one message, by name.
struct ComparedLength {
  std::uint64_t flits = 0;
  std::map<std::string, ComparedRun> runs;
  std::optional<RunCosts> network_broadcast;  ///< by trees in the routers
};

/// A change of the fastest algorithm, and where the formulas put it.
struct Crossover {
  ChangeOfFastest measured;
  /// With the measured costs; nothing where they never cross.
  std::optional<std::uint64_t> published_flits;
};

/// What is to be compared. Every run is the scenario with another workload.
struct ComparisonRequest {
  Json scenario;  ///< as loaded: its workload is one of the broadcasts by blocks
  std::string scenario_name;
  std::vector<std::string> algorithms;  ///< broadcasts of collective_algorithms()
  std::vector<std::uint64_t> lengths;   ///< rising
  /// Of each part, rising; not empty: the scenario's own algorithm and message with so many blocks,
  /// and no lengths.
  std::vector<std::uint64_t> blocks;
  /// Where the trees in the routers start; nothing where they are not compared.
  std::optional<std::uint64_t> network_broadcast_from;
  ChildOptions children;

  bool steps_mode() const { return scenario.at("workload").at("mode") == "steps"; }
};

/// All that is known, whatever happened.
struct Comparison {
  Status status = Status::ok;
  std::string error;
  std::vector<ComparedLength> lengths;
  std::vector<Crossover> crossovers;
  std::vector<ComparedRun> block_counts;  ///< one for each of the request's blocks
};

using ComparisonListener = std::function<void(std::size_t done, std::size_t all)>;

/// Runs everything, each run in a process of its own. Where a run fails, or a stop is requested,
/// what is complete is kept: a length with all its algorithms, a number of blocks in both modes.
Comparison compare(const ComparisonRequest& request, const std::atomic<bool>& stop_requested,
                   const ComparisonListener& listener = {});

/// What every algorithm took in a mode.
ClocksByAlgorithm clocks_of(const ComparedLength& length, bool steps_mode);
/// 1 for the fastest, and so on; those that take the same have the same place.
unsigned place_of(const ComparedLength& length, const std::string& algorithm, bool steps_mode);

}  // namespace swapfly
