#pragma once

#include "model/schedules/all_to_all_plan.hpp"
#include "model/workloads/all_to_all.hpp"

namespace swapfly {

struct DoublyParallelParameters {
  AllToAllShape shape;  ///< on the first J = K cabinets, d and p below L = M
  AllToAllSchedule schedule = AllToAllSchedule::no_delay;
  Pace pace = Pace::clock;
  unsigned items = 1;
};

/// All-to-all in the rounds of an AllToAllPlan ([D2]): in the clock that the plan names,
/// every router sends a flit by each of the round's s vectors, one a lane. Nothing waits for what
/// arrives. A NIC is told of a round in the clock before it, so that it never holds more than that.
/// A router's item for itself makes the round trip like all others.
class DoublyParallel : public AllToAll {
 public:
  /// Throws std::invalid_argument for what AllToAllPlan or SubNetwork refuses.
  DoublyParallel(const WorkloadContext& context, const DoublyParallelParameters& parameters);

  WorkloadNeeds needs() const override;
  std::uint64_t expected_copies() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;

  const AllToAllPlan& plan() const { return plan_; }

 protected:
  void begin(NicCore& nic, const Member& member) override;
  void proceed(NicCore& nic, const Member& member, const std::vector<Arrival>& arrivals) override;

 private:
  /// The round that starts next, as all NICs send it.
  struct Launch {
    Clock due = never;  ///< `never` when all rounds have started
    Clock next_due = never;
    std::uint64_t number = 0;
    std::uint64_t pass = 0;
    std::vector<Header> headers;  ///< [lane] of virtual ports
  };

  Clock due(std::uint64_t number) const;
  void prepare(std::uint64_t number);
  void send_round(NicCore& nic, const Member& member) const;
  /// Clocks of the whole exchange, in words.
  std::string formula() const;
  std::string published() const;

  AllToAllPlan plan_;
  Launch launch_;
};

}  // namespace swapfly
