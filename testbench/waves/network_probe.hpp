#pragma once

#include <vector>

#include "testbench/waves/router_probe.hpp"

namespace swapfly {

/// What is dumped when: a clock is high in its first half, and all else changes at its start.
enum class Instant { clock_start, clock_middle, end };

/// The signals of a network: network.clock, network.cycle, and its routers'.
class NetworkProbe final : public WaveSource {
 public:
  /// Beyond this a wave file takes more memory than is sensible, in its readers too.
  static constexpr std::uint64_t most_signals = 4'000'000;

  /// `routers` in the order of their numbers. Throws std::invalid_argument for more signals than
  /// most_signals. The fabric must outlive the probe, and watch ejections.
  NetworkProbe(const Fabric& fabric, const std::vector<RouterId>& routers);

  /// What the dump to come is of.
  void set_instant(Instant instant) { instant_ = instant; }
  /// To be called in the clock before the first that is dumped.
  void look_ahead();

  const ProbeContext& context() const { return context_; }
  std::vector<const RouterProbe*> routers() const;

  void declare(SignalDeclarer& declarer) override;
  void dump_full(SignalWriter& writer) override;
  void dump_change(SignalWriter& writer) override;

 private:
  struct Drawer {
    unsigned drawer = 0;
    Clock watch_until = 0;
    std::vector<RouterProbe> routers;
  };

  void dump_clock(SignalWriter& writer);

  ProbeContext context_;
  Instant instant_ = Instant::clock_start;
  std::vector<Drawer> drawers_;
  Signal clock_;
  Signal cycle_;
};

}  // namespace swapfly
