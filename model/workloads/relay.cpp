#include "model/workloads/relay.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/content.hpp"

namespace swapfly {

Relay::Relay(const WorkloadContext& context, const RelayParameters& parameters)
    : context_(context), pause_(parameters.pause) {
  if (parameters.headers.empty()) {
    throw std::invalid_argument("the relay has no leg; accepted: at least one header");
  }
  RouterId at = context.topology.id(parameters.from);
  for (const Header& given : parameters.headers) {
    const Header header = without_skipped_hops(given);
    if (spreads(header) || header.hops == 0) {
      throw std::invalid_argument(
          fmt::format("a leg of the relay is {}; accepted: no *, and at least one hop that is not "
                      "skipped",
                      to_string(given)));
    }
    const RouterId to = destinations(header, at, context.topology).front();
    legs_.push_back({header, at, to});
    at = to;
  }
}

WorkloadNeeds Relay::needs() const {
  WorkloadNeeds needs;
  for (const RelayLeg& leg : legs_) needs.headers.push_back(leg.header);
  return needs;
}

std::uint64_t Relay::payload(std::size_t leg) const {
  return mixed_value(context_.seed, leg) >> (64 - context_.payload_bits);
}

Departure Relay::departure() const {
  Departure departure;
  departure.header = legs_[done_].header;
  departure.label = static_cast<std::uint32_t>(done_);
  departure.payload = payload(done_);
  return departure;
}

void Relay::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  Departure first = departure();
  first.due = 1;
  fabric.nic(legs_.front().from).send(first);
}

void Relay::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    const bool due = done_ < legs_.size() && legs_[done_].to == nic.node() &&
                     arrival.flit.label == done_ && arrival.flit.payload == payload(done_);
    if (!due) {
      astray_ = true;
      continue;
    }
    legs_[done_].arbitrated = arrival.record.injected;
    legs_[done_].ejected = nic.now();
    if (++done_ == legs_.size()) return;
    Departure next = departure();
    next.due = nic.answer_clock() + pause_;
    nic.answer(arrival, next);
  }
}

std::vector<Claim> Relay::claims(const RunFigures& figures) const {
  std::uint64_t expected = (legs_.size() - 1) * (context_.nic + pause_);
  for (const RelayLeg& leg : legs_) {
    expected += path_clocks(leg.header, context_.local_hop, context_.global_hop);
  }
  return {exact_time("relay.time", "the clocks of all hops + (legs - 1)(t_s + pause)", expected, "",
                     figures)};
}

}  // namespace swapfly
