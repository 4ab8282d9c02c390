#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/comparison/cost_table.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// All-to-all on a hypercube of P nodes, all links of a node in use at once: P/2 steps of t_w, the
/// most that its links allow. [J], as [D2] quotes it.
double johnsson_ho_hops(std::uint64_t nodes);
/// The same on the hypercube emulated on D3(2^k,2^m): (2/3)(P/2) steps of t_w, as [D2] has it.
double johnsson_ho_emulated_hops(std::uint64_t nodes);

/// What is known of D3(2^k,2^m) by formulas, in hops at t_w = 1.
struct AllToAllSize {
  unsigned k = 0;
  unsigned m = 0;
  unsigned s = 0;  ///< min(2^k, 2^(m-1))
  std::uint64_t nodes = 0;
  double emulated = 0;  ///< Johnsson-Ho's, as published
  double capacity = 0;  ///< what the links of D3 demand of any algorithm
  std::uint64_t schedule1 = 0;
  std::uint64_t no_delay = 0;

  /// Whether links can carry what the published time says.
  bool possible() const { return emulated >= capacity; }
  bool no_delay_is_faster() const { return double(no_delay) < emulated; }
  bool schedule1_is_faster() const { return double(schedule1) < emulated; }
};

/// For k and m from 1 to `most`, at most 6: D3(64,64) has 2^18 routers.
std::vector<AllToAllSize> all_to_all_sizes(unsigned most);
Json to_json(const std::vector<AllToAllSize>& sizes);
std::string to_text(const std::vector<AllToAllSize>& sizes);

struct AllToAllCosts {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if all went well
  std::vector<CostLine> lines;
  std::vector<std::string> notes;  ///< what is left out, and why
};

/// The table for a scenario of an all-to-all, complete: Johnsson-Ho's beside every schedule and
/// pairwise exchange, which are run, each in a process of its own.
AllToAllCosts all_to_all_costs(const Json& scenario, const std::string& scenario_name,
                               const ChildOptions& children,
                               const std::atomic<bool>& stop_requested);

}  // namespace swapfly
