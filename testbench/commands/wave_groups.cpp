#include "testbench/commands/wave_groups.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/block_collective.hpp"

namespace swapfly {
namespace {

/// More would hide what they are to show.
constexpr std::size_t most_streams = 4096;

/// The links by which the blocks of a stream reach their processor, in their order. The last has
/// the stream's name, those before it say which they are.
std::vector<GroupedWire> links_of(const BlockStream& stream, const std::vector<RouterId>& place,
                                  const SwappedDragonfly& topology) {
  RouterId at = place[stream.from];
  const RouterId to = place[stream.to];
  const Header header =
      shortest_header(topology.coordinates(at), topology.coordinates(to), topology);
  const std::string name = fmt::format("rank {} to {}", stream.from, stream.to);
  std::vector<GroupedWire> links;
  const std::vector<Port> ports = path(header, at, to, topology).value();
  for (const Port port : ports) {
    const bool last = links.size() + 1 == ports.size();
    links.push_back({at, WireKind::output, port,
                     last ? name : fmt::format("{}, hop {}", name, links.size() + 1)});
    at = topology.neighbour(at, port).router;
  }
  return links;
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
  WireGroup on_the_way{"links before the last", true, {}, {}};
  std::map<Rank, std::size_t> reached;  // the level of what comes to a rank, from 1
  for (const BlockStream& stream : streams) {
    const auto before = reached.find(stream.from);
    const std::size_t level = before == reached.end() ? 0 : before->second;
    std::size_t& here = reached[stream.to];
    here = std::max(here, level + 1);
    while (group.groups.size() <= level) {
      group.groups.push_back({fmt::format("level {}", group.groups.size() + 1), false, {}, {}});
    }
    std::vector<GroupedWire> links = links_of(stream, parameters.place, topology);
    group.groups[level].wires.push_back(std::move(links.back()));
    links.pop_back();
    std::move(links.begin(), links.end(), std::back_inserter(on_the_way.wires));
  }
  if (!on_the_way.wires.empty()) group.groups.push_back(std::move(on_the_way));
  return group;
}

/// What the NIC of the root hands to its router, and what it accepts from it.
WireGroup group_of_root(const BlockCollectiveParameters& parameters, const RouterParameters& router,
                        const SwappedDragonfly& topology) {
  const RouterId root = parameters.place[parameters.root];
  WireGroup group{fmt::format("NIC of the root, rank {}", parameters.root), false, {}, {}};
  for (unsigned lane = 0; lane < router.lanes; ++lane) {
    group.wires.push_back({root, WireKind::lane, lane, fmt::format("lane {}", lane)});
  }
  for (Port port = 0; port < router.ports(); ++port) {
    group.wires.push_back(
        {root, WireKind::ejection, port, fmt::format("from {}", port_name(topology, port))});
  }
  return group;
}

}  // namespace

std::vector<WireGroup> wave_groups(const Workload& workload, const Fabric& fabric) {
  const auto* collective = dynamic_cast<const BlockCollective*>(&workload);
  if (collective == nullptr) return {};
  const BlockCollectiveParameters& parameters = collective->parameters();
  if (parameters.plan.streams.size() > most_streams) return {};
  const SwappedDragonfly& topology = fabric.topology();
  std::vector<WireGroup> groups;
  if (parameters.operation != BlockOperation::scan) {
    groups.push_back(group_of_root(parameters, fabric.router_parameters(), topology));
  }
  for (const bool down : {false, true}) {
    for (unsigned part = 0; part < parameters.plan.parts; ++part) {
      WireGroup group = group_of(parameters, part, down, topology);
      if (!group.groups.empty()) groups.push_back(std::move(group));
    }
  }
  return groups;
}

}  // namespace swapfly
