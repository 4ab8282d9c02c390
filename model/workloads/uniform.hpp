#pragma once

#include <array>

#include "model/workloads/geometric_gaps.hpp"
#include "model/workloads/tally.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

struct UniformParameters {
  double rate = 0.1;      ///< chance that a node creates a flit in a clock; above 0, at most 1
  Clock warmup = 1000;    ///< clocks before the window
  Clock measure = 10000;  ///< clocks of the window, at least 1
  Clock drain = 10000;    ///< clocks after the window in which sources go on at most
};

/// Open-loop unicast traffic: in every clock every node creates a flit with one chance, for a node
/// drawn from all, itself included, and keeps it in its source queue until its lane has room.
///
/// What is measured is said in docs/uniform.md: latencies and hops are of the packets created in
/// the window, clocks warmup + 1 to warmup + measure. Sources go on after it, so that these packets
/// meet the load until the last has arrived, or `drain` clocks are over; then the network empties.
///
/// Creation. A flit is created in the first clock in which it could be arbitrated, were there none
/// before it in its lane. Flits take a NIC's lanes in turn.
class Uniform : public Workload {
 public:
  Uniform(const WorkloadContext& context, const UniformParameters& parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures&) const override { return {}; }
  std::optional<TrafficFigures> traffic(Clock clocks) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  /// Packets of `created` that may be overdue on `nodes` nodes without a word: as many a node as
  /// the number that its source creates deviates (that of Poisson, which is no less), as where the
  /// network is just as fast as the sources; and at least four deviations of all that were created.
  static std::uint64_t backlog_limit(RouterId nodes, std::uint64_t created);

 private:
  enum Phase : std::size_t { warming, measuring, draining };
  /// All that a step of a node touches, in one cache line.
  struct alignas(64) Node {
    RandomStream random;
    Coordinates at;
    unsigned lane = 0;
    Clock next = 0;  ///< clock in which the next flit is created
    Tally received;
  };

  Phase phase_of(Clock clock) const {
    return clock <= parameters_.warmup ? warming : clock <= window_end_ ? measuring : draining;
  }
  /// Latency from creation in an empty network.
  Clock unloaded_latency(Header header) const;
  void receive(const PacketRecord& packet, Clock now);
  void generate(NicCore& nic, Node& node, Clock now);
  void create(NicCore& nic, Node& node);
  bool sources_stopped(Clock now) const;

  WorkloadContext context_;
  UniformParameters parameters_;
  GeometricGaps gaps_;
  Clock window_end_;   ///< last clock of the window
  Clock sources_end_;  ///< last clock in which a flit may be created
  std::uint64_t payload_mask_;
  std::vector<Node> nodes_;
  std::vector<Tally> expected_;  ///< by node
  // By the phase in which the packet was created.
  std::array<std::uint64_t, 3> created_{};
  std::array<std::uint64_t, 3> arrived_{};
  std::uint64_t accepted_ = 0;  ///< flits ejected in the window
  std::uint64_t backlog_ = 0;   ///< packets that were overdue at the end of the window
  // Of packets created in the window, those that arrived:
  std::uint64_t hops_ = 0;
  std::uint64_t late_ = 0;  ///< after sources_end_
  Clock last_arrival_ = 0;
};

}  // namespace swapfly
