#include "model/workloads/scheduled.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <tuple>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/content.hpp"

namespace swapfly {

void Scheduled::Tally::add(RouterId node, std::uint64_t payload) {
  ++count;
  sum += mixed_value(payload, node);
}

Scheduled::Scheduled(const WorkloadContext& context, FlitSchedule schedule)
    : context_(context),
      schedule_(std::move(schedule)),
      senders_(context.topology.routers()),
      received_(schedule_.size()) {
  if (schedule_.empty()) {
    throw std::invalid_argument("the schedule is empty; accepted: at least one flit");
  }
  std::vector<std::uint32_t> flits_of(senders_.size());
  for (const ScheduledFlit& flit : schedule_) {
    ++flits_of[flit.router];
    expected_copies_ +=
        copies(without_skipped_hops(flit.header), context_.topology.K(), context_.topology.M());
  }
  std::size_t first = 0;
  for (std::size_t node = 0; node < senders_.size(); ++node) {
    senders_[node] = {first, first};
    first += flits_of[node];
  }
  by_node_.resize(schedule_.size());
  for (std::uint32_t i = 0; i < schedule_.size(); ++i) {
    by_node_[senders_[schedule_[i].router].end++] = i;
  }
}

WorkloadNeeds Scheduled::needs() const {
  const auto fields = [](const Header& header) {
    return std::tie(header.hops, header.skip, header.gamma, header.pi, header.delta);
  };
  const auto less = [&fields](const Header& a, const Header& b) { return fields(a) < fields(b); };
  std::set<Header, decltype(less)> headers(less);
  WorkloadNeeds needs;
  for (const ScheduledFlit& flit : schedule_) {
    needs.lanes = std::max(needs.lanes, flit.lane + 1U);
    headers.insert(without_skipped_hops(flit.header));
  }
  needs.headers.assign(headers.begin(), headers.end());
  return needs;
}

void Scheduled::start(Fabric& fabric) {
  ideal_ =
      ideal_run(schedule_, fabric.topology(), fabric.router_parameters(), fabric.nic_parameters());
  run_everywhere(fabric, *this);
  for (RouterId node = 0; node < context_.topology.routers(); ++node) send_due(fabric.nic(node));
}

void Scheduled::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    const std::uint32_t flit = arrival.flit.label;
    received_[flit].add(nic.node(), arrival.flit.payload);
    if (nic.now() != arrival_clock(schedule_[flit])) ++off_time_;
  }
  send_due(nic);
}

void Scheduled::send_due(NicCore& nic) {
  Sender& sender = senders_[nic.node()];
  while (sender.next < sender.end) {
    const std::uint32_t place = by_node_[sender.next];
    const ScheduledFlit& flit = schedule_[place];
    if (flit.clock > nic.now() + 1) {
      nic.call_at(flit.clock - 1);
      return;
    }
    Departure departure;
    departure.due = flit.clock;
    departure.lane = flit.lane;
    departure.header = flit.header;
    departure.label = place;
    departure.payload = flit.payload;
    nic.send(departure);
    ++sender.next;
  }
}

bool Scheduled::data_ok() const {
  if (ideal_.free() && off_time_ > 0) return false;
  for (std::size_t i = 0; i < schedule_.size(); ++i) {
    const ScheduledFlit& flit = schedule_[i];
    Tally expected;
    const Header header = without_skipped_hops(flit.header);
    for (const RouterId node : destinations(header, flit.router, context_.topology)) {
      expected.add(node, flit.payload);
    }
    if (received_[i].count != expected.count || received_[i].sum != expected.sum) return false;
  }
  return true;
}

std::vector<Claim> Scheduled::claims(const RunFigures& figures) const {
  if (!ideal_.free()) return {};
  Clock last = 0;
  for (const ScheduledFlit& flit : schedule_) last = std::max(last, arrival_clock(flit));
  return {exact_time("schedule.time", "the last arrival by the routing rule - the first clock",
                     last - schedule_.front().clock, "", figures)};
}

}  // namespace swapfly
