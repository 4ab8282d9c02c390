#include "model/workloads/permutation.hpp"

#include <stdexcept>

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Permutation::Permutation(const WorkloadContext& context, std::vector<Header> headers)
    : context_(context), headers_(std::move(headers)) {
  if (headers_.empty()) {
    throw std::invalid_argument("workload.headers is empty; accepted: at least one [γ,π,δ]");
  }
  for (const Header& header : headers_) {
    const bool star =
        header.gamma == every_port || header.pi == every_port || header.delta == every_port;
    if (star || !fits(header, context.topology)) {
      throw std::invalid_argument(
          "workload.headers holds " + to_string(header) + "; accepted: γ from 0 to " +
          std::to_string(context.topology.K() - 1) + ", π and δ from 0 to " +
          std::to_string(context.topology.M() - 1));
    }
  }
  received_ = NodeMemories(context.topology.routers(), headers_.size());
}

WorkloadNeeds Permutation::needs() const {
  WorkloadNeeds needs;
  needs.lanes = static_cast<unsigned>(headers_.size());
  needs.headers = headers_;
  return needs;
}

std::uint64_t Permutation::payload(RouterId sender, std::uint64_t header) const {
  return mixed_value(context_.seed + header, sender) >> (64 - context_.payload_bits);
}

void Permutation::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  for (RouterId node = 0; node < context_.topology.routers(); ++node) {
    for (unsigned i = 0; i < headers_.size(); ++i) {
      Departure departure;
      departure.due = 1;
      departure.lane = i;
      departure.header = headers_[i];
      departure.label = i;
      departure.payload = payload(node, i);
      fabric.nic(node).send(departure);
    }
  }
}

void Permutation::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    received_.store(nic.node(), arrival.flit.label, arrival.flit.payload);
  }
}

std::uint64_t Permutation::expected_copies() const {
  return std::uint64_t{context_.topology.routers()} * headers_.size();
}

bool Permutation::data_ok() const {
  const SwappedDragonfly& topology = context_.topology;
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

bool Permutation::conflict_free_by_property() const {
  for (std::size_t i = 0; i < headers_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (headers_[i].gamma == headers_[j].gamma || headers_[i].pi == headers_[j].pi ||
          headers_[i].delta == headers_[j].delta) {
        return false;
      }
    }
  }
  return true;
}

std::vector<Claim> Permutation::claims(const RunFigures& figures) const {
  if (!conflict_free_by_property()) return {};
  return {exact_time(headers_.size() == 1 ? "d3.property1" : "d3.property3",
                     context_.local_hop == context_.global_hop ? "3 t_w" : "2 t_local + t_global",
                     2ULL * context_.local_hop + context_.global_hop, "3 hops, no conflict",
                     figures)};
}

std::vector<std::string> Permutation::notes() const {
  if (conflict_free_by_property()) return {};
  return {"two headers agree in a field, so conflicts are to be expected"};
}

}  // namespace swapfly
