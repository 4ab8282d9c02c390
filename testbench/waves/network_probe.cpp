#include "testbench/waves/network_probe.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace swapfly {
namespace {

constexpr unsigned cycle_bits = 64;

std::uint64_t signals_per_router(const RouterParameters& parameters) {
  constexpr std::uint64_t per_wire = 15;
  return (2 * parameters.ports() + parameters.lanes) * per_wire + parameters.link_fifos() +
         parameters.fifos();
}

}  // namespace

NetworkProbe::NetworkProbe(const Fabric& fabric, const std::vector<RouterId>& routers)
    : context_(fabric) {
  const std::uint64_t signals = routers.size() * signals_per_router(fabric.router_parameters());
  if (signals > most_signals) {
    throw std::invalid_argument(
        fmt::format("--vcd-scope: the waves of {} routers are {} signals; accepted: up to {}, so "
                    "choose fewer routers",
                    routers.size(), signals, most_signals));
  }
  for (const RouterId router : routers) {
    const unsigned drawer = router / fabric.topology().M();
    if (drawers_.empty() || drawers_.back().drawer != drawer) drawers_.push_back({drawer, 0, {}});
    drawers_.back().routers.emplace_back(router, context_);
  }
}

void NetworkProbe::look_ahead() {
  for (Drawer& drawer : drawers_) {
    for (RouterProbe& router : drawer.routers) router.look_ahead(context_.fabric);
  }
}

std::vector<const RouterProbe*> NetworkProbe::routers() const {
  std::vector<const RouterProbe*> routers;
  for (const Drawer& drawer : drawers_) {
    for (const RouterProbe& router : drawer.routers) routers.push_back(&router);
  }
  return routers;
}

void NetworkProbe::declare(SignalDeclarer& declarer) {
  declarer.enter("network");
  clock_ = declarer.declare("clock", 1);
  cycle_ = declarer.declare("cycle", cycle_bits);
  for (Drawer& drawer : drawers_) {
    for (RouterProbe& router : drawer.routers) {
      const Coordinates at = context_.fabric.topology().coordinates(router.router());
      declarer.enter(fmt::format("cabinet{}", at.c));
      declarer.enter(fmt::format("drawer{}", at.d));
      declarer.enter(fmt::format("router{}", at.p));
      router.declare(declarer, context_.layout);
      for (int level = 0; level < 3; ++level) declarer.leave();
    }
  }
  declarer.leave();
}

void NetworkProbe::dump_clock(SignalWriter& writer) {
  writer.write(clock_, instant_ == Instant::clock_start ? 1 : 0);
  writer.write(cycle_, context_.fabric.now());
}

void NetworkProbe::dump_full(SignalWriter& writer) {
  dump_clock(writer);
  const Clock after = context_.fabric.router_parameters().latency + 1;
  for (Drawer& drawer : drawers_) {
    drawer.watch_until = context_.fabric.now() + after;
    for (RouterProbe& router : drawer.routers) router.write(writer, context_, true);
  }
}

void NetworkProbe::dump_change(SignalWriter& writer) {
  if (instant_ == Instant::end) return;
  dump_clock(writer);
  if (instant_ == Instant::clock_middle) return;
  // A drawer asleep has quiet wires once what it granted before has left its router's registers.
  const Clock now = context_.fabric.now();
  const Clock after = context_.fabric.router_parameters().latency + 1;
  for (Drawer& drawer : drawers_) {
    if (context_.fabric.awake(drawer.drawer)) drawer.watch_until = now + after;
    if (now > drawer.watch_until) continue;
    for (RouterProbe& router : drawer.routers) router.write(writer, context_, false);
  }
}

}  // namespace swapfly
