#include "model/workloads/mixed.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Mixed::Mixed(const WorkloadContext& context, const MixedParameters& parameters)
    : context_(context), parameters_(parameters) {
  if (parameters.broadcasts > 0 && !context.multicast) {
    throw std::invalid_argument(
        fmt::format("workload.broadcasts is {}; accepted with router.multicast false: 0",
                    parameters.broadcasts));
  }
  const RouterId nodes = context.topology.routers();
  senders_.reserve(nodes);
  for (RouterId node = 0; node < nodes; ++node) {
    senders_.push_back({RandomStream(context.seed, node), parameters.packets, 0});
  }
  expected_.resize(nodes);
  received_.resize(nodes);
}

WorkloadNeeds Mixed::needs() const {
  WorkloadNeeds needs;
  needs.open_loop = true;
  needs.headers = shortest_headers(context_.topology);
  if (parameters_.broadcasts > 0) {
    needs.headers.push_back({3, false, every_port, every_port, every_port});
    needs.headers.push_back({4, false, every_port, every_port, every_port});
  }
  return needs;
}

void Mixed::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  for (RouterId node = 0; node < context_.topology.routers(); ++node) {
    Sender& sender = senders_[node];
    if (sender.left == 0 || parameters_.rate <= 0) continue;
    sender.next = sender.random.trials(parameters_.rate);
    fabric.nic(node).call_at(sender.next);
  }
}

void Mixed::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) received_[nic.node()].add(arrival.flit.payload);
  const Sender& sender = senders_[nic.node()];
  if (sender.left > 0 && sender.next == nic.now()) send_next(nic);
}

void Mixed::send_next(NicCore& nic) {
  Sender& sender = senders_[nic.node()];
  const SwappedDragonfly& topology = context_.topology;
  Departure departure;
  departure.due = nic.now() + 1;
  departure.label = static_cast<std::uint32_t>(sender.left);
  departure.payload =
      mixed_value(context_.seed ^ nic.node(), sender.left) >> (64 - context_.payload_bits);
  if (sender.random.unit() < parameters_.broadcasts) {
    const std::uint8_t hops = sender.random.below(2) == 0 ? 3 : 4;
    departure.header = {hops, false, every_port, every_port, every_port};
    expected_everywhere_.add(departure.payload);
    expected_copies_ += topology.routers();
  } else {
    const auto to = static_cast<RouterId>(sender.random.below(topology.routers()));
    departure.header =
        shortest_header(topology.coordinates(nic.node()), topology.coordinates(to), topology);
    expected_[to].add(departure.payload);
    expected_copies_ += 1;
  }
  nic.send(departure);
  if (--sender.left == 0) return;
  sender.next = nic.now() + sender.random.trials(parameters_.rate);
  nic.call_at(sender.next);
}

bool Mixed::data_ok() const {
  for (RouterId node = 0; node < context_.topology.routers(); ++node) {
    Tally expected = expected_[node];
    expected.add(expected_everywhere_);
    if (received_[node] != expected) return false;
  }
  return true;
}

}  // namespace swapfly
