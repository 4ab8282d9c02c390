#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>

#include "model/topology/swapped_dragonfly.hpp"
#include "model/workloads/content.hpp"
#include "testbench/scenario/workload_kinds.hpp"

namespace swapfly {

/// What makers of workloads have in common. Whatever they refuse is a ConfigurationError that names
/// the key, the value and what is accepted.

constexpr std::uint64_t most_messages = (1U << 28U) - 1;
constexpr std::uint64_t most_clocks = 1000000000;

/// Of workloads that move either a file or generated flits.
Key data_key();

/// The bytes of the file that a key names.
std::string read_file(const WorkloadRequest& request, const char* key);

/// The content that `data` or `messages` asks for; `fallback` flits where both are left out.
Content content_of(const WorkloadRequest& request, std::uint64_t fallback);

/// Refuses memories of `flits` flits at each of `nodes` nodes that are too large; `key` says how
/// many flits.
void require_memory(std::uint64_t nodes, std::uint64_t flits, const char* key);

/// The node that `key` names.
Coordinates place_of(const WorkloadRequest& request, const char* key);

/// The enumerator that a choice names.
template <class Enumeration>
Enumeration named(const Json& name, std::initializer_list<Enumeration> values) {
  for (const Enumeration value : values) {
    if (name.get<std::string>() == name_of(value)) return value;
  }
  throw std::logic_error("a choice of the key table is not an enumerator: " + name.dump());
}

}  // namespace swapfly
