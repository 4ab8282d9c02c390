// All-to-all: in doubly parallel rounds, and pairwise for comparison.
#include <fmt/core.h>

#include <algorithm>

#include "model/schedules/all_to_all_choice.hpp"
#include "model/workloads/doubly_parallel.hpp"
#include "model/workloads/pairwise.hpp"
#include "testbench/scenario/workload_parts.hpp"

namespace swapfly {
namespace {

constexpr const char* doubly_parallel = "doubly_parallel";

/// Refuses keys that the algorithm has no use for.
void refuse_others(const WorkloadRequest& request, const std::string& algorithm) {
  const bool rounds = algorithm == doubly_parallel;
  const std::vector<std::string> others = rounds
                                              ? std::vector<std::string>{"pairing"}
                                              : std::vector<std::string>{"s", "schedule", "pace"};
  for (const std::string& key : others) {
    const Json* value = find(request.keys, key);
    if (value == nullptr) continue;
    throw ConfigurationError(fmt::format("workload.{} is {}; accepted with algorithm {} only", key,
                                         value->dump(), rounds ? "pairwise" : doubly_parallel));
  }
}

/// How many of `size` take part; nothing where the scenario leaves it open.
std::optional<unsigned> number_of(const WorkloadRequest& request, const char* key, unsigned size) {
  const Json* value = find(request.keys, key);
  if (value == nullptr) return std::nullopt;
  if (value->get<std::uint64_t>() > size) {
    throw ConfigurationError(fmt::format("workload.{} is {}; accepted on {}: 1 to {}", key,
                                         value->dump(), to_string(request.context.topology), size));
  }
  return value->get<unsigned>();
}

/// What the key says, or `usual`, which is then written there.
template <class Enumeration>
Enumeration named_or(const WorkloadRequest& request, const char* key, Enumeration usual,
                     std::initializer_list<Enumeration> values) {
  if (const Json* value = find(request.keys, key)) return named(*value, values);
  request.keys[key] = name_of(usual);
  return usual;
}

AllToAllSchedule schedule_of(const WorkloadRequest& request) {
  return named_or(request, "schedule", AllToAllSchedule::no_delay,
                  {AllToAllSchedule::schedule1, AllToAllSchedule::schedule2,
                   AllToAllSchedule::schedule3, AllToAllSchedule::no_delay});
}

/// J and L as given, all where they are not, or the best.
AllToAllSearch search_of(const WorkloadRequest& request) {
  const SwappedDragonfly& topology = request.context.topology;
  AllToAllSearch search{topology.K(), topology.M()};
  search.J = number_of(request, "cabinets", topology.K());
  search.L = number_of(request, "drawers", topology.M());
  if (request.keys.at("inside").get<std::string>() == "best") return search;
  if (!search.J) search.J = topology.K();
  if (!search.L) search.L = topology.M();
  return search;
}

/// What `search` finds with one number of lanes after another: "1, 2".
std::string accepted_lanes(AllToAllSearch search) {
  std::string lanes;
  for (unsigned s = 1; s <= std::min(search.K, search.M); ++s) {
    search.s = s;
    if (fewest_rounds(search)) lanes += (lanes.empty() ? "" : ", ") + std::to_string(s);
  }
  return lanes;
}

AllToAllShape shape_of(const WorkloadRequest& request, AllToAllSchedule schedule) {
  AllToAllSearch search = search_of(request);
  search.schedule = schedule;
  const Json* lanes = find(request.keys, "s");
  if (lanes != nullptr) search.s = lanes->get<unsigned>();
  if (const std::optional<AllToAllShape> best = fewest_rounds(search)) return *best;
  const std::string members = fmt::format("D3({},{})", search.J ? std::to_string(*search.J) : "J",
                                          search.L ? std::to_string(*search.L) : "L");
  const std::string accepted = accepted_lanes(search);
  if (accepted.empty()) {
    throw ConfigurationError(fmt::format(
        "workload.schedule is {}; accepted on {}, whose M is 1: 2, 3", name_of(schedule), members));
  }
  throw ConfigurationError(fmt::format("workload.s is {}; accepted with schedule {} on {}: {}",
                                       *search.s, name_of(schedule), members, accepted));
}

void put_members(const WorkloadRequest& request, unsigned J, unsigned L) {
  request.keys["cabinets"] = J;
  request.keys["drawers"] = L;
}

std::unique_ptr<Workload> make_doubly_parallel(const WorkloadRequest& request) {
  DoublyParallelParameters parameters;
  parameters.schedule = schedule_of(request);
  parameters.pace = named_or(request, "pace", Pace::clock, {Pace::clock, Pace::hop});
  parameters.shape = shape_of(request, parameters.schedule);
  parameters.items = request.keys.at("items").get<unsigned>();
  auto workload = std::make_unique<DoublyParallel>(request.context, parameters);
  put_members(request, parameters.shape.K, parameters.shape.M);
  request.keys["s"] = parameters.shape.s;
  return workload;
}

std::unique_ptr<Workload> make_pairwise(const WorkloadRequest& request) {
  if (request.keys.at("inside").get<std::string>() == "best") {
    throw ConfigurationError(
        "workload.inside is best; accepted with algorithm pairwise: all, since no choice has fewer "
        "steps than another");
  }
  const AllToAllSearch search = search_of(request);
  const AllToAllMembers members{*search.J, *search.L, request.keys.at("items").get<unsigned>()};
  const Pairing pairing =
      named_or(request, "pairing", Pairing::shift, {Pairing::shift, Pairing::exclusive_or});
  auto workload = std::make_unique<Pairwise>(request.context, members, pairing);
  put_members(request, members.J, members.L);
  return workload;
}

std::unique_ptr<Workload> make_all_to_all(const WorkloadRequest& request) {
  const auto algorithm = request.keys.at("algorithm").get<std::string>();
  refuse_others(request, algorithm);
  return algorithm == doubly_parallel ? make_doubly_parallel(request) : make_pairwise(request);
}

}  // namespace

std::vector<WorkloadKind> all_to_all_kinds() {
  constexpr unsigned largest = SwappedDragonfly::largest_size;
  return {
      {"all_to_all",
       "every node sends an item of its own to every other, in rounds without conflict or pairwise "
       "(docs/all_to_all.md)",
       {{"workload.algorithm", choice({doubly_parallel, "pairwise"}), doubly_parallel,
         "rounds in which every router sends by s vectors at once, or one partner at a time"},
        {"workload.schedule", choice({"1", "2", "3", "no_delay"}), nullptr,
         "when rounds start: the paper's schedules, or its schedule 1 in an order without delays",
         "no_delay"},
        {"workload.s", integer(1, NicParameters::most_lanes), nullptr,
         "vectors of a round, which are lanes: a divisor of K and M, up to M/2 with 1 and no_delay",
         "the largest"},
        {"workload.pace", choice({"clock", "hop"}), nullptr,
         "what a step of the schedule is; a clock keeps long links full", "clock"},
        {"workload.items", integer(1, AllToAll::most_items), 1,
         "X: every router has the items of X nodes, X^2 for each router"},
        {"workload.inside", choice({"all", "best"}), "all",
         "who takes part where cabinets and drawers do not say: all, or the D3(J,L) inside the "
         "network that takes the fewest rounds for K M^2 items"},
        {"workload.cabinets", integer(1, largest), nullptr,
         "J: so many cabinets take part, the first ones", "all, or the best number"},
        {"workload.drawers", integer(1, largest), nullptr,
         "L: so many drawers of each take part, and routers of a drawer",
         "all, or the best number"},
        {"workload.pairing", choice({"shift", "xor"}), nullptr,
         "with pairwise: the partner of router n in step i, n + i or n xor i", "shift"}},
       make_all_to_all},
  };
}

}  // namespace swapfly
