#pragma once

#include <string>
#include <vector>

#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// The keys that every scenario may hold, those of its workload kind excepted.
const std::vector<Key>& common_keys();

/// The keys that this scenario may hold: the common ones and those of the workload kind it names.
/// Throws ConfigurationError for a kind that is missing or unknown.
std::vector<Key> keys_for(const YAML::Node& scenario, const Origin& origin);

/// The keys of a scenario that names no workload.
std::vector<Key> keys_without_workload();

/// The whole table as Markdown, for docs/scenario.md.
std::string describe_keys();

}  // namespace swapfly
