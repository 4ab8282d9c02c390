// What a clock costs, and a flit hop. `--benchmark_filter=` chooses; times are noise on a shared
// machine, so compare cases of one run.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <systemc>

#include "model/network/network_module.hpp"
#include "model/workloads/mixed.hpp"

namespace swapfly {
namespace {

/// Ends a run after so many clocks.
class StopAfter : public ClockObserver {
 public:
  explicit StopAfter(Clock clocks) : clocks_(clocks) {}
  void clock_done(const Fabric& fabric) override {
    if (fabric.now() + 1 >= clocks_) stop_ = true;
  }
  const std::atomic<bool>& stop() const { return stop_; }

 private:
  Clock clocks_;
  std::atomic<bool> stop_{false};
};

enum class Kernel { plain, systemc };

/// Unicast traffic to random nodes on D3(K,M), `per_mille` packets per node and 1000 clocks.
void run_traffic(benchmark::State& state, Kernel kernel) {
  const SwappedDragonfly topology(static_cast<unsigned>(state.range(0)),
                                  static_cast<unsigned>(state.range(1)));
  const auto clocks = static_cast<Clock>(state.range(3));
  // An idle network has one packet a node to send, but not in this run.
  const double rate = state.range(2) == 0 ? 1e-15 : static_cast<double>(state.range(2)) / 1000;
  RouterParameters router;
  router.K = topology.K();
  router.M = topology.M();
  NicParameters nic;
  nic.open_loop = true;

  double seconds = 0;
  std::uint64_t flit_hops = 0;
  std::uint64_t packets = 0;
  for (auto unused : state) {
    // SystemC elaborates once in a context, so every run gets its own.
    sc_core::sc_simcontext context;
    sc_core::sc_curr_simcontext = &context;
    Fabric fabric(topology, router, nic);
    Mixed workload({topology}, {1U << 30U, rate, 0});
    workload.start(fabric);
    StopAfter end(clocks);
    RunControl control(fabric, {&end}, &end.stop());
    std::unique_ptr<NetworkModule> network;
    if (kernel == Kernel::systemc)
      network = std::make_unique<NetworkModule>("network", fabric, control);
    const auto start = std::chrono::steady_clock::now();
    if (network != nullptr) {
      network->run();
    } else {
      run_plain(fabric, control);
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    state.SetIterationTime(time.count());
    seconds += time.count();
    flit_hops += fabric.router_counters().flit_hops;
    packets += fabric.traffic().injected;
  }
  const double runs = static_cast<double>(state.iterations());
  state.counters["ns_per_clock"] = seconds / runs / static_cast<double>(clocks) * 1e9;
  if (flit_hops > 0) {
    state.counters["traversals_per_s"] = static_cast<double>(flit_hops + packets) / seconds;
  }
}

void plain_loop(benchmark::State& state) { run_traffic(state, Kernel::plain); }
void systemc(benchmark::State& state) { run_traffic(state, Kernel::systemc); }

// K, M, packets per node and 1000 clocks, clocks.
BENCHMARK(plain_loop)->Args({8, 8, 300, 2000})->UseManualTime()->Unit(benchmark::kMillisecond);
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
