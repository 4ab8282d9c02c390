#include "testbench/commands/wave_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/block_collective.hpp"

namespace swapfly {
namespace {

/// More would hide what they are to show.
constexpr std::size_t most_streams = 4096;

/// The link by which the blocks of a stream reach their processor.
GroupedWire last_link(const BlockStream& stream, const std::vector<RouterId>& place,
                      const SwappedDragonfly& topology) {
  RouterId at = place[stream.from];
  const RouterId to = place[stream.to];
  const Header header =
      shortest_header(topology.coordinates(at), topology.coordinates(to), topology);
  GroupedWire wire;
  wire.name = fmt::format("rank {} to {}", stream.from, stream.to);
  const std::vector<Port> ports = path(header, at, to, topology).value();
  for (const Port port : ports) {
    wire.router = at;
    wire.output = port;
    at = topology.neighbour(at, port).router;
  }
  return wire;
}

/// The streams of one part in one direction, level by level: those that wait for no other first.
WireGroup group_of(const BlockCollectiveParameters& parameters, unsigned part, bool down,
                   const SwappedDragonfly& topology) {
  std::vector<BlockStream> streams;
  for (const BlockStream& stream : parameters.plan.streams) {
    const bool chosen = stream.part == part && (stream.kind == BlockKind::down) == down;
    if (chosen) streams.push_back(stream);
  }
  std::stable_sort(streams.begin(), streams.end(),
                   [](const auto& a, const auto& b) { return a.first_step < b.first_step; });
  WireGroup group;
  group.name = fmt::format("tree {}{}", part + 1,
                           parameters.operation == BlockOperation::broadcast ? ""
                           : down                                            ? ", down"
                                                                             : ", up");
  std::map<Rank, std::size_t> reached;  // the level of what comes to a rank, from 1
  for (const BlockStream& stream : streams) {
    const auto before = reached.find(stream.from);
    const std::size_t level = before == reached.end() ? 0 : before->second;
    std::size_t& here = reached[stream.to];
    here = std::max(here, level + 1);
    while (group.groups.size() <= level) {
      group.groups.push_back({fmt::format("level {}", group.groups.size() + 1), {}, {}});
    }
    group.groups[level].wires.push_back(last_link(stream, parameters.place, topology));
  }
  return group;
}

}  // namespace

std::vector<WireGroup> wave_groups(const Workload& workload, const SwappedDragonfly& topology) {
  const auto* collective = dynamic_cast<const BlockCollective*>(&workload);
  if (collective == nullptr) return {};
  const BlockCollectiveParameters& parameters = collective->parameters();
  if (parameters.plan.streams.size() > most_streams) return {};
  std::vector<WireGroup> groups;
  for (const bool down : {false, true}) {
    for (unsigned part = 0; part < parameters.plan.parts; ++part) {
      WireGroup group = group_of(parameters, part, down, topology);
      if (!group.groups.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

}  // namespace swapfly
