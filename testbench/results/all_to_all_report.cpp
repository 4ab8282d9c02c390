#include "testbench/results/all_to_all_report.hpp"

#include <fmt/core.h>

#include "model/schedules/all_to_all_choice.hpp"

namespace swapfly {
namespace {

bool is_inside(const SubNetwork& network) {
  return network.inner().routers() != network.outer().routers();
}

std::string members(const SubNetwork& network) {
  const std::string inner = to_string(network.inner());
  return is_inside(network) ? inner + " inside " + to_string(network.outer()) : inner;
}

/// What the algorithms have in common, `algorithm` first.
Block common_report(const AllToAll& workload, const char* algorithm) {
  const SubNetwork& network = workload.network();
  Block block;
  block.name = "all_to_all";
  block.json = {{"algorithm", algorithm},
                {"cabinets", network.inner().K()},
                {"drawers", network.inner().M()},
                {"routers", network.inner().routers()},
                {"items", workload.items()}};
  return block;
}

/// What it took; after what it was.
void add_outcome(const AllToAll& workload, Block& block) {
  const RunFigures figures = workload.figures();
  const double capacity = workload.capacity_clocks();
  const double ratio = capacity > 0 ? double(figures.cycles) / capacity : 0;
  block.json["clocks"] = figures.cycles;
  block.json["hops"] = figures.hops ? Json(*figures.hops) : Json(nullptr);
  block.json["conflicts"] = {{"link", figures.link_conflicts}, {"stalls", figures.stalls}};
  block.json["link_capacity"] = {{"formula", "X^2 max(2 J (L - 1), L^2 - L/J)"},
                                 {"clocks", capacity},
                                 {"ratio", capacity > 0 ? Json(ratio) : Json(nullptr)}};
  if (capacity == 0) return;
  block.lines.push_back(
      fmt::format("{} clocks, {:.4g} times the {:.6g} that the capacity of links demands",
                  figures.cycles, ratio, capacity));
}

/// Why this D3(J,L) and these lanes: the rounds that all items of the network would take.
void add_scaling(const DoublyParallel& workload, Block& block) {
  const SwappedDragonfly& outer = workload.network().outer();
  const AllToAllShape& shape = workload.plan().request().shape;
  const AllToAllSearch search{outer.K(), outer.M(), workload.plan().request().schedule};
  const std::optional<AllToAllShape> best = fewest_rounds(search);
  const std::uint64_t scaled = scaled_rounds(shape, outer.routers());
  block.json["scaled_rounds"] = scaled;
  block.json["fewest"] = nullptr;
  if (!best) return;
  block.json["fewest"] = {{"cabinets", best->K},
                          {"drawers", best->M},
                          {"s", best->s},
                          {"rounds", best->rounds()},
                          {"scaled_rounds", scaled_rounds(*best, outer.routers())}};
  if (!is_inside(workload.network()) && shape.s == best->s) return;
  std::string line =
      fmt::format("for the {} items of the whole network (K M^2)^2/(J L^2 s) = {} rounds",
                  outer.routers(), scaled);
  if (shape.K != best->K || shape.M != best->M || shape.s != best->s) {
    line += fmt::format(", against {} on D3({},{}) with s = {}, whose J L^2 s is largest",
                        scaled_rounds(*best, outer.routers()), best->K, best->M, best->s);
  }
  block.lines.push_back(line);
}

}  // namespace

Block doubly_parallel_report(const DoublyParallel& workload) {
  const AllToAllPlan& plan = workload.plan();
  const AllToAllRequest& request = plan.request();
  Block block = common_report(workload, "doubly_parallel");
  Json& json = block.json;
  json["s"] = request.shape.s;
  json["schedule"] = name_of(request.schedule);
  json["pace"] = name_of(request.pace);
  json["rounds"] = plan.rounds();
  json["delays"] = plan.delays();
  json["planned_clocks"] = plan.clocks();
  json["published"] = {
      {"hops", plan.published_hops()},
      {"delays",
       follows_step_by_step(request.schedule) ? Json(plan.published_delays()) : Json(nullptr)}};
  block.lines.push_back(fmt::format(
      "{} rounds of {} vectors on {}, schedule {}, a step a {}; {} delays, published: {} hops",
      plan.rounds(), request.shape.s, members(workload.network()), name_of(request.schedule),
      name_of(request.pace), plan.delays(), plan.published_hops()));
  add_outcome(workload, block);
  add_scaling(workload, block);
  return block;
}

Block pairwise_report(const Pairwise& workload) {
  Block block = common_report(workload, "pairwise");
  block.json["pairing"] = name_of(workload.pairing());
  block.json["steps"] = workload.steps();
  block.lines.push_back(fmt::format("{} steps on {}, partners by {}", workload.steps(),
                                    members(workload.network()), name_of(workload.pairing())));
  add_outcome(workload, block);
  return block;
}

}  // namespace swapfly
