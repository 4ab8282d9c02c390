#pragma once

#include "model/network/ideal_run.hpp"
#include "model/schedules/flit_schedule.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

/// Flits as a schedule lists them: each is sent by its router on its lane for its clock, and must
/// arrive, with its payload, exactly where the routing rule takes its header. Where no flit has to
/// wait, each must also arrive in the clock that the rule gives.
class Scheduled : public Workload {
 public:
  /// `schedule` is in the order of FlitSchedule, with no two flits of one clock on one lane. Throws
  /// std::invalid_argument for an empty one.
  Scheduled(const WorkloadContext& context, FlitSchedule schedule);

  WorkloadNeeds needs() const override;
  /// Also works out, from the fabric's parameters, what becomes of the schedule if no flit waits.
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override { return expected_copies_; }
  bool data_ok() const override;
  /// Of the time it takes, where no flit has to wait.
  std::vector<Claim> claims(const RunFigures& figures) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const FlitSchedule& schedule() const { return schedule_; }
  const SwappedDragonfly& topology() const { return context_.topology; }
  /// Known once the workload has been started.
  const IdealRun& ideal() const { return ideal_; }

 private:
  /// Where copies of a flit came to, or were to come: how many, and a sum that one at another node,
  /// or with another payload, changes.
  struct Tally {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
    void add(RouterId node, std::uint64_t payload);
  };
  /// What a node has still to send: a range of by_node_.
  struct Sender {
    std::size_t next = 0;
    std::size_t end = 0;
  };

  void send_due(NicCore& nic);
  Clock arrival_clock(const ScheduledFlit& flit) const {
    return flit.clock + path_clocks(flit.header, context_.local_hop, context_.global_hop);
  }

  WorkloadContext context_;
  FlitSchedule schedule_;
  std::uint64_t expected_copies_ = 0;
  std::vector<std::uint32_t> by_node_;  ///< places in the schedule, node by node, in its order
  std::vector<Sender> senders_;
  std::vector<Tally> received_;  ///< [place in the schedule]
  std::uint64_t off_time_ = 0;   ///< copies that came in another clock than the rule gives
  IdealRun ideal_;
};

}  // namespace swapfly
