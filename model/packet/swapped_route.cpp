#include "model/packet/swapped_route.hpp"

#include <algorithm>
#include <array>

namespace swapfly {
namespace {

std::uint16_t field(unsigned port) { return static_cast<std::uint16_t>(port); }

}  // namespace

std::uint64_t copies_of_spreading(Header header, unsigned K, unsigned M) {
  std::uint64_t count = 1;
  while (header.hops > 0) {
    if (next_number(header) == every_port) {
      count *= next_kind(header) == PortKind::local ? M : K;
    }
    header = after_hop(header);
  }
  return count;
}

std::vector<RouterId> destinations(const Header& header, RouterId from,
                                   const SwappedDragonfly& topology) {
  std::vector<RouterId> places{from};
  for (Header rest = header; rest.hops > 0; rest = after_hop(rest)) {
    std::vector<RouterId> next;
    for (const RouterId place : places) {
      for_each_output(rest, topology,
                      [&](Port port) { next.push_back(topology.neighbour(place, port).router); });
    }
    places = std::move(next);
  }
  return places;
}

std::optional<std::vector<Port>> path(const Header& header, RouterId from, RouterId to,
                                      const SwappedDragonfly& topology) {
  // First with port 0 for every `*`. The sums of a group can be taken in any order, so what is then
  // missing in a coordinate is the port of the `*` whose hop moves the copy in it.
  std::vector<Port> ports;
  std::vector<bool> open;
  Coordinates end = topology.coordinates(from);
  for (Header rest = header; rest.hops > 0; rest = after_hop(rest)) {
    const std::uint16_t number = next_number(rest);
    const unsigned known = number == every_port ? 0 : number;
    ports.push_back(next_kind(rest) == PortKind::local ? topology.local_port(known)
                                                       : topology.global_port(known));
    open.push_back(number == every_port);
    end = topology.across(end, ports.back());
  }
  const Coordinates wanted = topology.coordinates(to);
  const unsigned c = difference(topology.cabinet_group(), wanted.c, end.c, topology.K());
  const unsigned d = difference(topology.drawer_group(), wanted.d, end.d, topology.M());
  const unsigned p = difference(topology.drawer_group(), wanted.p, end.p, topology.M());
  bool swapped = false;  // by the global hops that follow: p of here is d of there
  for (std::size_t hop = ports.size(); hop-- > 0;) {
    const bool local = topology.kind(ports[hop]) == PortKind::local;
    if (open[hop]) {
      ports[hop] = local ? topology.local_port(swapped ? d : p) : topology.global_port(c);
    }
    if (!local) swapped = !swapped;
  }
  Coordinates reached = topology.coordinates(from);
  for (const Port port : ports) reached = topology.across(reached, port);
  if (reached != wanted) return std::nullopt;
  return ports;
}

unsigned hop_count(const Header& header) {
  unsigned count = 0;
  for (Header rest = header; rest.hops > 0; rest = after_hop(rest)) ++count;
  return count;
}

std::uint64_t path_clocks(const Header& header, unsigned local_hop, unsigned global_hop) {
  std::uint64_t clocks = 0;
  for (Header rest = without_skipped_hops(header); rest.hops > 0; rest = after_hop(rest)) {
    clocks += next_kind(rest) == PortKind::local ? local_hop : global_hop;
  }
  return clocks;
}

Header shortest_header(const Coordinates& from, const Coordinates& to,
                       const SwappedDragonfly& topology) {
  if (from == to) return Header{0, true, 0, 0, 0};
  const auto local = [&topology](unsigned target, unsigned start) {
    return field(difference(topology.drawer_group(), target, start, topology.M()));
  };
  if (from.c == to.c && from.d == to.d) return Header{1, true, 0, 0, local(to.p, from.p)};
  const std::uint16_t gamma =
      field(difference(topology.cabinet_group(), to.c, from.c, topology.K()));
  // One global hop swaps the last two coordinates, two keep them; no shortest path needs a third,
  // and the second saves a hop only where d and p stay as they are and differ.
  if (from.d == to.d && from.p == to.p && from.d != from.p) return {4, true, gamma, 0, 0};
  return without_skipped_hops({3, true, gamma, local(to.p, from.d), local(to.d, from.p)});
}

bool fits(const Header& header, const SwappedDragonfly& topology) {
  const auto valid = [](std::uint16_t value, unsigned size) {
    return value == every_port || value < size;
  };
  return valid(header.gamma, topology.K()) && valid(header.pi, topology.M()) &&
         valid(header.delta, topology.M());
}

Distances distances(const SwappedDragonfly& topology) {
  // A distance depends only on which of d, p, d', p' are equal and on whether c = c'. So a value
  // other than d and p stands for all such values, weighted by how many there are.
  const double K = topology.K();
  const unsigned M = topology.M();
  Distances result;
  double total = 0;
  for (unsigned p = 0; p < std::min(M, 2U); ++p) {
    const Coordinates from{0, 0, p};
    const double sources = p == 0 ? M : double{1.0} * M * (M - 1);
    const unsigned named = p + 1;  // values taken by d and p
    const auto weight = [&](unsigned value) { return value < named ? 1.0 : double(M - named); };
    const unsigned last = std::min(M - 1, named);
    for (unsigned c = 0; c < std::min(topology.K(), 2U); ++c) {
      for (unsigned to_d = 0; to_d <= last; ++to_d) {
        for (unsigned to_p = 0; to_p <= last; ++to_p) {
          // Two "other" values may be the same one or not; nothing compares d' with p'.
          const unsigned hops = hop_count(shortest_header(from, {c, to_d, to_p}, topology));
          result.diameter = std::max(result.diameter, hops);
          total += sources * (c == 0 ? 1.0 : K - 1) * weight(to_d) * weight(to_p) * hops;
        }
      }
    }
  }
  const double routers = topology.routers();
  result.mean = total / (K * M * M) / routers * K;
  return result;
}

}  // namespace swapfly
