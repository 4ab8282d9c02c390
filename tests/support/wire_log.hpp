#pragma once

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include "model/network/run_control.hpp"

namespace swapfly::test {

/// Something seen at a port of a router.
struct WireEvent {
  enum class Kind { grant, credit, ejection, lane };
  Clock clock = 0;
  RouterId router = 0;
  Kind kind = Kind::grant;
  unsigned port = 0;
  unsigned channel = 0;
  Flit flit;

  auto key() const {
    return std::tie(clock, router, kind, port, channel, flit.label, flit.payload);
  }
  friend bool operator==(const WireEvent& a, const WireEvent& b) {
    return a.key() == b.key() && a.flit.header == b.flit.header;
  }
  friend bool operator<(const WireEvent& a, const WireEvent& b) { return a.key() < b.key(); }
};

inline std::string to_string(const WireEvent& event) {
  static const char* const names[] = {"grant", "credit", "ejection", "lane"};
  return "clock " + std::to_string(event.clock) + " router " + std::to_string(event.router) + " " +
         names[static_cast<int>(event.kind)] + " port " + std::to_string(event.port) + " channel " +
         std::to_string(event.channel) + " " + to_string(event.flit.header) + " label " +
         std::to_string(event.flit.label);
}

/// "" if two logs are the same, else the first difference.
inline std::string first_difference(std::vector<WireEvent> a, std::vector<WireEvent> b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (!(a[i] == b[i])) return to_string(a[i]) + " against " + to_string(b[i]);
  }
  if (a.size() == b.size()) return "";
  return (a.size() > common ? to_string(a[common]) : to_string(b[common])) + " in one log only";
}

/// Logs everything observable at every router's ports, clock by clock. A flit on an output wire is
/// logged in the clock of its grant, latency - 1 clocks earlier.
class WireLog : public ClockObserver {
 public:
  void clock_done(const Fabric& fabric) override {
    const RouterParameters& parameters = fabric.router_parameters();
    const auto note = [&](RouterId router, WireEvent::Kind kind, unsigned port, unsigned channel,
                          const Flit& flit) {
      const Clock registers = kind == WireEvent::Kind::grant ? parameters.latency - 1 : 0;
      events.push_back({fabric.now() - registers, router, kind, port, channel, flit});
    };
    for (RouterId router = 0; router < fabric.topology().routers(); ++router) {
      for (Port port = 0; port < parameters.ports(); ++port) {
        const Flit* flit = fabric.output_wire(router, port);
        if (flit != nullptr) note(router, WireEvent::Kind::grant, port, 0, *flit);
        flit = fabric.ejection_wire(router, port);
        if (flit != nullptr) note(router, WireEvent::Kind::ejection, port, 0, *flit);
        for (unsigned channel = 0; channel < parameters.virtual_channels; ++channel) {
          if (!fabric.credit_wire(router, port, channel)) continue;
          note(router, WireEvent::Kind::credit, port, channel, {});
        }
      }
      for (unsigned lane = 0; lane < parameters.lanes; ++lane) {
        const Flit* flit = fabric.lane_wire(router, lane);
        if (flit != nullptr) note(router, WireEvent::Kind::lane, lane, 0, *flit);
      }
    }
  }

  std::vector<WireEvent> events;
};

}  // namespace swapfly::test
