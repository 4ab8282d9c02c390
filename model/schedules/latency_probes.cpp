#include "model/schedules/latency_probes.hpp"

#include <algorithm>
#include <map>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// Probes whose paths are made of the same hops: more would say nothing new.
constexpr unsigned most_alike = 2;

LatencyProbe probe(const Coordinates& from, const Header& header,
                   const SwappedDragonfly& topology) {
  LatencyProbe probe{from, header, from, {}};
  for (Header rest = header; rest.hops > 0; rest = after_hop(rest)) {
    const Port port = next_kind(rest) == PortKind::local ? topology.local_port(next_number(rest))
                                                         : topology.global_port(next_number(rest));
    ++probe.hops[hop_kind(topology, probe.to, port)];
    probe.to = topology.across(probe.to, port);
  }
  return probe;
}

/// Headers of 1 to `longest` hops whose fields are 0 or 1, with `skip` too: without it no path has
/// a global hop and no local one.
std::vector<Header> small_headers(const SwappedDragonfly& topology, unsigned longest) {
  std::vector<Header> headers;
  const std::uint16_t most_gamma = topology.K() > 1 ? 1 : 0;
  const std::uint16_t most_local = topology.M() > 1 ? 1 : 0;
  for (unsigned hops = 1; hops <= longest; ++hops) {
    for (const bool skip : {false, true}) {
      for (std::uint16_t gamma = 0; gamma <= most_gamma; ++gamma) {
        for (std::uint16_t pi = 0; pi <= most_local; ++pi) {
          for (std::uint16_t delta = 0; delta <= most_local; ++delta) {
            const Header header =
                without_skipped_hops({static_cast<std::uint8_t>(hops), skip, gamma, pi, delta});
            if (header.hops > 0) headers.push_back(header);
          }
        }
      }
    }
  }
  return headers;
}

}  // namespace

std::vector<LatencyProbe> latency_probes(const SwappedDragonfly& topology, unsigned longest) {
  std::vector<LatencyProbe> probes;
  std::map<ByHopKind<std::uint64_t>, unsigned> alike;
  Coordinates at;
  const auto go = [&](const Header& header) {
    probes.push_back(probe(at, header, topology));
    ++alike[probes.back().hops];
    at = probes.back().to;
  };
  // Which hops a header makes depends on whether it starts at a router with p = d.
  std::vector<bool> starts = {true};
  if (topology.M() > 1) starts.push_back(false);
  for (const Header& header : small_headers(topology, longest)) {
    for (const bool on_diagonal : starts) {
      Coordinates start = at;
      std::uint16_t delta = 0;
      if ((at.d == at.p) != on_diagonal) {
        delta = on_diagonal ? static_cast<std::uint16_t>(
                                  difference(topology.drawer_group(), at.d, at.p, topology.M()))
                            : std::uint16_t{1};
        start = topology.across_local(at, delta);
      }
      if (alike[probe(start, header, topology).hops] >= most_alike) continue;
      if (delta > 0) go({1, false, 0, 0, delta});
      go(header);
    }
  }
  return probes;
}

}  // namespace swapfly
