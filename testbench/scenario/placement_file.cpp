#include "testbench/scenario/placement_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>

#include "testbench/scenario/key_table.hpp"
#include "testbench/scenario/text_values.hpp"

namespace swapfly {
namespace {

/// [c,d,p]; nothing for anything else.
std::optional<Coordinates> read_coordinates(std::string_view text) {
  if (text.size() < 2 || text.front() != '[' || text.back() != ']') return std::nullopt;
  text = text.substr(1, text.size() - 2);
  std::array<std::uint64_t, 3> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t comma = i + 1 < values.size() ? text.find(',') : text.size();
    if (comma == std::string_view::npos) return std::nullopt;
    if (!read_number(trimmed(text.substr(0, comma)), values[i]) || values[i] > ~0U) {
      return std::nullopt;
    }
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return Coordinates{static_cast<unsigned>(values[0]), static_cast<unsigned>(values[1]),
                     static_cast<unsigned>(values[2])};
}

std::optional<RouterId> read_node(std::string_view text, const SwappedDragonfly& topology) {
  std::uint64_t id = 0;
  if (read_number(text, id)) {
    return id < topology.routers() ? std::optional(static_cast<RouterId>(id)) : std::nullopt;
  }
  const std::optional<Coordinates> place = read_coordinates(text);
  const bool there =
      place && place->c < topology.K() && place->d < topology.M() && place->p < topology.M();
  return there ? std::optional(topology.id(*place)) : std::nullopt;
}

}  // namespace

Placement parse_placement(std::string_view text, const SwappedDragonfly& topology, Rank processors,
                          const std::string& name) {
  Placement placement;
  std::vector<std::size_t> line_of(topology.routers());
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const auto refuse = [&](const std::string& accepted) {
      throw ConfigurationError(fmt::format("workload.place {}, line {}, is {}; accepted{}", name,
                                           number, shown(line), accepted));
    };
    const std::optional<RouterId> node = read_node(line, topology);
    if (!node) {
      refuse(fmt::format(" on {}: [c,d,p] up to [{},{},{}], or 0 to {}", to_string(topology),
                         topology.K() - 1, topology.M() - 1, topology.M() - 1,
                         topology.routers() - 1));
    }
    if (line_of[*node] != 0) {
      refuse(fmt::format(": every node once, and this one is on line {}", line_of[*node]));
    }
    if (placement.size() == processors) {
      refuse(fmt::format(": {} nodes, a rank each", processors));
    }
    line_of[*node] = number;
    placement.push_back(*node);
  }
  if (placement.size() < processors) {
    throw ConfigurationError(
        fmt::format("workload.place {} has {} nodes; accepted: {}, a rank each", name,
                    placement.size(), processors));
  }
  return placement;
}

std::string placement_text(const Placement& placement, const SwappedDragonfly& topology) {
  std::string text;
  for (const RouterId node : placement) {
    const Coordinates place = topology.coordinates(node);
    text += fmt::format("[{},{},{}]\n", place.c, place.d, place.p);
  }
  return text;
}

}  // namespace swapfly
