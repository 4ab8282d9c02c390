#include "testbench/scenario/scenario_keys.hpp"

#include <fmt/core.h>

#include "model/nic/nic_core.hpp"
#include "testbench/scenario/workload_kinds.hpp"

namespace swapfly {
namespace {

using Nic = NicParameters;
using Router = RouterParameters;
using Topology = SwappedDragonfly;

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const WorkloadKind& kind : workload_kinds()) names.push_back(kind.name);
  return names;
}

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) {
    text.insert(at, "\\");
  }
  return text;
}

std::string rows(const std::vector<Key>& keys) {
  std::string out = "| key | accepted | if left out | meaning |\n|---|---|---|---|\n";
  for (const Key& key : keys) {
    std::string absent = key.fallback.is_string()  ? key.fallback.get<std::string>()
                         : !key.fallback.is_null() ? key.fallback.dump()
                                                   : key.absent;
    if (key.required) absent = "must be given";
    out += fmt::format("| `{}` | {} | {} | {} |\n", key.path, escaped(key.type.accepted), absent,
                       escaped(key.meaning));
  }
  return out;
}

}  // namespace

const std::vector<Key>& common_keys() {
  static const std::vector<Key> keys = {
      {"topology.kind", choice({"swapped_dragonfly"}), "swapped_dragonfly", "the network"},
      {"topology.K", integer(1, Topology::largest_size), nullptr, "cabinets", {}, true},
      {"topology.M",
       integer(1, Topology::largest_size),
       nullptr,
       "drawers in a cabinet, and routers in a drawer",
       {},
       true},
      {"topology.group", group(), "cyclic",
       "what + means: addition modulo K or M, or exclusive-or; one for all coordinates, or one for "
       "c "
       "and one for d and p"},
      {"router.latency", integer(1, Router::largest_latency), 1, "router clocks of a hop"},
      {"router.vcs", integer(1, Router::most_virtual_channels), 2, "virtual channels of a link"},
      {"router.depth", integer(1, Router::largest_depth), nullptr, "flits of a FIFO",
       "8, or what full rate needs"},
      {"router.multicast", truth(), true, "routers duplicate flits whose header holds *"},
      {"router.payload", integer(8, 64), 64, "payload bits of a flit, a multiple of 8"},
      {"router.allow_deadlock", truth(), false,
       "run even with too few virtual channels, to see the watchdog at work"},
      {"link.local", integer(0, Router::largest_link), 0, "extra clocks of a local link"},
      {"link.global", integer(0, Router::largest_link), 0, "extra clocks of a global link"},
      {"nic.lanes", integer(1, Nic::most_lanes), nullptr, "injection lanes of a NIC",
       "as many as the workload needs"},
      {"nic.receive", integer_or(1, Nic::most_lanes, {"all"}), nullptr,
       "ejected flits that a NIC accepts a clock", "all; 1 for operations of one-port NICs"},
      {"nic.latency", integer(1, Nic::largest_latency), 1,
       "t_s: clocks from an ejection to the arbitration of what it causes"},
      {"workload.kind", choice(kind_names()), nullptr, "what the network is to do", {}, true},
      {"engine", choice({"systemc", "rtl", "lockstep"}), "systemc",
       "what steps the routers: the model, the RTL, or the model with the RTL beside it, compared "
       "in "
       "every clock"},
      {"rtl.form", choice({"routers", "network"}), "routers",
       "a Verilated model for each router, or one of the whole network"},
      {"rtl.routers", text("patterns of router names"), "*",
       "the routers that are RTL, the others being the model's: patterns such as "
       "cabinet0.drawer*.router1, by commas"},
      {"seed", integer(0, ~0ULL >> 1U), 1, "of everything random"},
  };
  return keys;
}

std::vector<Key> keys_for(const YAML::Node& scenario, const Origin& origin) {
  std::vector<Key> keys = common_keys();
  const auto kind_key = std::find_if(keys.begin(), keys.end(),
                                     [](const Key& key) { return key.path == "workload.kind"; });
  // Anything but a map with a known kind is refused by the table as it is, the kind being required.
  if (!scenario.IsMap() || !scenario["workload"].IsDefined() || !scenario["workload"].IsMap()) {
    return keys;
  }
  const YAML::Node name = scenario["workload"]["kind"];
  for (const WorkloadKind& kind : workload_kinds()) {
    if (!name.IsDefined() || !name.IsScalar() || name.Scalar() != kind.name) continue;
    keys.insert(kind_key + 1, kind.keys.begin(), kind.keys.end());
    return keys;
  }
  // Which keys the workload may hold is not known without a kind: say that first.
  const std::string found = name.IsDefined() ? "is " + shown(name) : "is missing";
  throw ConfigurationError(fmt::format("{}: workload.kind {}; accepted: {}", origin.file, found,
                                       kind_key->type.accepted));
}

std::vector<Key> keys_without_workload() {
  std::vector<Key> keys = common_keys();
  keys.erase(std::remove_if(keys.begin(), keys.end(),
                            [](const Key& key) { return key.path == "workload.kind"; }),
             keys.end());
  return keys;
}

std::string describe_keys() {
  std::string out = rows(common_keys());
  for (const WorkloadKind& kind : workload_kinds()) {
    out += fmt::format("\n### `workload: {{kind: {}}}`\n\n{}.\n\n{}", kind.name, kind.meaning,
                       rows(kind.keys));
  }
  return out;
}

}  // namespace swapfly
