#include "testbench/results/network_exports.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

/// Calls visit(a, b, port) for every pair of distinct routers that port joins, once a pair. No two
/// ports join the same pair: local ones stay in the drawer, global ones leave it.
template <class Visit>
void for_each_link(const SwappedDragonfly& topology, RouterId router, Visit&& visit) {
  for (Port port = 0; port < topology.ports(); ++port) {
    const RouterId other = topology.neighbour(router, port).router;
    if (router < other) visit(other, port);
  }
}

}  // namespace

std::string to_dot(const SwappedDragonfly& topology) {
  std::string out = fmt::format("graph \"{}\" {{\n  node [shape=circle];\n", to_string(topology));
  for (unsigned drawer = 0; drawer < topology.drawer_count(); ++drawer) {
    out += fmt::format("  subgraph cluster_{} {{\n    label=\"cabinet {} drawer {}\";\n", drawer,
                       drawer / topology.M(), drawer % topology.M());
    for (unsigned p = 0; p < topology.M(); ++p) {
      const RouterId router = drawer * topology.M() + p;
      const Coordinates at = topology.coordinates(router);
      out += fmt::format("    r{} [label=\"{},{},{}\"];\n", router, at.c, at.d, at.p);
    }
    out += "  }\n";
  }
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for_each_link(topology, router, [&](RouterId other, Port port) {
      const bool local = topology.kind(port) == PortKind::local;
      out += fmt::format("  r{} -- r{}{};\n", router, other, local ? "" : " [style=dashed]");
    });
  }
  return out + "}\n";
}

std::string to_anynet(const SwappedDragonfly& topology, const LinkClocks& link) {
  const bool latencies = link.local > 0 || link.global > 0;
  std::string out;
  for (RouterId router = 0; router < topology.routers(); ++router) {
    out += fmt::format("router {0} node {0}", router);
    for_each_link(topology, router, [&](RouterId other, Port port) {
      out += fmt::format(" router {}", other);
      const bool local = topology.kind(port) == PortKind::local;
      if (latencies) out += fmt::format(" {}", 1 + (local ? link.local : link.global));
    });
    out += "\n";
  }
  return out;
}

}  // namespace swapfly
