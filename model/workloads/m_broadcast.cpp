#include "model/workloads/m_broadcast.hpp"

#include <fmt/core.h>

#include <stdexcept>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// Rounds are counted from clock 1, the first in which a flit can be arbitrated.
constexpr Clock first_clock = 1;

BroadcastRequest request_of(const WorkloadContext& context,
                            const MBroadcastParameters& parameters) {
  BroadcastRequest request;
  request.tree = parameters.tree;
  request.schedule = parameters.schedule;
  request.source = parameters.source;
  request.messages = parameters.content.size();
  request.local_hop = context.local_hop;
  request.global_hop = context.global_hop;
  request.nic = context.nic;
  request.multicast = context.multicast;
  return request;
}

}  // namespace

MBroadcast::MBroadcast(const WorkloadContext& context, MBroadcastParameters parameters)
    : context_(context),
      parameters_(std::move(parameters)),
      plan_(context.topology, request_of(context, parameters_)),
      source_(context.topology.id(parameters_.source)) {
  if (parameters_.content.size() >> message_bits != 0) {
    throw std::invalid_argument(fmt::format("workload.messages is {}; accepted: up to {}",
                                            parameters_.content.size(), (1U << message_bits) - 1));
  }
  memories_ = NodeMemories(context.topology.routers(), parameters_.content.size());
}

Header MBroadcast::after(unsigned tree_hops_left) const {
  Header header = plan_.tree_header();
  while (header.hops > tree_hops_left) header = after_hop(header);
  return header;
}

WorkloadNeeds MBroadcast::needs() const {
  const SwappedDragonfly& topology = context_.topology;
  WorkloadNeeds needs;
  // Hand-overs, and the local hops of NICs that duplicate.
  if (parameters_.tree == BroadcastTree::depth4 || !context_.multicast) {
    for (unsigned p = 0; p < topology.M(); ++p) {
      needs.headers.push_back({1, false, 0, 0, static_cast<std::uint16_t>(p)});
    }
  }
  if (context_.multicast) {
    needs.headers.push_back(plan_.tree_header());
    needs.lanes = plan_.source_lanes();
    return needs;
  }
  // A NIC that duplicates has a lane for every port, so that all copies leave in one clock.
  needs.lanes = topology.ports();
  for (unsigned c = 0; c < topology.K(); ++c) {
    needs.headers.push_back({2, true, static_cast<std::uint16_t>(c), 0, 0});
  }
  return needs;
}

void MBroadcast::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  send_due_rounds(fabric.nic(source_));
}

void MBroadcast::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) take(nic, arrival);
  if (nic.node() == source_) send_due_rounds(nic);
}

void MBroadcast::send_due_rounds(NicCore& nic) {
  while (next_round_ < plan_.rounds()) {
    const Clock due = first_clock + plan_.start(next_round_);
    if (due > nic.now() + 1) {
      nic.call_at(due - 1);
      return;
    }
    send_round(nic, next_round_++);
  }
}

void MBroadcast::send_round(NicCore& nic, std::uint64_t round) {
  const std::vector<unsigned>& trees = plan_.trees();
  const Clock due = first_clock + plan_.start(round);
  for (unsigned i = 0; i < trees.size(); ++i) {
    const std::uint64_t message = round * trees.size() + i;
    if (message >= parameters_.content.size()) return;
    if (parameters_.tree == BroadcastTree::depth3) {
      send_on(nic, nullptr, due, message, plan_.tree_header().hops);
    } else {
      hand_over(nic, due, message, trees[i], i);
    }
  }
}

void MBroadcast::hand_over(NicCore& nic, Clock due, std::uint64_t message, unsigned tree,
                           unsigned lane) {
  const SwappedDragonfly& topology = context_.topology;
  const unsigned port =
      difference(topology.drawer_group(), tree, parameters_.source.p, topology.M());
  Departure departure;
  departure.due = due;
  departure.lane = context_.multicast ? lane : topology.local_port(port);
  departure.header = {1, false, 0, 0, static_cast<std::uint16_t>(port)};
  departure.label = label(message, plan_.tree_header().hops);
  departure.payload = parameters_.content[message];
  departure.final = false;
  nic.send(departure);
}

void MBroadcast::take(NicCore& nic, const Arrival& arrival) {
  const std::uint64_t message = arrival.flit.label & ((1U << message_bits) - 1);
  const unsigned tree_hops_left = arrival.flit.label >> message_bits;
  if (tree_hops_left == 0) {
    memories_.store(nic.node(), message, arrival.flit.payload);
    return;
  }
  const bool at_root = tree_hops_left == plan_.tree_header().hops;
  const Clock due = nic.now() + (at_root ? plan_.root_clocks() : plan_.relay_clocks());
  send_on(nic, &arrival, due, message, tree_hops_left);
}

void MBroadcast::send_on(NicCore& nic, const Arrival* arrival, Clock due, std::uint64_t message,
                         unsigned tree_hops_left) {
  const SwappedDragonfly& topology = context_.topology;
  const Header tree = after(tree_hops_left);
  Departure departure;
  departure.due = due;
  departure.payload = arrival != nullptr ? arrival->flit.payload : parameters_.content[message];
  const auto send = [&] {
    if (arrival != nullptr) {
      nic.answer(*arrival, departure);
    } else {
      nic.send(departure);
    }
  };
  if (context_.multicast) {
    departure.header = tree;
    departure.lane = nic.node() == source_ ? plan_.tree_lane() : 0;
    departure.label = label(message, 0);
    send();
    return;
  }
  departure.label = label(message, tree_hops_left - 1);
  departure.final = tree_hops_left == 1;
  const bool local = next_kind(tree) == PortKind::local;
  const unsigned size = local ? topology.M() : topology.K();
  for (unsigned i = 0; i < size; ++i) {
    const auto number = static_cast<std::uint16_t>(i);
    if (next_number(tree) != every_port && next_number(tree) != number) continue;
    departure.lane = local ? topology.local_port(i) : topology.global_port(i);
    departure.header = local ? Header{1, false, 0, 0, number} : Header{2, true, number, 0, 0};
    send();
  }
}

std::uint64_t MBroadcast::expected_copies() const {
  return std::uint64_t{context_.topology.routers()} * parameters_.content.size();
}

bool MBroadcast::data_ok() const {
  for (RouterId node = 0; node < context_.topology.routers(); ++node) {
    if (!memories_.holds(node, parameters_.content)) return false;
  }
  return true;
}

std::string MBroadcast::formula() const {
  const bool depth3 = parameters_.tree == BroadcastTree::depth3;
  const bool diagonal = parameters_.source.d == parameters_.source.p;
  const bool equal = context_.local_hop == context_.global_hop;
  const char* three = equal ? "3 t_w" : "2 t_local + t_global";
  const char* five = equal ? "5 t_w" : "3 t_local + 2 t_global";
  std::string starts;
  switch (parameters_.schedule) {
    case BroadcastSchedule::one_round:
      break;
    case BroadcastSchedule::unchained:
      starts = fmt::format("(R - 1) ({}) + ", depth3 ? three : five);
      break;
    case BroadcastSchedule::published:
      starts = depth3 && !diagonal ? (equal ? "(R - 1) t_w + " : "(R - 1) t_local + ")
                                   : fmt::format("(R - 1) ({}) + ", three);
      break;
    case BroadcastSchedule::bursts:
      starts = equal ? "((R - 1) div 2) 4 t_w + ((R - 1) mod 2) t_w + "
                     : "((R - 1) div 2) 2 (t_local + t_global) + ((R - 1) mod 2) t_local + ";
      break;
    case BroadcastSchedule::every_hop:
      starts = depth3 && diagonal ? fmt::format("(R - 1) ({}) + ", three) : "R - 1 + ";
      break;
  }
  std::string nics = depth3 ? (context_.multicast ? "" : " + 2 t_s")
                            : (context_.multicast ? " + t_s" : " + 4 t_s");
  if (plan_.lengthened()) nics = fmt::format(" + {} (t_s lengthened)", plan_.nic_clocks());
  return starts + (depth3 ? three : five) + nics;
}

std::string MBroadcast::published() const {
  const auto messages = static_cast<double>(plan_.request().messages);
  const unsigned M = context_.topology.M();
  const bool depth3 = parameters_.tree == BroadcastTree::depth3;
  switch (parameters_.schedule) {
    case BroadcastSchedule::one_round:
      if (!context_.multicast) return depth3 ? "" : "5 t_w + 5 t_s";
      return depth3 ? "3 t_w" : "5 t_w + t_s";
    case BroadcastSchedule::unchained:
      return depth3 ? fmt::format("3X = {:g} hops", 3 * messages)
                    : fmt::format("5X/M = {:g} hops", 5 * messages / M);
    default:
      return depth3 ? fmt::format("X = {:g} hops", messages)
                    : fmt::format("3X/M = {:g} hops", 3 * messages / M);
  }
}

std::vector<Claim> MBroadcast::claims(const RunFigures& figures) const {
  std::string id = "bcast." + std::string(name_of(parameters_.schedule));
  if (parameters_.tree == BroadcastTree::depth3) id = "bcast.depth3";
  if (!context_.multicast) id = "bcast.without_duplication";
  return {exact_time(std::move(id), formula(), plan_.clocks(), published(), figures)};
}

std::vector<std::string> MBroadcast::notes() const {
  std::vector<std::string> notes;
  if (plan_.lengthened()) {
    notes.push_back(
        fmt::format("rounds would meet with t_s = {}: a round spends {} clocks in NICs instead",
                    context_.nic, plan_.nic_clocks()));
  }
  const bool diagonal = parameters_.source.d == parameters_.source.p;
  if (diagonal && parameters_.schedule == BroadcastSchedule::bursts) {
    notes.emplace_back(
        "the source has d = p: bursts leave out tree d, which would meet the hand-over");
  }
  if (diagonal && parameters_.tree == BroadcastTree::depth3 &&
      (parameters_.schedule == BroadcastSchedule::every_hop ||
       parameters_.schedule == BroadcastSchedule::published)) {
    notes.emplace_back("the source has d = p: depth-3 trees start every 3 hops");
  }
  return notes;
}

}  // namespace swapfly
