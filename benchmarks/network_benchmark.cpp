// What a clock costs, and a flit hop, in processor time. `--benchmark_filter=` chooses; on a shared
// machine compare cases of one run only.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>
#include <systemc>

#include "benchmarks/measured_run.hpp"
#include "model/network/network_module.hpp"
#include "model/workloads/uniform.hpp"

namespace swapfly {
namespace {

enum class Kernel { plain, systemc };

/// Uniform traffic on D3(K,M), `per_mille` flits a node and 1000 clocks, from an empty network on.
void run_traffic(benchmark::State& state, Kernel kernel) {
  const SwappedDragonfly topology(static_cast<unsigned>(state.range(0)),
                                  static_cast<unsigned>(state.range(1)));
  const auto clocks = static_cast<Clock>(state.range(3));
  UniformParameters parameters;
  // An idle network has a flit to send, but not in this run.
  parameters.rate = state.range(2) == 0 ? 1e-15 : static_cast<double>(state.range(2)) / 1000;
  parameters.measure = Clock{1} << 60;
  RouterParameters router;
  router.K = topology.K();
  router.M = topology.M();
  NicParameters nic;
  nic.open_loop = true;

  double seconds = 0;
  double building = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t packets = 0;
  for (auto unused : state) {
    const double before = processor_seconds();
    // SystemC elaborates once in a context, so every run gets its own.
    sc_core::sc_simcontext context;
    sc_core::sc_curr_simcontext = &context;
    Fabric fabric(topology, router, nic);
    Uniform workload({topology}, parameters);
    workload.start(fabric);
    StopAfter end(clocks);
    RunControl control(fabric, {&end}, &end.stop());
    std::unique_ptr<NetworkModule> network;
    if (kernel == Kernel::systemc) {
      network = std::make_unique<NetworkModule>("network", fabric, control);
      sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
    }
    const double start = processor_seconds();
    if (network != nullptr) {
      network->run();
    } else {
      run_plain(fabric, control);
    }
    const double time = processor_seconds() - start;
    state.SetIterationTime(time);
    seconds += time;
    building += start - before;
    flit_hops += fabric.router_counters().flit_hops;
    packets += fabric.traffic().injected;
  }
  const double runs = static_cast<double>(state.iterations());
  state.counters["build_s"] = building / runs;
  state.counters["ns_per_clock"] = seconds / runs / static_cast<double>(clocks) * 1e9;
  if (flit_hops > 0) {
    state.counters["traversals_per_s"] = static_cast<double>(flit_hops + packets) / seconds;
    state.counters["flit_hops_per_s"] = static_cast<double>(flit_hops) / seconds;
  }
}

void plain_loop(benchmark::State& state) { run_traffic(state, Kernel::plain); }
void systemc(benchmark::State& state) { run_traffic(state, Kernel::systemc); }

// K, M, flits a node and 1000 clocks, clocks.
BENCHMARK(plain_loop)
    ->Args({8, 8, 300, 2000})
    ->Args({16, 32, 300, 100})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(systemc)
    ->Args({4, 4, 300, 10000})
    ->Args({8, 8, 300, 2000})
    ->Args({16, 32, 300, 100})
    ->Args({16, 32, 0, 100000})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace swapfly

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
