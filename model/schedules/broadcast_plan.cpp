#include "model/schedules/broadcast_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {

std::string_view name_of(BroadcastTree tree) {
  return tree == BroadcastTree::depth4 ? "depth4" : "depth3";
}

std::string_view name_of(BroadcastSchedule schedule) {
  switch (schedule) {
    case BroadcastSchedule::one_round:
      return "one_round";
    case BroadcastSchedule::unchained:
      return "unchained";
    case BroadcastSchedule::published:
      return "published";
    case BroadcastSchedule::bursts:
      return "bursts";
    case BroadcastSchedule::every_hop:
      return "every_hop";
  }
  return "";
}

BroadcastPlan::BroadcastPlan(const SwappedDragonfly& topology, const BroadcastRequest& request)
    : request_(request), root_clocks_(request.nic), relay_clocks_(request.nic) {
  choose_trees(topology.M());
  check_messages();
  choose_period();
  lengthen_nic_clocks();
}

void BroadcastPlan::choose_trees(unsigned M) {
  if (request_.tree == BroadcastTree::depth3) {
    if (request_.schedule == BroadcastSchedule::bursts) {
      throw std::invalid_argument(
          "workload.schedule is bursts; accepted with tree depth3: one_round, unchained, "
          "published, "
          "every_hop");
    }
    trees_ = {request_.source.p};
    return;
  }
  // Bursts with q = d would send tree d's first local hop into the hand-over, whatever t_s is.
  const bool without_tree_d =
      request_.schedule == BroadcastSchedule::every_hop ||
      (request_.schedule == BroadcastSchedule::bursts && source_on_diagonal());
  const bool without_tree_q = request_.schedule == BroadcastSchedule::every_hop;
  for (unsigned p = 0; p < M; ++p) {
    if (without_tree_d && p == request_.source.d) continue;
    if (without_tree_q && p == request_.source.p) continue;
    trees_.push_back(p);
  }
  if (trees_.empty()) {
    throw std::invalid_argument("workload.schedule is " + std::string(name_of(request_.schedule)) +
                                ", which leaves no tree for source " + to_string(request_.source) +
                                " on M = " + std::to_string(M) +
                                "; accepted here: one_round, unchained, published");
  }
}

void BroadcastPlan::check_messages() const {
  if (request_.messages == 0) {
    throw std::invalid_argument("workload.messages is 0; accepted: at least 1");
  }
  if (request_.schedule == BroadcastSchedule::one_round && request_.messages > trees_.size()) {
    throw std::invalid_argument("workload.messages is " + std::to_string(request_.messages) +
                                "; accepted in one_round: 1 to " + std::to_string(trees_.size()));
  }
}

void BroadcastPlan::choose_period() {
  const std::uint64_t local = request_.local_hop;
  const std::uint64_t global = request_.global_hop;
  const bool depth3 = request_.tree == BroadcastTree::depth3;
  switch (request_.schedule) {
    case BroadcastSchedule::one_round:
    case BroadcastSchedule::unchained:
      period_ = depth3 ? 2 * local + global : 3 * local + 2 * global;
      break;
    case BroadcastSchedule::published:
      period_ = depth3 && !source_on_diagonal() ? local : 2 * local + global;
      break;
    case BroadcastSchedule::bursts:
      period_ = 2 * local + 2 * global;
      starts_ = {0, local};
      break;
    case BroadcastSchedule::every_hop:
      period_ = depth3 && source_on_diagonal() ? 2 * local + global : 1;
      break;
  }
}

bool BroadcastPlan::meet(std::uint64_t first, std::uint64_t second) const {
  for (const std::uint64_t a : starts_) {
    for (const std::uint64_t b : starts_) {
      if ((first + a) % period_ == (second + b) % period_) return true;
    }
  }
  return false;
}

bool BroadcastPlan::runs(unsigned tree) const {
  return std::find(trees_.begin(), trees_.end(), tree) != trees_.end();
}

bool BroadcastPlan::rounds_meet() const {
  const std::uint64_t local = request_.local_hop;
  const std::uint64_t global = request_.global_hop;
  const std::uint64_t relay = request_.multicast ? 0 : relay_clocks_;
  if (request_.tree == BroadcastTree::depth3) {
    return source_on_diagonal() && meet(0, local + global + 2 * relay);
  }
  const std::uint64_t first_global = local + root_clocks_;
  const std::uint64_t first_local = first_global + global + relay;
  const std::uint64_t second_global = first_local + local + relay;
  const std::uint64_t last_local = second_global + global + relay;
  // The source takes part in the first local hop of tree d alone, and only if q = d.
  const bool source_sends_first_local = source_on_diagonal() && runs(request_.source.d);
  return meet(0, last_local) || (source_sends_first_local && meet(0, first_local)) ||
         meet(first_local, last_local) || meet(first_global, second_global);
}

void BroadcastPlan::lengthen_nic_clocks() {
  // A single round meets no other. A round every clock meets all others at every t_s, and is free
  // of conflict because of the trees left out.
  if (request_.schedule == BroadcastSchedule::one_round || period_ == 1) return;
  if (!rounds_meet()) return;
  const auto period = static_cast<unsigned>(period_);
  if (request_.schedule == BroadcastSchedule::published && request_.multicast &&
      request_.tree == BroadcastTree::depth4) {
    root_clocks_ = (request_.nic / period + 1) * period;
    return;
  }
  // What meets repeats with the period, so this finds a way if there is one; the shortest first.
  for (unsigned added = 1; added < 4 * period; ++added) {
    for (unsigned relay = 0; relay < period && 3 * relay <= added; ++relay) {
      root_clocks_ = request_.nic + added - 3 * relay;
      relay_clocks_ = request_.nic + relay;
      if (!rounds_meet()) return;
    }
  }
  throw std::logic_error("no t_s keeps the rounds of schedule " +
                         std::string(name_of(request_.schedule)) + " apart");
}

std::uint64_t BroadcastPlan::nic_clocks() const {
  if (request_.tree == BroadcastTree::depth3) {
    return request_.multicast ? 0 : 2ULL * relay_clocks_;
  }
  return root_clocks_ + (request_.multicast ? 0 : 3ULL * relay_clocks_);
}

Header BroadcastPlan::tree_header() const {
  const std::uint8_t hops = request_.tree == BroadcastTree::depth4 ? 4 : 3;
  return {hops, false, every_port, every_port, every_port};
}

std::uint64_t BroadcastPlan::round_clocks() const {
  const std::uint64_t local = request_.local_hop;
  const std::uint64_t global = request_.global_hop;
  const bool depth3 = request_.tree == BroadcastTree::depth3;
  return (depth3 ? 2 * local + global : 3 * local + 2 * global) + nic_clocks();
}

bool BroadcastPlan::tree_meets_hand_over_in_nic() const {
  if (request_.schedule == BroadcastSchedule::one_round) return false;
  return runs(request_.source.p) && meet(0, std::uint64_t{request_.local_hop} + root_clocks_);
}

unsigned BroadcastPlan::source_lanes() const {
  const auto hand_overs = static_cast<unsigned>(trees_.size());
  if (request_.tree == BroadcastTree::depth3) return 1;
  return hand_overs + (tree_meets_hand_over_in_nic() ? 1 : 0);
}

unsigned BroadcastPlan::tree_lane() const {
  const bool own_lane = request_.tree == BroadcastTree::depth4 && tree_meets_hand_over_in_nic();
  return own_lane ? static_cast<unsigned>(trees_.size()) : 0;
}

}  // namespace swapfly
