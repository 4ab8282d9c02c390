// All-to-all without delays, from the first round to the last arrival, in processor time. The
// larger case moves 2.7e8 packets and takes minutes.
#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include "benchmarks/measured_run.hpp"
#include "model/workloads/doubly_parallel.hpp"

namespace swapfly {
namespace {

void all_to_all(benchmark::State& state) {
  const auto K = static_cast<unsigned>(state.range(0));
  const auto M = static_cast<unsigned>(state.range(1));
  const auto s = static_cast<unsigned>(state.range(2));
  const SwappedDragonfly topology(K, M);
  RouterParameters router;
  router.K = K;
  router.M = M;
  router.lanes = s;
  NicParameters nic;
  nic.lanes = s;
  double seconds = 0;
  std::uint64_t packets = 0;
  std::uint64_t clocks = 0;
  for (auto unused : state) {
    Fabric fabric(topology, router, nic);
    DoublyParallel workload({topology}, {{K, M, s}});
    workload.start(fabric);
    RunControl control(fabric);
    const double start = processor_seconds();
    run_plain(fabric, control);
    const double time = processor_seconds() - start;
    state.SetIterationTime(time);
    seconds += time;
    packets += fabric.traffic().delivered;
    clocks = figures_of(fabric, workload.expected_copies()).cycles;
    if (!workload.data_ok()) state.SkipWithError("the data at some node are wrong");
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  state.counters["clocks"] = static_cast<double>(clocks);
  state.counters["packets_per_s"] = static_cast<double>(packets) / seconds;
  state.counters["peak_rss_MB"] = static_cast<double>(usage.ru_maxrss) / 1e3;
}

// K, M, s.
BENCHMARK(all_to_all)
    ->Args({4, 8, 4})
    ->Args({8, 16, 8})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(all_to_all)->Args({16, 32, 16})->Iterations(1)->UseManualTime()->Unit(benchmark::kSecond);

}  // namespace
}  // namespace swapfly
