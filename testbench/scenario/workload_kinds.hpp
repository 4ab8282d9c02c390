#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/workloads/workload.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// What it takes to make a workload from a scenario.
struct WorkloadRequest {
  WorkloadContext context;
  const Json& config;            ///< the whole scenario, as read
  Json& keys;                    ///< the keys below `workload`
  std::filesystem::path folder;  ///< of the scenario file; its paths are relative to it
};

/// A kind of workload that a scenario may name.
struct WorkloadKind {
  std::string name;
  std::string meaning;
  std::vector<Key> keys;  ///< besides workload.kind; full paths
  /// Throws std::invalid_argument or ConfigurationError with a line that names the key.
  std::unique_ptr<Workload> (*make)(const WorkloadRequest& request);
};

// One file a family; workload_kinds() is all of them.
std::vector<WorkloadKind> all_to_all_kinds();
std::vector<WorkloadKind> collective_kinds();
std::vector<WorkloadKind> matrix_kinds();

const std::vector<WorkloadKind>& workload_kinds();

}  // namespace swapfly
