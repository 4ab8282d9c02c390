#include "testbench/scenario/scenario.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "model/packet/channel_dependencies.hpp"
#include "model/packet/flit_pool.hpp"
#include "model/router/bits.hpp"
#include "testbench/scenario/file_reading.hpp"
#include "testbench/scenario/scenario_keys.hpp"
#include "testbench/scenario/workload_kinds.hpp"
#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {
namespace {

/// No scenario that a person writes comes near; a file that does is some other file.
constexpr std::uintmax_t largest_file = 1U << 20U;

std::string read_text(const std::filesystem::path& given) {
  const std::filesystem::path path = std::filesystem::absolute(given).lexically_normal();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ConfigurationError(
        fmt::format("scenario {} is a folder; accepted: a YAML file", path.string()));
  }
  errno = 0;
  const std::optional<std::string> text = read_up_to(path, largest_file);
  if (!text) {
    throw ConfigurationError(
        fmt::format("scenario {} cannot be read: {}", path.string(), std::strerror(errno)));
  }
  if (text->size() > largest_file) {
    throw ConfigurationError(
        fmt::format("scenario {} has more than {} bytes; accepted: a YAML file "
                    "of up to that many",
                    path.string(), largest_file));
  }
  return *text;
}

YAML::Node parse(const std::string& text, const std::string& origin) {
  try {
    const std::vector<YAML::Node> documents = YAML::LoadAll(text);
    if (documents.size() > 1) {
      throw ConfigurationError(
          fmt::format("{}: {} YAML documents; accepted: one", origin, documents.size()));
    }
    return documents.empty() ? YAML::Node() : documents.front();
  } catch (const YAML::Exception& error) {
    throw ConfigurationError(fmt::format("{}:{}: not YAML: {}; accepted: a map of keys", origin,
                                         error.mark.line + 1, error.msg));
  }
}

/// Puts `value` at a dotted path, making the maps on the way.
void set_value(YAML::Node map, const std::string& path, const YAML::Node& value,
               const std::string& setting) {
  // `path` is what is left of the setting's.
  const std::size_t dot = path.find('.');
  const std::string name = path.substr(0, dot);
  if (dot == std::string::npos) {
    map[name] = value;
    return;
  }
  YAML::Node below = map[name];
  if (below.IsDefined() && !below.IsNull() && !below.IsMap()) {
    // What stands there is no map, so the path leads nowhere.
    const std::string above = setting.substr(0, setting.find('=') - path.size()) + name;
    throw ConfigurationError(fmt::format("--set {}: {} is {}; accepted: a key of the scenario",
                                         setting, above, shown(below)));
  }
  if (!below.IsDefined() || below.IsNull()) {
    map[name] = YAML::Node(YAML::NodeType::Map);
    below = map[name];
  }
  set_value(below, path.substr(dot + 1), value, setting);
}

void apply(YAML::Node& scenario, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string path = setting.substr(0, equals);
  const bool empty_part = path.empty() || path.front() == '.' || path.back() == '.' ||
                          path.find("..") != std::string::npos;
  if (equals == std::string::npos || empty_part) {
    throw ConfigurationError(
        fmt::format("--set is {}; accepted: key=value with a dotted key", setting));
  }
  const YAML::Node value = parse(setting.substr(equals + 1), "--set " + setting);
  if (!scenario.IsMap()) scenario = YAML::Node(YAML::NodeType::Map);
  set_value(scenario, path, value, setting);
}

Origin origin_of(const ScenarioSource& source) {
  Origin origin{source.file.string(), {}};
  for (const std::string& setting : source.settings) {
    origin.set.push_back(setting.substr(0, setting.find('=')));
  }
  return origin;
}

YAML::Node load_yaml(const ScenarioSource& source) {
  YAML::Node scenario = parse(read_text(source.file), source.file.string());
  for (const std::string& setting : source.settings) apply(scenario, setting);
  return scenario;
}

Group group_of(const Json& value, const char* coordinate) {
  const Json& name = value.is_object() ? value.at(coordinate) : value;
  return name == "boolean" ? Group::boolean : Group::cyclic;
}

SwappedDragonfly topology_of(const Json& config) {
  const Json& keys = config.at("topology");
  try {
    return {keys.at("K").get<unsigned>(), keys.at("M").get<unsigned>(),
            group_of(keys.at("group"), "c"), group_of(keys.at("group"), "p")};
  } catch (const std::invalid_argument& error) {
    throw ConfigurationError(fmt::format("topology.{}", error.what()));
  }
}

RouterParameters router_of(const Json& config, const SwappedDragonfly& topology) {
  const Json& keys = config.at("router");
  RouterParameters router;
  router.K = topology.K();
  router.M = topology.M();
  router.payload_bits = keys.at("payload").get<unsigned>();
  router.virtual_channels = keys.at("vcs").get<unsigned>();
  router.latency = keys.at("latency").get<unsigned>();
  router.multicast = keys.at("multicast").get<bool>();
  router.local_link = config.at("link").at("local").get<unsigned>();
  router.global_link = config.at("link").at("global").get<unsigned>();
  if (router.payload_bits % 8 != 0) {
    throw ConfigurationError(fmt::format(
        "router.payload is {}; accepted: 8, 16, 24, 32, 40, 48, 56, 64", router.payload_bits));
  }
  const Json* depth = find(config, "router.depth");
  router.depth =
      depth != nullptr ? depth->get<unsigned>() : std::max(8U, router.depth_for_full_rate());
  return router;
}

NicParameters nic_of(const Json& config) {
  const Json& keys = config.at("nic");
  NicParameters nic;
  nic.latency = keys.at("latency").get<unsigned>();
  const Json* receive = find(config, "nic.receive");
  if (receive != nullptr && receive->is_number()) nic.receive = receive->get<unsigned>();
  return nic;
}

WorkloadContext context_of(const Scenario& scenario) {
  WorkloadContext context{scenario.topology};
  context.local_hop = scenario.router.local_hop_clocks();
  context.global_hop = scenario.router.global_hop_clocks();
  context.nic = scenario.nic.latency;
  context.multicast = scenario.router.multicast;
  context.payload_bits = scenario.router.payload_bits;
  context.seed = scenario.seed;
  context.router = scenario.router;
  if (const Json* lanes = find(scenario.config, "nic.lanes")) {
    context.lanes = lanes->get<unsigned>();
  }
  if (find(scenario.config, "nic.receive") != nullptr) context.receive = scenario.nic.receive;
  return context;
}

const WorkloadKind& kind_named(const std::string& name) {
  for (const WorkloadKind& kind : workload_kinds()) {
    if (kind.name == name) return kind;
  }
  throw std::logic_error("no workload kind " + name);
}

/// Memory of the network with every FIFO full, in bytes: flits, what RouterArray keeps of every
/// FIFO, and per router some kilobytes of counters, modules and NIC.
double memory_of(const RouterParameters& router, RouterId routers) {
  const double flits = double(router.depth) * sizeof(FlitPool::Entry);
  // A bit for a flit and one for a credit in each clock of a hop, their number rounded up twice.
  const double clocks = std::max(router.local_hop_clocks(), router.global_hop_clocks()) + 2.0;
  const double bits = 2 * 2 * clocks / 8;
  const double branches = router.multicast ? 8.0 * words_for(router.ports()) : 0;
  const double other = 64.0 * (router.ports() + router.lanes) + 4096.0;
  return double(routers) * (router.fifos() * (flits + bits + branches) + other);
}

/// What this machine can still give, in bytes; all it has where it does not say.
double memory_available() {
  std::ifstream memory("/proc/meminfo");
  for (std::string word; memory >> word;) {
    double kilobytes = 0;
    if (word == "MemAvailable:" && memory >> kilobytes) return kilobytes * 1024;
  }
  return double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGE_SIZE));
}

void require_memory(const Scenario& scenario) {
  const double needed = memory_of(scenario.router, scenario.topology.routers());
  const double there = memory_available() * 0.8;
  if (needed <= there) return;
  throw ConfigurationError(fmt::format(
      "topology is {}, which with router.depth {} and nic.lanes {} takes {:.1f} GB; accepted on "
      "this machine: up to {:.1f} GB",
      to_string(scenario.topology), scenario.router.depth, scenario.nic.lanes, needed / 1e9,
      there / 1e9));
}

void choose_channels(Scenario& scenario, const WorkloadNeeds& needs) {
  const Json* given = find(scenario.config, "nic.lanes");
  const unsigned lanes = given != nullptr ? given->get<unsigned>() : needs.lanes;
  if (lanes < needs.lanes) {
    throw ConfigurationError(
        fmt::format("nic.lanes is {}; accepted for this workload: {} or more", lanes, needs.lanes));
  }
  scenario.nic.lanes = lanes;
  if (find(scenario.config, "nic.receive") == nullptr) scenario.nic.receive = needs.receive;
  scenario.nic.lane_depth = scenario.router.depth;
  scenario.nic.open_loop = needs.open_loop;
  scenario.router.lanes = lanes;
}

/// The proof that no deadlock can happen, for the headers that will be sent.
void require_acyclic(const Scenario& scenario, const WorkloadNeeds& needs) {
  unsigned longest = 0;
  for (const Header& header : needs.headers) longest = std::max<unsigned>(longest, header.hops);
  const unsigned channels = channels_needed(longest);
  ChannelDependencies dependencies(scenario.topology, scenario.router.virtual_channels);
  for (const Header& header : needs.headers) dependencies.add(header);
  const std::vector<Channel> cycle = dependencies.cycle();
  if (scenario.router.virtual_channels >= channels && cycle.empty()) return;
  const std::string why =
      cycle.empty() ? "" : fmt::format(", since {}", to_string(cycle, scenario.topology));
  throw ConfigurationError(
      fmt::format("router.vcs is {}; accepted: {} or more, for headers of up to {} hops{}",
                  scenario.router.virtual_channels, channels, longest, why));
}

/// Paths in a scenario are relative to its file, paths on the command line to the current folder.
void resolve_set_paths(Json& config, const Origin& origin) {
  for (const std::string path :
       {"workload.data", "workload.file", "workload.left", "workload.matrix", "workload.place.file",
        "workload.right", "workload.vector"}) {
    // The map that holds the path may have been set as a whole.
    const bool is_set = std::any_of(origin.set.begin(), origin.set.end(), [&](const auto& set) {
      return path == set || path.rfind(set + ".", 0) == 0;
    });
    const Json* value = is_set ? find(config, path) : nullptr;
    if (value == nullptr) continue;
    put(config, path, std::filesystem::absolute(value->get<std::string>()).string());
  }
}

/// Which of a network is RTL. Where the engine has no RTL, a choice other than the usual one would
/// be ignored, and is refused.
void choose_engine(Scenario& scenario) {
  const std::string engine = scenario.config.at("engine").get<std::string>();
  for (const Engine known : {Engine::rtl, Engine::lockstep}) {
    if (engine == name_of(known)) scenario.engine = known;
  }
  const Json& rtl = scenario.config.at("rtl");
  scenario.rtl.whole_network = rtl.at("form").get<std::string>() == "network";
  const auto pattern = rtl.at("routers").get<std::string>();
  if (scenario.engine == Engine::systemc && (scenario.rtl.whole_network || pattern != "*")) {
    throw ConfigurationError(fmt::format(
        "rtl is {{form: {}, routers: {}}}, but engine is systemc; accepted: engine rtl or lockstep",
        rtl.at("form").get<std::string>(), pattern));
  }
  if (scenario.rtl.whole_network && pattern != "*") {
    throw ConfigurationError(fmt::format(
        "rtl.routers is {}; accepted: * where rtl.form is network, which is RTL as a whole",
        pattern));
  }
  scenario.rtl.routers = routers_in_scope(pattern, scenario.topology, "rtl.routers");
}

/// Writes what was worked out into the configuration.
void complete_config(Scenario& scenario) {
  put(scenario.config, "router.depth", scenario.router.depth);
  put(scenario.config, "nic.lanes", scenario.nic.lanes);
  const unsigned receive = scenario.nic.receive;
  put(scenario.config, "nic.receive", receive == NicParameters::all ? Json("all") : Json(receive));
}

void warn_of_shallow_buffers(Scenario& scenario) {
  const unsigned needed = scenario.router.depth_for_full_rate();
  if (scenario.router.depth >= needed) return;
  scenario.warnings.push_back(fmt::format(
      "router.depth is {}: links run at no more than {}/{} of their rate; full rate needs "
      "a depth of {}",
      scenario.router.depth, scenario.router.depth, needed, needed));
}

}  // namespace

std::string_view name_of(Engine engine) {
  switch (engine) {
    case Engine::rtl:
      return "rtl";
    case Engine::lockstep:
      return "lockstep";
    case Engine::systemc:
      break;
  }
  return "systemc";
}

Scenario load_scenario(const ScenarioSource& source, Json* progress) {
  const YAML::Node yaml = load_yaml(source);
  const Origin origin = origin_of(source);
  Scenario scenario;
  scenario.config = read_keys(yaml, keys_for(yaml, origin), origin);
  resolve_set_paths(scenario.config, origin);
  if (progress != nullptr) *progress = scenario.config;
  const auto in_file = [&origin](const std::string& line) {
    return ConfigurationError(origin.file + ": " + line);
  };
  try {
    scenario.topology = topology_of(scenario.config);
    scenario.router = router_of(scenario.config, scenario.topology);
    scenario.nic = nic_of(scenario.config);
    choose_engine(scenario);
    scenario.seed = scenario.config.at("seed").get<std::uint64_t>();
    Json& keys = scenario.config.at("workload");
    scenario.workload =
        kind_named(keys.at("kind").get<std::string>())
            .make({context_of(scenario), scenario.config, keys, source.file.parent_path()});
    const WorkloadNeeds needs = scenario.workload->needs();
    choose_channels(scenario, needs);
    require_memory(scenario);
    if (!scenario.config.at("router").at("allow_deadlock").get<bool>()) {
      require_acyclic(scenario, needs);
    }
  } catch (const ConfigurationError& error) {
    throw in_file(error.what());
  } catch (const std::invalid_argument& error) {
    throw in_file(error.what());
  }
  complete_config(scenario);
  if (progress != nullptr) *progress = scenario.config;
  scenario.warnings = scenario.workload->notes();
  warn_of_shallow_buffers(scenario);
  return scenario;
}

NetworkScenario load_network(const ScenarioSource& source) {
  const YAML::Node yaml = load_yaml(source);
  const Origin origin = origin_of(source);
  const bool has_workload = yaml.IsMap() && yaml["workload"].IsDefined();
  Json config =
      read_keys(yaml, has_workload ? keys_for(yaml, origin) : keys_without_workload(), origin);
  try {
    const SwappedDragonfly topology = topology_of(config);
    const RouterParameters router = router_of(config, topology);
    put(config, "router.depth", router.depth);
    config.erase("workload");
    return {topology,
            {router.local_link, router.global_link},
            router,
            nic_of(config),
            std::move(config),
            has_workload};
  } catch (const ConfigurationError& error) {
    throw ConfigurationError(origin.file + ": " + error.what());
  }
}

}  // namespace swapfly
