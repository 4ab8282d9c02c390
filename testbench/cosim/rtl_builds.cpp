#include "testbench/cosim/rtl_builds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace swapfly {
namespace {

unsigned default_depth(const RouterParameters& router) {
  constexpr unsigned least = 8;
  return std::max(least, router.depth_for_full_rate());
}

bool stands_in_for(const RtlShape& wanted, const RtlShape& built) {
  const RouterParameters& a = wanted.router;
  const RouterParameters& b = built.router;
  const bool same = wanted.form == built.form && a.K == b.K && a.M == b.M &&
                    a.payload_bits == b.payload_bits && a.virtual_channels == b.virtual_channels &&
                    a.depth == b.depth && a.latency == b.latency && a.lanes <= b.lanes &&
                    (b.multicast || !a.multicast);
  if (wanted.form == RtlForm::router) return same;
  return same && a.local_link == b.local_link && a.global_link == b.global_link &&
         wanted.cabinet_group == built.cabinet_group && wanted.drawer_group == built.drawer_group;
}

}  // namespace

std::string specification(const RtlShape& shape) {
  const RouterParameters& router = shape.router;
  std::vector<std::string> settings;
  const auto add = [&settings](const char* key, unsigned value, unsigned usual) {
    if (value != usual) settings.push_back(fmt::format("{}={}", key, value));
  };
  add("latency", router.latency, 1);
  add("vcs", router.virtual_channels, 2);
  const bool network = shape.form == RtlForm::network;
  if (network) {
    add("local", router.local_link, 0);
    add("global", router.global_link, 0);
    if (shape.cabinet_group == Group::boolean) settings.emplace_back("cabinets=boolean");
    if (shape.drawer_group == Group::boolean) settings.emplace_back("drawers=boolean");
  }
  RouterParameters without_links = router;
  if (!network) without_links.local_link = without_links.global_link = 0;
  add("depth", router.depth, default_depth(without_links));
  add("payload", router.payload_bits, 64);
  const unsigned usual_lanes = router.K + router.M;
  if (router.lanes > usual_lanes) add("lanes", router.lanes, usual_lanes);
  std::string text = fmt::format("{}:{}x{}", network ? "network" : "router", router.K, router.M);
  if (!settings.empty()) text += fmt::format(":{}", fmt::join(settings, ","));
  return text;
}

const RtlBuild& build_for(const RtlShape& wanted) {
  std::vector<std::string> built;
  for (const RtlBuild& build : rtl_builds()) {
    if (stands_in_for(wanted, build.shape)) return build;
    built.push_back(specification(build.shape));
  }
  const std::string specified = specification(wanted);
  throw std::invalid_argument(
      fmt::format("engine: the RTL was not built as {}; build it: cmake --preset release "
                  "-DSWAPFLY_RTL_EXTRA='{}' && cmake --build --preset release; built: {}",
                  specified, specified, fmt::join(built, " ")));
}

}  // namespace swapfly
