#include "model/workloads/uniform.hpp"

#include <algorithm>
#include <cmath>

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Uniform::Uniform(const WorkloadContext& context, const UniformParameters& parameters)
    : context_(context),
      parameters_(parameters),
      gaps_(parameters.rate),
      window_end_(parameters.warmup + parameters.measure),
      sources_end_(window_end_ + parameters.drain),
      payload_mask_(~std::uint64_t{0} >> (64 - context.payload_bits)) {
  const RouterId nodes = context.topology.routers();
  nodes_.reserve(nodes);
  for (RouterId id = 0; id < nodes; ++id) {
    Node node{RandomStream(context.seed, id), context.topology.coordinates(id), 0, 0, {}};
    node.next = gaps_.draw(node.random);
    nodes_.push_back(node);
  }
  expected_.resize(nodes);
}

WorkloadNeeds Uniform::needs() const {
  WorkloadNeeds needs;
  needs.open_loop = true;
  needs.headers = shortest_headers(context_.topology);
  return needs;
}

std::uint64_t Uniform::expected_copies() const {
  return created_[warming] + created_[measuring] + created_[draining];
}

void Uniform::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  fabric.measure(parameters_.warmup + 1, window_end_);
  for (RouterId id = 0; id < context_.topology.routers(); ++id) {
    generate(fabric.nic(id), nodes_[id], 0);
  }
}

bool Uniform::data_ok() const {
  return std::equal(nodes_.begin(), nodes_.end(), expected_.begin(), expected_.end(),
                    [](const Node& node, const Tally& tally) { return node.received == tally; });
}

void Uniform::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  const Clock now = nic.now();
  Node& node = nodes_[nic.node()];
  if (phase_of(now) == measuring) accepted_ += arrivals.size();
  for (const Arrival& arrival : arrivals) {
    node.received.add(arrival.flit.payload);
    receive(arrival.record, now);
  }
  if (node.next == now + 1) generate(nic, node, now);
}

void Uniform::receive(const PacketRecord& packet, Clock now) {
  const Phase phase = phase_of(packet.created);
  ++arrived_[phase];
  if (phase == draining) return;
  if (now > window_end_ && packet.created + unloaded_latency(packet.header) <= window_end_) {
    ++backlog_;
  }
  if (phase != measuring) return;
  hops_ += hop_count(packet.header);
  if (now > sources_end_) ++late_;
  last_arrival_ = now;
}

Clock Uniform::unloaded_latency(Header header) const {
  Clock clocks = 0;
  for (; header.hops > 0; header = after_hop(header)) {
    clocks += next_kind(header) == PortKind::local ? context_.local_hop : context_.global_hop;
  }
  return clocks;
}

/// Creates what is due in clock now + 1, and asks for the clock in which there is more to do.
void Uniform::generate(NicCore& nic, Node& node, Clock now) {
  if (node.next == now + 1) {
    if (sources_stopped(now)) return;
    create(nic, node);
    node.next += gaps_.draw(node.random);
  }
  if (node.next <= sources_end_) nic.call_at(node.next - 1);
}

/// Whether clock now + 1 creates nothing, wherever: said of what was so before clock `now`, so that
/// it does not matter which node of this clock asks first.
bool Uniform::sources_stopped(Clock now) const {
  if (now < window_end_) return false;
  if (now >= sources_end_) return true;
  return arrived_[measuring] == created_[measuring] && last_arrival_ < now;
}

void Uniform::create(NicCore& nic, Node& node) {
  const SwappedDragonfly& topology = context_.topology;
  // The high bits of one number are the destination, digit by digit; its low ones the data.
  const std::uint64_t number = node.random.next();
  std::uint64_t rest = number;
  const auto digit = [&rest](unsigned size) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(rest) * size;
    rest = static_cast<std::uint64_t>(product);
    return static_cast<unsigned>(product >> 64);
  };
  Coordinates to;
  to.c = digit(topology.K());
  to.d = digit(topology.M());
  to.p = digit(topology.M());

  Departure departure;
  departure.due = node.next;
  departure.lane = node.lane;
  departure.header = shortest_header(node.at, to, topology);
  departure.label = static_cast<std::uint32_t>(node.next);
  departure.payload = number & payload_mask_;
  nic.send(departure);
  if (++node.lane == nic.parameters().lanes) node.lane = 0;
  ++created_[phase_of(departure.due)];
  expected_[topology.id(to)].add(departure.payload);
}

std::uint64_t Uniform::backlog_limit(RouterId nodes, std::uint64_t created) {
  return static_cast<std::uint64_t>(
      std::sqrt(static_cast<double>(std::max<RouterId>(nodes, 16)) * static_cast<double>(created)));
}

std::optional<TrafficFigures> Uniform::traffic(Clock clocks) const {
  const auto in_window = [this](Clock last) {
    return std::min(last, window_end_) - std::min(last, parameters_.warmup);
  };
  const auto rate = [this](std::uint64_t flits, Clock over) {
    const auto nodes = static_cast<double>(context_.topology.routers());
    return over == 0 ? 0 : static_cast<double>(flits) / nodes / static_cast<double>(over);
  };
  // Of `clocks` clocks the first is clock 0; what is due in the next has been created already.
  const Clock over = std::max<Clock>(clocks, 1) - 1;
  TrafficFigures figures;
  figures.warmup = parameters_.warmup;
  figures.measure = in_window(over);
  figures.offered_rate = rate(created_[measuring], in_window(over + 1));
  figures.accepted_rate = rate(accepted_, figures.measure);
  const std::uint64_t arrived = arrived_[measuring];
  figures.packets = created_[measuring];
  if (arrived > 0) figures.mean_hops = static_cast<double>(hops_) / static_cast<double>(arrived);
  if (over > sources_end_) figures.unfinished = late_ + created_[measuring] - arrived;
  const std::uint64_t created = created_[warming] + created_[measuring];
  figures.backlog = backlog_;
  figures.backlog_limit = backlog_limit(context_.topology.routers(), created);
  const bool known = over >= window_end_ && arrived_[warming] + arrived == created;
  if (known) figures.saturated = figures.backlog > figures.backlog_limit;
  return figures;
}

}  // namespace swapfly
