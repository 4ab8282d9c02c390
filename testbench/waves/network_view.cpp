#include "testbench/waves/network_view.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {
namespace {

using Radix = GtkwaveSave::Radix;

constexpr unsigned most_open_routers = 8;
constexpr unsigned most_rows = 20'000;

double picoseconds_a_pixel(const HeaderNames& names) {
  // A clock is as wide as the longest header, in GTKWave's font, and the edges around it.
  constexpr std::size_t shortest = 10;
  const double pixels = 6.2 * static_cast<double>(std::max(names.longest(), shortest)) + 16;
  return static_cast<double>(clock_period) / pixels;
}

class RouterView {
 public:
  RouterView(const NetworkProbe& probe, const RouterProbe& router, GtkwaveSave& save)
      : router_(router),
        layout_(probe.context().layout),
        count_bits_(bits_for(probe.context().fabric.router_parameters().depth)),
        path_(router_path(probe.context().fabric.topology().coordinates(router.router()))),
        save_(save) {}

  void write(const std::vector<ForeignSignal>& foreign, bool closed) {
    save_.open_group(path_, closed);
    headers(true);
    fields();
    counts("fifo", router_.fifo_names().size(), count_bits_, Radix::decimal);
    counts("credit", router_.credits(), 1, Radix::binary);
    save_.open_group("no flits", true);
    headers(false);
    save_.close_group();
    if (!foreign.empty()) {
      save_.open_group("rtl", true);
      for (const ForeignSignal& signal : foreign) {
        std::string alias = signal.name;
        std::replace(alias.begin(), alias.end(), '.', ' ');
        save_.signal(full(signal.name), signal.width, Radix::hexadecimal, alias);
      }
      save_.close_group();
    }
    save_.close_group();
  }

 private:
  std::string full(const std::string& name) const {
    return fmt::format("network.{}.{}", path_, name);
  }

  template <class Visit>
  void for_each_wire(Visit&& visit) const {
    for (const auto* wires : {&router_.outputs(), &router_.lanes(), &router_.ejections()}) {
      for (const FlitProbe& wire : *wires) visit(wire);
    }
  }

  void headers(bool carried) {
    for_each_wire([&](const FlitProbe& wire) {
      if (wire.carried() != carried) return;
      save_.header(full(wire.name()), layout_.header_bits, wire.name());
    });
  }

  void fields() {
    save_.open_group("fields", true);
    for_each_wire([&](const FlitProbe& wire) {
      if (!wire.carried()) return;
      field(wire, "valid", 1, Radix::binary);
      if (wire.channel_bits() > 0) field(wire, "vc", wire.channel_bits(), Radix::decimal);
      field(wire, "packet", layout_.packet.width, Radix::decimal);
      field(wire, "label", layout_.label.width, Radix::decimal);
      field(wire, "payload", layout_.payload.width, Radix::hexadecimal);
    });
    save_.close_group();
  }

  void field(const FlitProbe& wire, const char* name, unsigned width, Radix radix) {
    // GTKWave would show of an alias what follows its last dot.
    save_.signal(full(fmt::format("{}.{}", wire.name(), name)), width, radix,
                 fmt::format("{} {}", wire.name(), name));
  }

  void counts(const char* scope, std::size_t fifos, unsigned width, Radix radix) {
    save_.open_group(scope, true);
    for (std::size_t fifo = 0; fifo < fifos; ++fifo) {
      const std::string& name = router_.fifo_names()[fifo];
      save_.signal(full(fmt::format("{}.{}", scope, name)), width, radix, name);
    }
    save_.close_group();
  }

  const RouterProbe& router_;
  const FlitLayout& layout_;
  unsigned count_bits_;
  std::string path_;
  GtkwaveSave& save_;
};

bool carried(const RouterProbe& router) {
  for (const auto* wires : {&router.outputs(), &router.lanes(), &router.ejections()}) {
    for (const FlitProbe& wire : *wires) {
      if (wire.carried()) return true;
    }
  }
  return false;
}

/// Null if the file does not show its router, or it carried nothing.
const FlitProbe* find_wire(const GroupedWire& wire,
                           const std::vector<const RouterProbe*>& routers) {
  const auto router =
      std::find_if(routers.begin(), routers.end(),
                   [&wire](const RouterProbe* probe) { return probe->router() == wire.router; });
  if (router == routers.end()) return nullptr;
  const std::vector<FlitProbe>& wires = wire.kind == WireKind::output ? (*router)->outputs()
                                        : wire.kind == WireKind::lane ? (*router)->lanes()
                                                                      : (*router)->ejections();
  const FlitProbe& probe = wires.at(wire.number);
  return probe.carried() ? &probe : nullptr;
}

bool has_wires(const WireGroup& group, const std::vector<const RouterProbe*>& routers) {
  return std::any_of(group.wires.begin(), group.wires.end(),
                     [&](const auto& wire) { return find_wire(wire, routers) != nullptr; }) ||
         std::any_of(group.groups.begin(), group.groups.end(),
                     [&](const auto& below) { return has_wires(below, routers); });
}

void write_group(const WireGroup& group, const ProbeContext& context,
                 const std::vector<const RouterProbe*>& routers, GtkwaveSave& save) {
  if (!has_wires(group, routers)) return;
  const SwappedDragonfly& topology = context.fabric.topology();
  save.open_group(group.name, group.closed);
  for (const WireGroup& below : group.groups) write_group(below, context, routers, save);
  for (const GroupedWire& wire : group.wires) {
    const FlitProbe* const probe = find_wire(wire, routers);
    if (probe == nullptr) continue;
    save.header(
        fmt::format("network.{}.{}", router_path(topology.coordinates(wire.router)), probe->name()),
        context.layout.header_bits, wire.name);
  }
  save.close_group();
}

}  // namespace

std::string network_view(const NetworkProbe& probe, const ForeignSignals& foreign,
                         const std::vector<WireGroup>& groups, const GtkwaveSave::Files& files,
                         Clock first_clock) {
  const std::vector<const RouterProbe*> routers = probe.routers();
  const ProbeContext& context = probe.context();
  const Clock first_flit = context.first_flit == never ? first_clock : context.first_flit;
  const Coordinates first = context.fabric.topology().coordinates(routers.front()->router());

  GtkwaveSave::View view;
  view.start = clock_period * (first_flit > first_clock ? first_flit - 1 : first_clock);
  view.picoseconds_a_pixel = picoseconds_a_pixel(context.names);
  view.tree = fmt::format("network.cabinet{}.drawer{}", first.c, first.d);
  GtkwaveSave save(files, view);
  save.signal("network.clock", 1, Radix::binary, "clock");
  save.signal("network.cycle", 64, Radix::decimal, "cycle");

  for (const WireGroup& group : groups) write_group(group, context, routers, save);

  // Where groups tell the story, routers are for looking things up.
  unsigned open = groups.empty() ? 0 : most_open_routers;
  for (std::size_t i = 0; i < routers.size(); ++i) {
    if (save.rows() > most_rows) {
      save.comment(fmt::format("and {} more routers: see the tree", routers.size() - i));
      break;
    }
    const bool opened = carried(*routers[i]) && open < most_open_routers;
    if (opened) ++open;
    const auto beside = foreign.find(routers[i]->router());
    RouterView(probe, *routers[i], save)
        .write(beside == foreign.end() ? std::vector<ForeignSignal>() : beside->second, !opened);
  }
  return save.text();
}

}  // namespace swapfly
