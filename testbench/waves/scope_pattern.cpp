#include "testbench/waves/scope_pattern.hpp"

#include <fmt/core.h>

#include <sstream>
#include <stdexcept>

namespace swapfly {
namespace {

constexpr const char* root = "network.";

std::string without_root(const std::string& pattern) {
  return pattern.rfind(root, 0) == 0 ? pattern.substr(std::string(root).size()) : pattern;
}

std::vector<std::string> split(const std::string& patterns) {
  std::vector<std::string> parts;
  std::istringstream stream(patterns);
  for (std::string part; std::getline(stream, part, ',');) parts.push_back(part);
  if (patterns.empty() || patterns.back() == ',') parts.emplace_back();
  return parts;
}

bool selects(const std::string& pattern, const Coordinates& at) {
  const std::string cabinet = fmt::format("cabinet{}", at.c);
  const std::string drawer = fmt::format("{}.drawer{}", cabinet, at.d);
  return matches_glob(pattern, router_path(at)) || matches_glob(pattern, drawer) ||
         matches_glob(pattern, cabinet);
}

}  // namespace

std::string router_path(const Coordinates& at) {
  return fmt::format("cabinet{}.drawer{}.router{}", at.c, at.d, at.p);
}

bool matches_glob(const std::string& pattern, const std::string& text) {
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string::npos;  // the last `*` met, and
  std::size_t resume = 0;                // where the text after its run begins
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string::npos;
}

std::vector<RouterId> routers_in_scope(const std::string& patterns,
                                       const SwappedDragonfly& topology,
                                       const std::string& asked_by) {
  std::vector<bool> selected(topology.routers(), false);
  for (const std::string& pattern : split(patterns)) {
    const std::string wanted = without_root(pattern);
    bool any = false;
    for (RouterId id = 0; id < topology.routers(); ++id) {
      if (!selects(wanted, topology.coordinates(id))) continue;
      selected[id] = any = true;
    }
    if (any) continue;
    throw std::invalid_argument(
        fmt::format("{}: '{}' matches no router; accepted: names from {} to {}, with * and ?",
                    asked_by, pattern, router_path({0, 0, 0}),
                    router_path(topology.coordinates(topology.routers() - 1))));
  }
  std::vector<RouterId> routers;
  for (RouterId id = 0; id < topology.routers(); ++id) {
    if (selected[id]) routers.push_back(id);
  }
  return routers;
}

}  // namespace swapfly
