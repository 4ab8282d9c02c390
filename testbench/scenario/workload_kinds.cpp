#include "testbench/scenario/workload_kinds.hpp"

#include <fmt/core.h>

#include "model/packet/swapped_route.hpp"
#include "model/workloads/m_broadcast.hpp"
#include "model/workloads/message.hpp"
#include "model/workloads/mixed.hpp"
#include "model/workloads/permutation.hpp"
#include "model/workloads/relay.hpp"
#include "model/workloads/scheduled.hpp"
#include "model/workloads/uniform.hpp"
#include "testbench/scenario/schedule_file.hpp"
#include "testbench/scenario/workload_parts.hpp"

namespace swapfly {
namespace {

std::unique_ptr<Workload> make_message(const WorkloadRequest& request) {
  Content content = content_of(request, 1);
  require_memory(1, content.size(), "workload.messages");
  return std::make_unique<Message>(request.context, place_of(request, "from"),
                                   place_of(request, "to"), std::move(content));
}

/// The cabinets or drawers that `key` lists; empty where it is left out.
std::vector<unsigned> chosen(const WorkloadRequest& request, const char* key, unsigned size) {
  const Json* list = find(request.keys, key);
  if (list == nullptr) return {};
  std::vector<unsigned> values;
  for (const Json& value : *list) {
    if (value.get<std::uint64_t>() >= size) {
      throw ConfigurationError(fmt::format("workload.{} is {}; accepted on {}: 0 to {}", key,
                                           list->dump(), to_string(request.context.topology),
                                           size - 1));
    }
    values.push_back(value.get<unsigned>());
  }
  return values;
}

std::unique_ptr<Workload> make_permutation(const WorkloadRequest& request) {
  const SwappedDragonfly& topology = request.context.topology;
  PermutationParameters parameters;
  parameters.cabinets = chosen(request, "cabinets", topology.K());
  parameters.drawers = chosen(request, "drawers", topology.M());
  const auto size_of = [](const std::vector<unsigned>& set, unsigned size) {
    return set.empty() ? size : static_cast<unsigned>(set.size());
  };
  const unsigned J = size_of(parameters.cabinets, topology.K());
  const unsigned L = size_of(parameters.drawers, topology.M());
  for (const Json& fields : request.keys.at("headers")) {
    const auto port = [&](std::size_t i, unsigned size) {
      const auto value = fields[i].get<std::uint64_t>();
      if (value < size) return static_cast<std::uint16_t>(value);
      throw ConfigurationError(fmt::format(
          "workload.headers holds {}; accepted on D3({},{}): γ from 0 to {}, π and δ from 0 to {}",
          fields.dump(), J, L, J - 1, L - 1));
    };
    parameters.headers.push_back({3, false, port(0, J), port(1, L), port(2, L)});
  }
  const std::size_t headers = parameters.headers.size();
  const Json* at_once = find(request.keys, "at_once");
  if (at_once == nullptr && headers > NicParameters::most_lanes) {
    throw ConfigurationError(
        fmt::format("workload.headers holds {} headers; accepted without workload.at_once: up to "
                    "{}, one a lane",
                    headers, NicParameters::most_lanes));
  }
  if (at_once != nullptr) parameters.at_once = at_once->get<unsigned>();
  request.keys["at_once"] = parameters.at_once == 0 ? headers : parameters.at_once;
  require_memory(std::uint64_t{J} * L * L, headers, "workload.headers");
  return std::make_unique<Permutation>(request.context, std::move(parameters));
}

std::unique_ptr<Workload> make_m_broadcast(const WorkloadRequest& request) {
  MBroadcastParameters parameters;
  parameters.source = place_of(request, "source");
  parameters.tree = named(request.keys.at("tree"), {BroadcastTree::depth4, BroadcastTree::depth3});
  parameters.schedule = named(
      request.keys.at("schedule"),
      {BroadcastSchedule::one_round, BroadcastSchedule::unchained, BroadcastSchedule::published,
       BroadcastSchedule::bursts, BroadcastSchedule::every_hop});
  const bool depth3 = parameters.tree == BroadcastTree::depth3;
  parameters.content = content_of(request, depth3 ? 1 : request.context.topology.M());
  require_memory(request.context.topology.routers(), parameters.content.size(),
                 "workload.messages");
  return std::make_unique<MBroadcast>(request.context, std::move(parameters));
}

std::unique_ptr<Workload> make_mixed(const WorkloadRequest& request) {
  MixedParameters parameters;
  parameters.packets = request.keys.at("packets").get<std::uint64_t>();
  parameters.rate = request.keys.at("rate").get<double>();
  parameters.broadcasts = request.keys.at("broadcasts").get<double>();
  return std::make_unique<Mixed>(request.context, parameters);
}

std::unique_ptr<Workload> make_schedule(const WorkloadRequest& request) {
  ScheduleLimits limits{request.context.topology};
  const Json* lanes = find(request.config, "nic.lanes");
  if (lanes != nullptr) limits.lanes = lanes->get<unsigned>();
  limits.payload_bits = request.context.payload_bits;
  limits.virtual_channels = request.config.at("router").at("vcs").get<unsigned>();
  const bool any = request.config.at("router").at("allow_deadlock").get<bool>();
  limits.most_hops = any ? ~0U : most_hops(limits.virtual_channels);
  limits.multicast = request.context.multicast;
  limits.seed = request.context.seed;
  const std::string name =
      fmt::format("workload.file {}", request.keys.at("file").get<std::string>());
  return std::make_unique<Scheduled>(request.context,
                                     parse_schedule(read_file(request, "file"), limits, name));
}

std::unique_ptr<Workload> make_uniform(const WorkloadRequest& request) {
  UniformParameters parameters;
  parameters.rate = request.keys.at("rate").get<double>();
  parameters.warmup = request.keys.at("warmup").get<Clock>();
  parameters.measure = request.keys.at("measure").get<Clock>();
  parameters.drain = request.keys.at("drain").get<Clock>();
  return std::make_unique<Uniform>(request.context, parameters);
}

std::unique_ptr<Workload> make_relay(const WorkloadRequest& request) {
  constexpr unsigned longest = 2 * RouterParameters::most_virtual_channels - 1;
  const SwappedDragonfly& topology = request.context.topology;
  RelayParameters parameters;
  parameters.from = place_of(request, "from");
  parameters.pause = request.keys.at("pause").get<Clock>();
  for (const Json& text : request.keys.at("headers")) {
    const Header header = parse_header(text.get<std::string>()).value();
    const bool accepted = fits(header, topology) && !spreads(header) && header.hops <= longest &&
                          without_skipped_hops(header).hops > 0;
    if (!accepted) {
      throw ConfigurationError(fmt::format(
          "workload.headers holds {}; accepted on {}: 1 to {} hops that are not all skipped, γ "
          "from 0 to {}, π and δ from 0 to {}, no *",
          text.get<std::string>(), to_string(topology), longest, topology.K() - 1,
          topology.M() - 1));
    }
    parameters.headers.push_back(header);
  }
  return std::make_unique<Relay>(request.context, parameters);
}

std::vector<WorkloadKind> traffic_kinds() {
  return {
      {"message",
       "a file, or generated flits, from one node to another on a shortest path",
       {{"workload.from", node(), 0, "sender"},
        {"workload.to", node(), nullptr, "receiver", {}, true},
        data_key(),
        {"workload.messages", integer(1, most_messages), nullptr, "generated flits to send", "1"}},
       make_message},
      {"permutation",
       "every router sends the same headers [3;γ,π,δ], all at once or one after the other",
       {{"workload.headers", headers(), nullptr, "the headers", {}, true},
        {"workload.at_once", integer(1, NicParameters::most_lanes), nullptr,
         "headers that start together, one a lane; the next as many start 3 hops later", "all"},
        {"workload.cabinets", integer_set(SwappedDragonfly::largest_size - 1), nullptr,
         "only routers with c in this list take part, a sub-network; its ports count in the order "
         "given",
         "all"},
        {"workload.drawers", integer_set(SwappedDragonfly::largest_size - 1), nullptr,
         "only routers with both d and p in this list take part", "all"}},
       make_permutation},
      {"m_broadcast",
       "broadcasts from one node to all by M edge-disjoint trees, or by depth-3 trees",
       {{"workload.source", node(), 0, "the node that broadcasts"},
        {"workload.tree", choice({"depth4", "depth3"}), "depth4", "[4;*,*,*] or [3;*,*,*]"},
        {"workload.schedule",
         choice({"one_round", "unchained", "published", "bursts", "every_hop"}), "every_hop",
         "when rounds start; every_hop is a round every clock"},
        data_key(),
        {"workload.messages", integer(1, most_messages), nullptr,
         "generated messages of one flit each", "M; 1 with depth3"}},
       make_m_broadcast},
      {"mixed",
       "unicast and broadcast traffic at random, run until the network is empty",
       {{"workload.packets", integer(0, 1000000000), 16, "packets of every node"},
        {"workload.rate", number(0, 1), 0.1,
         "packets per node and clock while a node has some left; 0 sends none"},
        {"workload.broadcasts", number(0, 1), 0.1, "share of packets that go to every node"}},
       make_mixed},
      {"uniform",
       "open-loop unicast traffic to nodes at random: load, latency and saturation "
       "(docs/uniform.md)",
       {{"workload.rate", positive_number(1), 0.1, "flits that a node creates in a clock"},
        {"workload.warmup", integer(0, most_clocks), 1000, "clocks before the measurement window"},
        {"workload.measure", integer(1, most_clocks), 10000, "clocks of the measurement window"},
        {"workload.drain", integer(0, most_clocks), 10000,
         "clocks after the window in which sources go on at most, for its packets to arrive"}},
       make_uniform},
      {"schedule",
       "the flits that a file lists, each in its clock; says whether they meet",
       {{"workload.file",
         text("the path of a file"),
         nullptr,
         "comma-separated clock, router, lane, header and payload of every flit, see schedule.md; "
         "relative to the scenario file",
         {},
         true}},
       make_schedule},
      {"relay",
       "one flit that every NIC sends on when it arrives, leg by leg: t_w and t_s at rest "
       "(docs/tw.md)",
       {{"workload.from", node(), 0, "where the first leg starts"},
        {"workload.headers",
         header_texts(),
         nullptr,
         "the header of every leg, [b;γ,π,δ] without *; an s behind it for skip",
         {},
         true},
        {"workload.pause", integer(0, most_clocks), 0,
         "clocks beyond t_s that a NIC keeps the flit"}},
       make_relay},
  };
}

}  // namespace

const std::vector<WorkloadKind>& workload_kinds() {
  static const std::vector<WorkloadKind> kinds = [] {
    std::vector<WorkloadKind> all = traffic_kinds();
    for (const auto& family : {collective_kinds(), all_to_all_kinds(), matrix_kinds()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return kinds;
}

}  // namespace swapfly
