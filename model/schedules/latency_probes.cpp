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
  const std::vector<Header> headers = small_headers(topology, longest);
  std::vector<LatencyProbe> probes;
  std::map<ByHopKind<std::uint64_t>, unsigned> alike;
  // Which hops a header makes depends on where it starts; going through them twice from different
  // places meets all of them.
  Coordinates at;
  const auto go = [&](const Header& header) {
    const LatencyProbe next = probe(at, header, topology);
    if (alike[next.hops] == most_alike) return;
    ++alike[next.hops];
    probes.push_back(next);
    at = next.to;
  };
  for (const Header& header : headers) go(header);
  for (auto header = headers.rbegin(); header != headers.rend(); ++header) go(*header);
  return probes;
}

}  // namespace swapfly
