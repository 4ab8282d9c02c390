#pragma once

#include <string>

#include "testbench/claims/claim_scenario.hpp"
#include "testbench/claims/published_claim.hpp"

namespace swapfly {

/// ceil(log2 n), n at least 1.
std::uint64_t ceiling_log2(std::uint64_t n);

/// A collective operation on a network.
struct Operation {
  std::string kind;
  std::uint64_t processors = 1;
  std::uint64_t message = 1;  ///< flits
  std::uint64_t blocks = 1;   ///< of each part
  HopClocks clocks = {};
  const char* place = "planned";
};

/// A network on which all processors find room, up to 320 of them.
SwappedDragonfly network_for(std::uint64_t processors);

/// The operation in lock-step.
ClaimCase case_of(const SwappedDragonfly& topology, const Operation& operation,
                  std::vector<ClaimFigure> figures);

/// The clocks of so many steps where every route is one local hop: all processors in one drawer, so
/// that a step is the same for all, alpha + beta F = (t_w + t_s - 1) + F for blocks of F flits.
ClaimCase timed(Operation operation, std::uint64_t steps, std::uint64_t parts);

/// t_w = 1 and t_s = 1, and each of the two longer.
constexpr HopClocks clocks_of_times[] = {{}, {3, 0, 0, 2}, {1, 0, 0, 5}};

}  // namespace swapfly
