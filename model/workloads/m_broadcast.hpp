#pragma once

#include "model/schedules/broadcast_plan.hpp"
#include "model/workloads/content.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

struct MBroadcastParameters {
  Coordinates source;
  BroadcastTree tree = BroadcastTree::depth4;
  BroadcastSchedule schedule = BroadcastSchedule::every_hop;
  Content content;  ///< one message a flit
};

/// M broadcasts from one node to all, by M edge-disjoint trees (or by depth-3 trees), with the
/// schedules of BroadcastPlan. Where routers do not duplicate, the NIC of every router on the way
/// does: it takes the flit, and after t_s sends a copy by every port that the header names.
class MBroadcast : public Workload {
 public:
  /// Throws std::invalid_argument for what BroadcastPlan refuses, or more messages than labels.
  MBroadcast(const WorkloadContext& context, MBroadcastParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const BroadcastPlan& plan() const { return plan_; }

 private:
  /// The label: a message's number, and above it the hops that its tree still has to go where NICs
  /// do the duplicating.
  static constexpr unsigned message_bits = 28;
  static std::uint32_t label(std::uint64_t message, unsigned tree_hops_left) {
    return static_cast<std::uint32_t>(message | std::uint64_t{tree_hops_left} << message_bits);
  }

  void send_due_rounds(NicCore& nic);
  void send_round(NicCore& nic, std::uint64_t round);
  void hand_over(NicCore& nic, Clock due, std::uint64_t message, unsigned tree, unsigned lane);
  void take(NicCore& nic, const Arrival& arrival);
  void send_on(NicCore& nic, const Arrival* arrival, Clock due, std::uint64_t message,
               unsigned tree_hops_left);
  Header after(unsigned tree_hops_left) const;
  /// Clocks of the whole broadcast of R rounds, in words.
  std::string formula() const;
  /// What [D2] gives for X messages, in hops.
  std::string published() const;

  WorkloadContext context_;
  MBroadcastParameters parameters_;
  BroadcastPlan plan_;
  RouterId source_;
  std::uint64_t next_round_ = 0;
  NodeMemories memories_;
};

}  // namespace swapfly
