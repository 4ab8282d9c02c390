#include "testbench/results/link_load_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

const char* name_of(PortKind kind) { return kind == PortKind::local ? "local" : "global"; }

Json to_json(const LinkLoads& loads, RouterId router, Port port) {
  const SwappedDragonfly& topology = loads.topology;
  return {{"router", router},
          {"kind", name_of(topology.kind(port))},
          {"number", topology.number(port)},
          {"to", topology.neighbour(router, port).router},
          {"flits", loads.flits_of(router, port)},
          {"load", loads.load(router, port)}};
}

}  // namespace

std::string link_name(const SwappedDragonfly& topology, RouterId router, Port port) {
  return fmt::format("{} of router {} {}", port_name(topology, port), router,
                     to_string(topology.coordinates(router)));
}

Block link_load_report(const LinkLoads& loads, bool every_link) {
  const SwappedDragonfly& topology = loads.topology;
  Block block;
  block.name = "link_load";
  block.json["clocks"] = loads.clocks;
  for (const PortKind kind : {PortKind::local, PortKind::global}) {
    const LoadSummary summary = loads.summary(kind);
    block.json[name_of(kind)] = {{"mean", summary.mean}, {"highest", summary.highest}};
    block.lines.push_back(fmt::format("{}: mean {:.3f}, highest {:.3f} at {}", name_of(kind),
                                      summary.mean, summary.highest,
                                      link_name(topology, summary.router, summary.port)));
  }
  if (!every_link) return block;
  Json& links = block.json["links"] = Json::array();
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (Port port = 0; port < topology.ports(); ++port) {
      links.push_back(to_json(loads, router, port));
    }
  }
  return block;
}

}  // namespace swapfly
