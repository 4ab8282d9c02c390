#pragma once

#include <string>

#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// Why a run that another command needs is of no use to it.
struct ChildTrouble {
  Status status = Status::ok;
  std::string line;  ///< empty if it is of use
};

/// `run` is what the run is called, `scenario_name` what its scenario is.
ChildTrouble trouble_of(const ChildOutcome& outcome, const std::string& run,
                        const std::string& scenario_name);

}  // namespace swapfly
