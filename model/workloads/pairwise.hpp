#pragma once

#include "model/schedules/pairwise_exchange.hpp"
#include "model/workloads/all_to_all.hpp"

namespace swapfly {

/// All-to-all one partner at a time, for comparison: in step i every router sends a packet to its
/// partner of that step, on a shortest path. Steps are timed by what arrives, router by router: the
/// packet of step i + 1 can be arbitrated t_s after the router has sent that of step i and received
/// the one that step i brings it. So nobody waits for the slowest of all, and routers may be in
/// different steps; packets that meet on the way wait for each other.
class Pairwise : public AllToAll {
 public:
  /// Throws std::invalid_argument for exclusive-or among routers whose number is no power of two.
  Pairwise(const WorkloadContext& context, const AllToAllMembers& members, Pairing pairing);

  WorkloadNeeds needs() const override;
  std::uint64_t expected_copies() const override;
  std::vector<Claim> claims(const RunFigures&) const override { return {}; }

  Pairing pairing() const { return pairing_; }
  /// X^2 (J L^2 - 1).
  std::uint64_t steps() const { return passes() * (inner().routers() - 1); }

 protected:
  void begin(NicCore& nic, const Member& member) override;
  void proceed(NicCore& nic, const Member& member, const std::vector<Arrival>& arrivals) override;

 private:
  struct Progress {
    std::uint64_t sent = 0;            ///< steps
    std::uint64_t received = 0;        ///< steps whose packets have all come
    std::vector<std::uint64_t> early;  ///< steps beyond these whose packets came before
    Clock last_sent = 0;
  };

  void send_step(NicCore& nic, const Member& member, Progress& progress, Clock due);
  static void note(Progress& progress, std::uint64_t step);

  Pairing pairing_;
  std::vector<Progress> progress_;  ///< [number]
};

}  // namespace swapfly
