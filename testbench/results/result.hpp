#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/metrics/link_load.hpp"
#include "model/metrics/run_figures.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// How a command ended; each has its exit status.
enum class Status {
  ok,           ///< 0: done and correct
  failed,       ///< 1: a check of the simulation failed, or an output could not be written
  bad_config,   ///< 2
  interrupted,  ///< 130: asked to stop; what is known so far is in the result
};

int exit_status(Status status);
const char* name_of(Status status);

/// What the run cost the machine.
struct Performance {
  double wall_seconds = 0;
  double cpu_seconds = 0;
  double router_cycles_per_second = 0;
  double flit_hops_per_second = 0;
  std::uint64_t peak_rss_bytes = 0;
};

/// What a run has to say besides figures and claims: a key of the result, and lines for people.
struct Block {
  std::string name;
  Json json;
  std::vector<std::string> lines;
};

/// The outcome of a run, whatever happened: there is always exactly one.
struct Result {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if there is none
  std::string title;  ///< what was run, in words
  /// Further lines about the error, such as the waits of a deadlock.
  std::vector<std::string> details;
  std::vector<std::string> warnings;
  Json config;    ///< as far as it was understood
  Json topology;  ///< null where it was not
  std::optional<RunFigures> figures;
  std::optional<bool> data_ok;  ///< nothing where the run was not over
  std::vector<Claim> claims;
  std::vector<Block> blocks;
  std::optional<LinkLoads> link_loads;  ///< if they were asked for
  Performance performance;
};

/// Makes the result a failure, unless it is one already; the first error is the one that counts.
void fail(Result& result, const std::string& error);

Json to_json(const Result& result);
/// For people: what was run, the figures, the claims.
std::string to_text(const Result& result);

}  // namespace swapfly
