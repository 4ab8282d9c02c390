#include "model/workloads/all_to_all.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace swapfly {
namespace {

std::vector<unsigned> first_ones(unsigned count) {
  std::vector<unsigned> values(count);
  std::iota(values.begin(), values.end(), 0U);
  return values;
}

SubNetwork sub_network(const SwappedDragonfly& topology, const AllToAllMembers& members) {
  return {topology, first_ones(members.J), first_ones(members.L),
          group_for(members.J, topology.cabinet_group()),
          group_for(members.L, topology.drawer_group())};
}

}  // namespace

AllToAll::AllToAll(const WorkloadContext& context, const AllToAllMembers& members)
    : context_(context),
      network_(sub_network(context.topology, members)),
      items_(members.items),
      numbers_(context.topology.routers(), nobody),
      received_(network_.inner().routers()) {
  if (items_ == 0 || items_ > most_items) {
    throw std::invalid_argument("workload.items is " + std::to_string(items_) +
                                "; accepted: 1 to " + std::to_string(most_items));
  }
  for (RouterId number = 0; number < inner().routers(); ++number) {
    numbers_[context.topology.id(network_.to_outer(inner().coordinates(number)))] = number;
  }
}

void AllToAll::start(Fabric& fabric) {
  fabric_ = &fabric;
  run_everywhere(fabric, *this);
  for (RouterId number = 0; number < inner().routers(); ++number) {
    const Coordinates at = inner().coordinates(number);
    begin(fabric.nic(context_.topology.id(network_.to_outer(at))), {number, at});
  }
}

void AllToAll::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  const RouterId number = numbers_[nic.node()];
  if (number == nobody) {
    wrong_ += arrivals.size();
    return;
  }
  for (const Arrival& arrival : arrivals) check(number, arrival.flit);
  proceed(nic, {number, inner().coordinates(number)}, arrivals);
}

void AllToAll::check(RouterId receiver, const Flit& flit) {
  received_[receiver].add(flit.label);
  if (flit.payload != payload(flit.label, receiver)) ++wrong_;
}

void AllToAll::keep_own_items() {
  for (RouterId number = 0; number < inner().routers(); ++number) {
    for (std::uint64_t pass = 0; pass < passes(); ++pass) {
      received_[number].add(label(number, pass));
    }
  }
}

bool AllToAll::data_ok() const {
  Tally expected;
  for (RouterId sender = 0; sender < inner().routers(); ++sender) {
    for (std::uint64_t pass = 0; pass < passes(); ++pass) expected.add(label(sender, pass));
  }
  return wrong_ == 0 && std::all_of(received_.begin(), received_.end(),
                                    [&](const Tally& tally) { return tally == expected; });
}

double AllToAll::capacity_clocks() const {
  return double(passes()) * link_capacity_hops(inner().K(), inner().M());
}

RunFigures AllToAll::figures() const { return figures_of(*fabric_, expected_copies()); }

}  // namespace swapfly
