#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/metrics/run_figures.hpp"
#include "model/network/audit.hpp"
#include "model/network/run_control.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly::test {

/// A workload on a network of its own, run by the plain loop.
struct WorkloadRun {
  RouterParameters router;
  NicParameters nic;

  WorkloadContext context(const SwappedDragonfly& topology, std::uint64_t seed = 1) const {
    WorkloadContext context{topology};
    context.local_hop = router.local_hop_clocks();
    context.global_hop = router.global_hop_clocks();
    context.nic = nic.latency;
    context.multicast = router.multicast;
    context.payload_bits = router.payload_bits;
    context.seed = seed;
    context.router = router;
    context.router.K = topology.K();
    context.router.M = topology.M();
    if (nic.receive != NicParameters::all) context.receive = nic.receive;
    return context;
  }

  struct Outcome {
    RunEnd end = RunEnd::interrupted;
    RunFigures figures;
    bool data_ok = false;
    std::vector<std::string> faults;
    std::vector<Claim> claims;

    bool complete() const {
      return end == RunEnd::drained && data_ok && faults.empty() && figures.lost == 0 &&
             figures.duplicated == 0 && figures.delivered == figures.expected;
    }
    bool conflict_free() const { return figures.link_conflicts == 0 && figures.stalls == 0; }
  };

  Outcome run(const SwappedDragonfly& topology, Workload& workload) const {
    const WorkloadNeeds needs = workload.needs();
    RouterParameters routers = router;
    routers.K = topology.K();
    routers.M = topology.M();
    routers.lanes = needs.lanes;
    NicParameters nics = nic;
    nics.lanes = needs.lanes;
    if (nic.receive == NicParameters::all) nics.receive = needs.receive;
    nics.lane_depth = routers.depth;
    nics.open_loop = needs.open_loop;
    Fabric fabric(topology, routers, nics);
    workload.start(fabric);
    RunControl control(fabric);
    Outcome outcome;
    outcome.end = run_plain(fabric, control);
    outcome.figures = figures_of(fabric, workload.expected_copies());
    outcome.figures.traffic =
        workload.traffic(outcome.end == RunEnd::drained ? never : fabric.now());
    outcome.data_ok = workload.data_ok();
    outcome.faults = audit(fabric);
    outcome.claims = workload.claims(outcome.figures);
    return outcome;
  }
};

}  // namespace swapfly::test
