#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/schedules/collective_algorithms.hpp"

namespace swapfly {

/// What every algorithm takes for one message.
using ClocksByAlgorithm = std::map<std::string, std::uint64_t>;

/// Takes least; of several, `leader` if it is one of them, else the first by name. Not of none.
std::string fastest(const ClocksByAlgorithm& clocks, const std::string& leader = {});

/// A message of so many flits takes less by `to` than by `from`, which was the fastest for one flit
/// less.
struct ChangeOfFastest {
  std::string from;
  std::string to;
  std::uint64_t flits = 0;
};

/// Nothing where the clocks cannot be had any more, since runs failed or were stopped.
using ClocksOfLength = std::function<std::optional<ClocksByAlgorithm>(std::uint64_t flits)>;

/// Who takes the lead from whom along rising lengths. One that is only as fast as the leader does
/// not. Where different algorithms lead at two neighbouring lengths, the gap is halved, all
/// algorithms are asked about its middle, and so on down to single flits: whoever leads there for a
/// while is found, too, unless the halves step over it. Returns what it has once there are no
/// clocks.
std::vector<ChangeOfFastest> changes_of_fastest(const std::vector<std::uint64_t>& lengths,
                                                const ClocksOfLength& clocks_of);

/// An algorithm and what its messages cost.
struct CostedAlgorithm {
  std::string name;
  double alpha = 0;
  double beta = 0;
};

/// The least length, up to 2^26 flits, at which the formulas put `to` below `from`, each with the
/// whole number of blocks that is best for it; the request's own blocks do not matter.
std::optional<std::uint64_t> published_crossover(const CollectiveRequest& request,
                                                 const CostedAlgorithm& from,
                                                 const CostedAlgorithm& to);

}  // namespace swapfly
