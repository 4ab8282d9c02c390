#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "testbench/claims/published_claim.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// One figure of one case, measured.
struct MeasuredFigure {
  ClaimFigure figure;
  std::optional<std::uint64_t> value;  ///< nothing where the run gave none
};

/// One case of a claim, measured.
struct MeasuredCase {
  enum class Verdict { not_run, ok, failed };

  ClaimCase what;
  std::vector<MeasuredFigure> figures;  ///< one for each that `what` has
  /// Of a run; nothing where no traffic runs.
  std::optional<std::uint64_t> conflicts;
  std::optional<std::uint64_t> stalls;
  Verdict verdict = Verdict::not_run;
  std::string error;  ///< one line that says why it failed
};

struct MeasuredClaim {
  PublishedClaim what;
  std::vector<MeasuredCase> cases;  ///< one for each that `what` has
};

/// What became of the claims, whatever happened.
struct Reproduction {
  Status status = Status::ok;
  std::string error;                 ///< one line; empty if all is as claimed
  std::vector<std::string> details;  ///< a line for every case that failed
  std::vector<MeasuredClaim> claims;
};

/// Told before the first run and after every one.
using ReproductionListener =
    std::function<void(std::size_t done, std::size_t all, const std::string& claim)>;

/// Runs every case in a process of its own and compares. A stop leaves the rest not run.
Reproduction reproduce(const std::vector<PublishedClaim>& claims, const ChildOptions& options,
                       const std::atomic<bool>& stop_requested,
                       const ReproductionListener& listener = {});

const char* name_of(MeasuredCase::Verdict verdict);

}  // namespace swapfly
