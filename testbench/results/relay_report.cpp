#include "testbench/results/relay_report.hpp"

#include <fmt/core.h>

namespace swapfly {

Block relay_report(const Relay& relay) {
  const auto clock = [](Clock when) { return when == never ? Json(nullptr) : Json(when); };
  Block block;
  block.name = "relay";
  Json& legs = block.json["legs"] = Json::array();
  std::size_t over = 0;
  for (const RelayLeg& leg : relay.legs()) {
    legs.push_back({{"header", to_string(leg.header)},
                    {"from", leg.from},
                    {"to", leg.to},
                    {"arbitrated", clock(leg.arbitrated)},
                    {"ejected", clock(leg.ejected)}});
    if (leg.ejected != never) ++over;
  }
  block.lines.push_back(fmt::format("{} of {} legs, the last to node {}", over, relay.legs().size(),
                                    relay.legs().back().to));
  return block;
}

}  // namespace swapfly
