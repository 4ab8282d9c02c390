#include "model/metrics/hop_times.hpp"

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// The hops that a flit had left before it left by a port of this kind with the header `after`: one
/// more, or two where the local hop behind a global one is passed over.
unsigned hops_before(const Header& after, PortKind kind) {
  const bool odd = after.hops % 2 == 1;
  return kind == PortKind::local || odd ? after.hops + 1U : after.hops + 2U;
}

}  // namespace

std::uint64_t HopTimes::count() const {
  std::uint64_t count = 0;
  for (const HopKind kind : hop_kinds) count += hops[kind].count();
  return count;
}

std::uint64_t HopTimes::clocks() const {
  std::uint64_t clocks = last_wait.sum();
  for (const HopKind kind : hop_kinds) clocks += hops[kind].sum();
  return clocks;
}

HopTimer::HopTimer(Fabric& fabric)
    : topology_(fabric.topology()), sending_(topology_.routers()), arrived_(topology_.routers()) {
  fabric.watch_ejections();
}

void HopTimer::arrive(const Flit& flit, RouterId router, Clock since, bool at_source) {
  Stay stay{since, 1, at_source};
  if (flit.header.hops == 0) {
    ++arrived_[router];
  } else if (next_number(flit.header) == every_port) {
    stay.branches = next_kind(flit.header) == PortKind::local ? topology_.M() : topology_.K();
  }
  stays_[key(flit, router, flit.header.hops)] = stay;
}

void HopTimer::look_at_lanes(const Fabric& fabric, RouterId router) {
  const Clock from = fabric.traffic().measured_from;
  const Clock to = fabric.traffic().measured_to;
  for (unsigned lane = 0; lane < fabric.router_parameters().lanes; ++lane) {
    const Flit* flit = fabric.lane_wire(router, lane);
    if (flit == nullptr) continue;
    const PacketRecord* record = fabric.ledger().find(flit->packet);
    if (record == nullptr || record->created < from || record->created > to) continue;
    ++times_.packets;
    arrive(*flit, router, fabric.now() + 1, true);
  }
}

void HopTimer::look_at_outputs(const Fabric& fabric, RouterId router) {
  for (Port port = 0; port < topology_.ports(); ++port) {
    const Flit* flit = fabric.output_wire(router, port);
    if (flit == nullptr) continue;
    const auto stay =
        stays_.find(key(*flit, router, hops_before(flit->header, topology_.kind(port))));
    if (stay == stays_.end()) continue;  // not one that is measured
    const Clock there = fabric.now() + 1 + fabric.router_parameters().link_clocks(port);
    const Clock clocks = there - stay->second.since;
    times_.hops[hop_kind(topology_, topology_.coordinates(router), port)].add(clocks);
    if (stay->second.at_source) times_.first.add(clocks);
    if (--stay->second.branches == 0) stays_.erase(stay);
    arrive(*flit, topology_.neighbour(router, port).router, there, false);
  }
}

void HopTimer::look_at_ejections(const Fabric& fabric, RouterId router) {
  for (Port port = 0; arrived_[router] > 0 && port < topology_.ports(); ++port) {
    const Flit* flit = fabric.ejection_wire(router, port);
    if (flit == nullptr) continue;
    const auto stay = stays_.find(key(*flit, router, 0));
    if (stay == stays_.end()) continue;
    times_.last_wait.add(fabric.now() - stay->second.since);
    stays_.erase(stay);
    --arrived_[router];
  }
}

void HopTimer::clock_done(const Fabric& fabric) {
  // Nothing is injected before it is created.
  if (fabric.now() + 1 < fabric.traffic().measured_from) return;
  for (RouterId router = 0; router < topology_.routers(); ++router) {
    look_at_ejections(fabric, router);
    if (sending_.may_send(fabric, router)) look_at_outputs(fabric, router);
    look_at_lanes(fabric, router);
  }
}

}  // namespace swapfly
