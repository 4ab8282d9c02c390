#include "model/workloads/permutation.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "model/packet/sub_network_route.hpp"
#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// The first clock in which a flit can be arbitrated.
constexpr Clock first_clock = 1;

std::vector<unsigned> or_all(std::vector<unsigned> chosen, unsigned size) {
  if (chosen.empty()) {
    chosen.resize(size);
    std::iota(chosen.begin(), chosen.end(), 0U);
  }
  return chosen;
}

SubNetwork sub_network(const SwappedDragonfly& topology, const PermutationParameters& parameters) {
  std::vector<unsigned> cabinets = or_all(parameters.cabinets, topology.K());
  std::vector<unsigned> drawers = or_all(parameters.drawers, topology.M());
  const Group cabinet_group =
      group_for(static_cast<unsigned>(cabinets.size()), topology.cabinet_group());
  const Group drawer_group =
      group_for(static_cast<unsigned>(drawers.size()), topology.drawer_group());
  return {topology, std::move(cabinets), std::move(drawers), cabinet_group, drawer_group};
}

}  // namespace

Permutation::Permutation(const WorkloadContext& context, PermutationParameters parameters)
    : context_(context),
      headers_(std::move(parameters.headers)),
      at_once_(parameters.at_once == 0 ? headers_.size() : parameters.at_once),
      within_sub_network_(!parameters.cabinets.empty() || !parameters.drawers.empty()),
      network_(sub_network(context.topology, parameters)) {
  if (headers_.empty()) {
    throw std::invalid_argument("workload.headers is empty; accepted: at least one [γ,π,δ]");
  }
  for (const Header& header : headers_) {
    const bool star =
        header.gamma == every_port || header.pi == every_port || header.delta == every_port;
    if (star || !fits(header, network_.inner())) {
      throw std::invalid_argument(
          "workload.headers holds " + to_string(header) + "; accepted: γ from 0 to " +
          std::to_string(network_.inner().K() - 1) + ", π and δ from 0 to " +
          std::to_string(network_.inner().M() - 1));
    }
  }
  at_once_ = std::min(at_once_, headers_.size());
  received_ = NodeMemories(network_.inner().routers(), headers_.size());
}

std::uint64_t Permutation::rounds() const { return (headers_.size() + at_once_ - 1) / at_once_; }

Clock Permutation::round_clocks() const { return 2ULL * context_.local_hop + context_.global_hop; }

WorkloadNeeds Permutation::needs() const {
  WorkloadNeeds needs;
  needs.lanes = static_cast<unsigned>(at_once_);
  needs.headers = headers_;
  // Translated headers may hold any ports, by which every dependency of any such header is one of
  // this one.
  if (within_sub_network_) needs.headers = {{3, false, every_port, every_port, every_port}};
  return needs;
}

std::uint64_t Permutation::payload(RouterId sender, std::uint64_t header) const {
  return mixed_value(context_.seed + header, sender) >> (64 - context_.payload_bits);
}

void Permutation::start(Fabric& fabric) {
  fabric_ = &fabric;
  run_everywhere(fabric, *this);
  for (RouterId node = 0; node < network_.inner().routers(); ++node) {
    const Coordinates place = network_.to_outer(network_.inner().coordinates(node));
    send_round(fabric.nic(network_.outer().id(place)), 0);
  }
}

void Permutation::send_round(NicCore& nic, std::uint64_t round) {
  const Coordinates at = network_.to_inner(network_.outer().coordinates(nic.node()));
  const std::size_t first = round * at_once_;
  for (std::size_t i = first; i < std::min(first + at_once_, headers_.size()); ++i) {
    Departure departure;
    departure.due = first_clock + round * round_clocks();
    departure.lane = static_cast<unsigned>(i - first);
    departure.header = physical_header(network_, at, headers_[i]);
    departure.label = static_cast<std::uint32_t>(i);
    departure.payload = payload(network_.inner().id(at), i);
    nic.send(departure);
  }
  if (round + 1 < rounds()) nic.call_at((round + 1) * round_clocks());
}

void Permutation::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  const Coordinates place = network_.outer().coordinates(nic.node());
  if (!network_.contains(place)) {
    strays_ += arrivals.size();
    return;
  }
  const RouterId node = network_.inner().id(network_.to_inner(place));
  for (const Arrival& arrival : arrivals) {
    received_.store(node, arrival.flit.label, arrival.flit.payload);
  }
  // Round r starts in clock 1 + r * round_clocks(), and is sent the clock before.
  const std::uint64_t round = nic.now() / round_clocks();
  if (nic.now() % round_clocks() == 0 && round < rounds()) send_round(nic, round);
}

std::uint64_t Permutation::expected_copies() const {
  return std::uint64_t{network_.inner().routers()} * headers_.size();
}

bool Permutation::data_ok() const {
  const SwappedDragonfly& topology = network_.inner();
  std::vector<Content> expected(topology.routers(), Content(headers_.size()));
  for (RouterId sender = 0; sender < topology.routers(); ++sender) {
    const Coordinates from = topology.coordinates(sender);
    for (std::size_t i = 0; i < headers_.size(); ++i) {
      // From (c,d,p) to (c+γ, p+δ, d+π), said directly rather than hop by hop.
      const Header& header = headers_[i];
      const Coordinates to{add(topology.cabinet_group(), from.c, header.gamma, topology.K()),
                           add(topology.drawer_group(), from.p, header.delta, topology.M()),
                           add(topology.drawer_group(), from.d, header.pi, topology.M())};
      expected[topology.id(to)][i] = payload(sender, i);
    }
  }
  for (RouterId node = 0; node < topology.routers(); ++node) {
    if (!received_.holds(node, expected[node])) return false;
  }
  return true;
}

bool Permutation::differ_in_all_fields(std::size_t first, std::size_t end) const {
  for (std::size_t i = first; i < end; ++i) {
    for (std::size_t j = first; j < i; ++j) {
      if (headers_[i].gamma == headers_[j].gamma || headers_[i].pi == headers_[j].pi ||
          headers_[i].delta == headers_[j].delta) {
        return false;
      }
    }
  }
  return true;
}

bool Permutation::conflict_free_by_property() const {
  for (std::size_t first = 0; first < headers_.size(); first += at_once_) {
    if (!differ_in_all_fields(first, std::min(first + at_once_, headers_.size()))) return false;
  }
  return true;
}

/// Whether all traffic kept to the sub-network: a flit at any other router would leave it by a link
/// or be ejected there.
Claim Permutation::closed() const {
  Claim claim;
  claim.id = "d3.property2";
  claim.formula = "0, a D3(J,L) is closed";
  claim.unit = "flits outside";
  claim.measured = strays_;
  for (RouterId router = 0; router < context_.topology.routers(); ++router) {
    if (network_.contains(context_.topology.coordinates(router))) continue;
    claim.measured += fabric_->router(router).counters().flit_hops;
  }
  claim.ok = claim.measured == claim.expected;
  return claim;
}

std::vector<Claim> Permutation::claims(const RunFigures& figures) const {
  std::vector<Claim> claims;
  if (conflict_free_by_property()) {
    const bool equal = context_.local_hop == context_.global_hop;
    const std::string three = equal ? "3 t_w" : "2 t_local + t_global";
    const char* alone = at_once_ == 1 ? "d3.property1" : "d3.property3";
    claims.push_back(
        exact_time(within_sub_network_ ? "d3.property2" : alone,
                   rounds() == 1 ? three : "R (" + three + ")", rounds() * round_clocks(),
                   rounds() == 1 ? "3 hops, no conflict" : "3 hops a round, no conflict", figures));
  }
  if (within_sub_network_) claims.push_back(closed());
  return claims;
}

std::vector<std::string> Permutation::notes() const {
  if (conflict_free_by_property()) return {};
  return {"two headers agree in a field, so conflicts are to be expected"};
}

}  // namespace swapfly
