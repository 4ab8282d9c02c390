// What it costs to prepare and to run collective operations by blocks.
#include <benchmark/benchmark.h>

#include "model/network/run_control.hpp"
#include "model/schedules/placement.hpp"
#include "model/workloads/collective.hpp"

namespace swapfly {
namespace {

SwappedDragonfly network_of(const benchmark::State& state) {
  return {static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1))};
}

/// The search for a placement of all routers without shared links.
void planned_placement(benchmark::State& state) {
  const SwappedDragonfly topology = network_of(state);
  CollectiveRequest request;
  request.processors = topology.routers();
  const BlockPlan plan = collective_algorithm("two_tree_scan").plan(request);
  std::uint64_t clashes = 0;
  for (auto unused : state) clashes = planned_placement(plan, topology, 1).clashes;
  state.counters["shared_links"] = static_cast<double>(clashes);
}

/// A broadcast of 1024 flits by two trees, in lock-step, from a plain loop.
void two_tree_broadcast(benchmark::State& state) {
  const SwappedDragonfly topology = network_of(state);
  WorkloadContext context{topology};
  context.router.K = topology.K();
  context.router.M = topology.M();
  CollectiveOrder order;
  order.algorithm = "two_tree_broadcast";
  order.request.processors = topology.routers();
  order.flits = 1024;
  std::uint64_t flit_hops = 0;
  for (auto unused : state) {
    Collective collective(context, order);
    NicParameters nic;
    nic.receive = 1;
    Fabric fabric(topology, context.router, nic);
    collective.start(fabric);
    RunControl control(fabric);
    run_plain(fabric, control);
    flit_hops += fabric.router_counters().flit_hops;
  }
  state.counters["flit_hops_per_s"] =
      benchmark::Counter(static_cast<double>(flit_hops), benchmark::Counter::kIsRate);
}

void networks(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({4, 4})->Args({4, 8})->Args({8, 8})->Unit(benchmark::kMillisecond);
}

// K, M.
BENCHMARK(planned_placement)->Apply(networks);
BENCHMARK(two_tree_broadcast)->Apply(networks);

}  // namespace
}  // namespace swapfly
