#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "model/metrics/run_figures.hpp"
#include "model/network/audit.hpp"
#include "model/network/run_control.hpp"
#include "model/packet/swapped_route.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly::test {

/// The life of a packet, in clocks.
struct PacketLife {
  RouterId from = 0;
  RouterId to = 0;
  Header header;
  Clock created = 0;
  Clock first_arbitrated = 0;
  Clock ejected = 0;

  unsigned hops() const { return hop_count(header); }
};

/// A workload on a network of its own, whose packets are noted as they arrive.
class TracedTraffic : public Program {
 public:
  /// The sizes and lanes of `router` and `nic` are made to fit; the workload must outlive this.
  TracedTraffic(const SwappedDragonfly& topology, RouterParameters router, NicParameters nic,
                Workload& workload)
      : workload_(workload) {
    router.K = topology.K();
    router.M = topology.M();
    router.lanes = nic.lanes;
    nic.lane_depth = router.depth;
    nic.open_loop = workload.needs().open_loop;
    fabric_ = std::make_unique<Fabric>(topology, router, nic);
    workload.start(*fabric_);
    for (RouterId node = 0; node < topology.routers(); ++node) {
      fabric_->nic(node).run_program(this);
    }
  }

  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    for (const Arrival& arrival : arrivals) {
      const PacketRecord& record = arrival.record;
      lives_.push_back({fabric_->ledger().source_of(record.id), nic.node(), record.header,
                        record.created, record.first_arbitrated, nic.now()});
    }
    workload_.run(nic, arrivals);
  }

  Fabric& fabric() { return *fabric_; }
  /// In the order of creation, then of source.
  std::vector<PacketLife> lives() const {
    std::vector<PacketLife> sorted = lives_;
    std::sort(sorted.begin(), sorted.end(), [](const PacketLife& a, const PacketLife& b) {
      return std::pair(a.created, a.from) < std::pair(b.created, b.from);
    });
    return sorted;
  }

 private:
  Workload& workload_;
  std::unique_ptr<Fabric> fabric_;
  std::vector<PacketLife> lives_;
};

}  // namespace swapfly::test
