#include "model/network/audit.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

void audit_router(const Fabric& fabric, RouterId id, std::vector<std::string>& faults) {
  const RouterParameters& parameters = fabric.router_parameters();
  const RouterCore& router = fabric.router(id);
  const std::string place = to_string(fabric.topology().coordinates(id));
  for (unsigned fifo = 0; fifo < parameters.fifos(); ++fifo) {
    const unsigned held = router.held(fifo);
    if (held > 0)
      faults.push_back(fmt::format("router {}: FIFO {} holds {} flits", place, fifo, held));
  }
  for (Port port = 0; port < parameters.ports(); ++port) {
    for (unsigned channel = 0; channel < parameters.virtual_channels; ++channel) {
      const unsigned credits = router.credits(port, channel);
      if (credits == parameters.depth) continue;
      faults.push_back(fmt::format("router {}: output {} channel {} has {} of {} credits", place,
                                   port, channel, credits, parameters.depth));
    }
  }
}

void audit_nic(const Fabric& fabric, RouterId id, std::vector<std::string>& faults) {
  const NicCore& nic = fabric.nic(id);
  const std::string place = to_string(fabric.topology().coordinates(id));
  if (nic.waiting() > 0) {
    faults.push_back(fmt::format("NIC {}: {} flits were never injected", place, nic.waiting()));
  }
  for (unsigned lane = 0; lane < nic.parameters().lanes; ++lane) {
    const unsigned credits = nic.lane_credits(lane);
    if (credits == nic.parameters().lane_depth) continue;
    faults.push_back(fmt::format("NIC {}: lane {} has {} of {} credits", place, lane, credits,
                                 nic.parameters().lane_depth));
  }
}

}  // namespace

std::vector<std::string> audit(const Fabric& fabric) {
  std::vector<std::string> faults;
  for (RouterId id = 0; id < fabric.topology().routers(); ++id) {
    audit_router(fabric, id, faults);
    audit_nic(fabric, id, faults);
  }
  if (fabric.ledger().open_packets() > 0) {
    faults.push_back(
        fmt::format("{} packets have copies outstanding", fabric.ledger().open_packets()));
  }
  if (fabric.traffic().duplicated > 0) {
    faults.push_back(
        fmt::format("{} flits arrived that no packet accounts for", fabric.traffic().duplicated));
  }
  return faults;
}

}  // namespace swapfly
