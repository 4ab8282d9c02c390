#pragma once

#include "model/schedules/random_stream.hpp"
#include "model/workloads/tally.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

struct MixedParameters {
  std::uint64_t packets = 16;  ///< per node
  double rate = 0.1;           ///< packets per node and clock while a node has some left
  double broadcasts = 0.1;     ///< share of packets that go to every node
};

/// Unicast and broadcast traffic at random, each node a fixed number of packets, run until the
/// network is empty: nothing about it is conflict-free, everything must still arrive exactly once.
/// A broadcast is [4;*,*,*] or [3;*,*,*], by chance.
class Mixed : public Workload {
 public:
  /// Throws std::invalid_argument for broadcasts where routers do not duplicate.
  Mixed(const WorkloadContext& context, const MixedParameters& parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override { return expected_copies_; }
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures&) const override { return {}; }
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

 private:
  struct Sender {
    RandomStream random;
    std::uint64_t left = 0;
    Clock next = 0;
  };

  void send_next(NicCore& nic);

  WorkloadContext context_;
  MixedParameters parameters_;
  std::uint64_t expected_copies_ = 0;
  std::vector<Sender> senders_;
  std::vector<Tally> expected_;
  Tally expected_everywhere_;
  std::vector<Tally> received_;
};

}  // namespace swapfly
