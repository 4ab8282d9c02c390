#include "model/workloads/pairwise.hpp"

#include <algorithm>
#include <stdexcept>

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Pairwise::Pairwise(const WorkloadContext& context, const AllToAllMembers& members, Pairing pairing)
    : AllToAll(context, members), pairing_(pairing), progress_(inner().routers()) {
  if (pairing == Pairing::exclusive_or && !is_power_of_two(inner().routers())) {
    throw std::invalid_argument("workload.pairing is xor; accepted for " +
                                std::to_string(inner().routers()) +
                                " routers, which are no power of two: shift");
  }
  keep_own_items();
}

WorkloadNeeds Pairwise::needs() const {
  WorkloadNeeds needs;
  needs.headers = shortest_headers(context().topology);
  return needs;
}

std::uint64_t Pairwise::expected_copies() const { return steps() * inner().routers(); }

void Pairwise::begin(NicCore& nic, const Member& member) {
  if (steps() > 0) send_step(nic, member, progress_[member.number], nic.now() + 1);
}

void Pairwise::proceed(NicCore& nic, const Member& member, const std::vector<Arrival>& arrivals) {
  Progress& progress = progress_[member.number];
  for (const Arrival& arrival : arrivals) {
    const RouterId partner_step =
        step_between(pairing_, sender_of(arrival.flit), member.number, inner().routers());
    note(progress, pass_of(arrival.flit) * (inner().routers() - 1) + partner_step);
  }
  while (progress.sent < steps() && progress.sent <= progress.received) {
    const Clock over = std::max(nic.now(), progress.last_sent);
    send_step(nic, member, progress, over + nic.parameters().latency);
  }
}

void Pairwise::note(Progress& progress, std::uint64_t step) {
  progress.early.push_back(step);
  const auto next = [&progress] {
    return std::find(progress.early.begin(), progress.early.end(), progress.received + 1);
  };
  for (auto found = next(); found != progress.early.end(); found = next()) {
    progress.early.erase(found);
    ++progress.received;
  }
}

void Pairwise::send_step(NicCore& nic, const Member& member, Progress& progress, Clock due) {
  const RouterId others = inner().routers() - 1;
  const auto step = static_cast<RouterId>(progress.sent % others + 1);
  const RouterId receiver = receiver_of(pairing_, member.number, step, inner().routers());
  const SwappedDragonfly& topology = context().topology;
  Departure departure;
  departure.due = due;
  departure.header = shortest_header(topology.coordinates(nic.node()),
                                     network().to_outer(inner().coordinates(receiver)), topology);
  load(departure, member.number, receiver, progress.sent / others);
  nic.send(departure);
  progress.last_sent = due;
  ++progress.sent;
}

}  // namespace swapfly
