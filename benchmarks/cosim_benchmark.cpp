// What RTL in a network costs: beside a bare loop that drives the same Verilated classes with the
// same inputs, beside the model, and in lock-step.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <systemc>

#include "benchmarks/measured_run.hpp"
#include "model/network/network_module.hpp"
#include "model/workloads/uniform.hpp"
#include "testbench/lockstep/cosimulation.hpp"

namespace swapfly {
namespace {

/// The inputs of a unit at every evaluation, to be had again without anything around it.
struct Recording {
  std::unique_ptr<RtlUnit> unit;
  std::vector<std::uint8_t> inputs;
  std::vector<bool> clocks;
};

std::array<Pins, 6> inputs_of(UnitPorts& ports) {
  return {ports.valid_i,      ports.flit_i,      ports.credit_i,
          ports.lane_valid_i, ports.lane_flit_i, ports.eject_ready_i};
}

/// Passes everything on to a unit and notes its inputs.
class RecordingUnit final : public RtlUnit {
 public:
  RecordingUnit(std::unique_ptr<RtlUnit> unit, Recording& recording) : recording_(recording) {
    ports_ = unit->ports();
    recording.unit = std::move(unit);
  }
  void evaluate(bool clock) override {
    if (!in_reset_) {
      for (const Pins& pins : inputs_of(ports_)) {
        recording_.inputs.insert(recording_.inputs.end(), pins.data(), pins.data() + pins.bytes());
      }
      recording_.clocks.push_back(clock);
    }
    recording_.unit->evaluate(clock);
  }
  void reset() override {
    in_reset_ = true;
    recording_.unit->reset();
    in_reset_ = false;
  }
  void show_clock(bool) override {}
  void trace(WaveFile&, const std::string&) override {}

 private:
  Recording& recording_;
  bool in_reset_ = false;
};

struct Network {
  unsigned K = 4;
  unsigned M = 4;
  Clock clocks = 1000;
};

enum class What { model, rtl, one_router, lockstep, network, network_lockstep };

CosimulationOptions options_for(What what, RouterId routers) {
  CosimulationOptions options;
  const bool network = what == What::network || what == What::network_lockstep;
  options.form = network ? RtlForm::network : RtlForm::router;
  options.mode = what == What::lockstep || what == What::network_lockstep
                     ? CosimulationOptions::Mode::lockstep
                     : CosimulationOptions::Mode::rtl;
  options.routers.resize(what == What::one_router ? 1 : routers);
  std::iota(options.routers.begin(), options.routers.end(), RouterId{0});
  return options;
}

/// The same evaluations of the same classes with the same inputs, and nothing else.
double replay(const std::vector<std::unique_ptr<Recording>>& recordings) {
  for (const auto& recording : recordings) recording->unit->reset();
  // Unit by unit would leave each in the nearest cache for all of its clocks; a network cannot.
  constexpr std::size_t evaluations_at_once = 2;
  std::vector<std::size_t> places(recordings.size());
  std::vector<std::size_t> done(recordings.size());
  bool more = true;
  const double start = processor_seconds();
  while (more) {
    more = false;
    for (std::size_t i = 0; i < recordings.size(); ++i) {
      Recording& recording = *recordings[i];
      for (std::size_t turn = 0; turn < evaluations_at_once; ++turn) {
        if (done[i] == recording.clocks.size()) break;
        for (const Pins& pins : inputs_of(recording.unit->ports())) {
          std::memcpy(pins.data(), recording.inputs.data() + places[i], pins.bytes());
          places[i] += pins.bytes();
        }
        recording.unit->evaluate(recording.clocks[done[i]]);
        ++done[i];
        more = true;
      }
    }
  }
  return processor_seconds() - start;
}

enum class Then { end, replay };

/// Uniform traffic at 0.3 under SystemC. Returns the processor time of the run, or of driving the
/// same classes with what was recorded in it.
double run(const Network& shape, What what, Then then) {
  const SwappedDragonfly topology(shape.K, shape.M);
  UniformParameters parameters;
  parameters.rate = 0.3;
  parameters.measure = Clock{1} << 60;
  RouterParameters router;
  router.K = shape.K;
  router.M = shape.M;
  NicParameters nic;
  nic.open_loop = true;
  sc_core::sc_simcontext context;
  sc_core::sc_curr_simcontext = &context;
  Fabric fabric(topology, router, nic);
  CosimulationOptions options = options_for(what, topology.routers());
  std::unique_ptr<Cosimulation> cosimulation;
  std::vector<std::unique_ptr<Recording>> recordings;  // their units need the context of the former
  if (then == Then::replay) {
    options.wrap = [&recordings](std::unique_ptr<RtlUnit> unit) -> std::unique_ptr<RtlUnit> {
      recordings.push_back(std::make_unique<Recording>());
      return std::make_unique<RecordingUnit>(std::move(unit), *recordings.back());
    };
  }
  std::vector<ClockObserver*> observers;
  if (what != What::model) {
    cosimulation = std::make_unique<Cosimulation>(fabric, options);
    observers.push_back(cosimulation.get());
  }
  StopAfter end(shape.clocks);
  observers.push_back(&end);
  Uniform workload({topology}, parameters);
  workload.start(fabric);
  RunControl control(fabric, observers, &end.stop());
  NetworkModule network("network", fabric, control);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaboration
  const double start = processor_seconds();
  network.run();
  return then == Then::replay ? replay(recordings) : processor_seconds() - start;
}

void measure(benchmark::State& state, What what) {
  const Network shape{static_cast<unsigned>(state.range(0)), static_cast<unsigned>(state.range(1)),
                      static_cast<Clock>(state.range(2))};
  const Clock routers = shape.K * shape.M * shape.M;
  double seconds = 0;
  double bare_seconds = 0;
  for (auto unused : state) {
    const double time = run(shape, what, Then::end);
    state.SetIterationTime(time);
    seconds += time;
    if (what == What::rtl || what == What::network) bare_seconds += run(shape, what, Then::replay);
  }
  const double router_clocks =
      static_cast<double>(state.iterations()) * static_cast<double>(routers * shape.clocks);
  state.counters["router_clocks_per_s"] = router_clocks / seconds;
  if (bare_seconds > 0) state.counters["times_bare_loop"] = seconds / bare_seconds;
}

void model(benchmark::State& state) { measure(state, What::model); }
void one_router_in_rtl(benchmark::State& state) { measure(state, What::one_router); }
void rtl(benchmark::State& state) { measure(state, What::rtl); }
void lockstep(benchmark::State& state) { measure(state, What::lockstep); }
void rtl_in_one_piece(benchmark::State& state) { measure(state, What::network); }
void lockstep_in_one_piece(benchmark::State& state) { measure(state, What::network_lockstep); }

void on_4x4(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({4, 4, 1000})->UseManualTime()->Unit(benchmark::kMillisecond);
}
void on_2x3(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({2, 3, 2000})->UseManualTime()->Unit(benchmark::kMillisecond);
}

void on_2x2(benchmark::internal::Benchmark* benchmark) {
  benchmark->Args({2, 2, 4000})->UseManualTime()->Unit(benchmark::kMillisecond);
}

// K, M, clocks.
BENCHMARK(model)->Apply(on_4x4)->Apply(on_2x3);
BENCHMARK(one_router_in_rtl)->Apply(on_4x4);
BENCHMARK(rtl)->Apply(on_4x4)->Apply(on_2x3)->Apply(on_2x2);
BENCHMARK(lockstep)->Apply(on_4x4)->Apply(on_2x3);
BENCHMARK(rtl_in_one_piece)->Apply(on_2x2)->Apply(on_2x3);
BENCHMARK(lockstep_in_one_piece)->Apply(on_2x3);

}  // namespace
}  // namespace swapfly
