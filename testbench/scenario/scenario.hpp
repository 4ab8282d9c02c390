#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/nic/nic_core.hpp"
#include "model/router/router_parameters.hpp"
#include "model/topology/swapped_dragonfly.hpp"
#include "model/workloads/workload.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// What steps the routers: the model, RTL, or the model with the RTL beside it.
enum class Engine { systemc, rtl, lockstep };
std::string_view name_of(Engine engine);

/// What of a network is RTL.
struct RtlChoice {
  bool whole_network = false;  ///< in one piece, instead of a model a router
  std::vector<RouterId> routers;
};

/// A validated scenario: everything a run is made of. What the file leaves out is worked out here,
/// so that `config` is the whole truth about the run.
struct Scenario {
  Json config;
  SwappedDragonfly topology{1, 1};
  RouterParameters router;
  NicParameters nic;
  std::unique_ptr<Workload> workload;
  Engine engine = Engine::systemc;
  RtlChoice rtl;  ///< for the engines that have RTL
  std::uint64_t seed = 1;
  /// Sentences a user should read before trusting the figures.
  std::vector<std::string> warnings;
};

/// What the command line adds to a scenario file.
struct ScenarioSource {
  std::filesystem::path file;
  /// key=value, in order; each replaces what the file says.
  std::vector<std::string> settings;
};

/// Reads, checks and completes a scenario. `progress` receives the configuration as soon as it has
/// been read, so that a refusal later on can still report it.
/// Throws ConfigurationError.
Scenario load_scenario(const ScenarioSource& source, Json* progress = nullptr);

/// Extra clocks of links.
struct LinkClocks {
  unsigned local = 0;
  unsigned global = 0;
};

/// Only the network of a scenario.
struct NetworkScenario {
  SwappedDragonfly topology;
  LinkClocks link;
  RouterParameters router;
  NicParameters nic;
  Json config;                ///< without `workload`, with the depth that is worked out
  bool has_workload = false;  ///< the scenario names one, which `config` does not
};

/// For commands that need no workload: a scenario without one is accepted.
NetworkScenario load_network(const ScenarioSource& source);

}  // namespace swapfly
