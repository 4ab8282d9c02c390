#include "model/workloads/collective_setup.hpp"

#include <algorithm>
#include <cmath>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

Placement placement_of(const WorkloadContext& context, const CollectiveOrder& order,
                       const BlockPlan& plan) {
  switch (order.place) {
    case PlacementKind::given:
      return order.given;
    case PlacementKind::random:
      return random_placement(context.topology, plan.processors, context.seed);
    case PlacementKind::planned:
      return planned_placement(plan, context.topology, context.seed).placement;
    case PlacementKind::drawer_order:
      break;
  }
  return drawer_order(plan.processors);
}

/// The ends of the stream with the longest route, and what routes are like.
struct Routes {
  RouterId from = 0;
  RouterId to = 0;
  Clock longest = 0;
  double mean = 0;
};

Routes routes_of(const WorkloadContext& context, const BlockPlan& plan, const Placement& place) {
  const SwappedDragonfly& topology = context.topology;
  Routes routes;
  Clock total = 0;
  for (const BlockStream& stream : plan.streams) {
    const RouterId from = place[stream.from];
    const RouterId to = place[stream.to];
    const Header header =
        shortest_header(topology.coordinates(from), topology.coordinates(to), topology);
    const Clock clocks = path_clocks(header, context.local_hop, context.global_hop);
    total += clocks;
    if (clocks > routes.longest) routes = {from, to, clocks, 0};
  }
  routes.mean = static_cast<double>(total) / static_cast<double>(plan.streams.size());
  return routes;
}

/// The k for which the plan's steps, of whole flits, take least; it is near k* of the formula,
/// which counts the published steps and knows no whole flits.
std::uint64_t cheapest_blocks(const CollectiveAlgorithm& algorithm, CollectiveRequest request,
                              const MessageCost& cost, std::uint64_t flits, double best) {
  const auto steps_of = [&](std::uint64_t blocks) {
    request.blocks = blocks;
    return static_cast<double>(algorithm.plan(request).steps());
  };
  const double one = steps_of(1);
  const double another = steps_of(2) - one;  // every further block costs as many steps
  const std::uint64_t most = BlockCut::most_blocks(flits, algorithm.parts);
  const auto last = std::min(most, static_cast<std::uint64_t>(2 * best) + 2);
  const auto first = std::min(last, static_cast<std::uint64_t>(best / 2) + 1);
  std::uint64_t cheapest = first;
  double least = 0;
  for (std::uint64_t blocks = first; blocks <= last; ++blocks) {
    const BlockCut cut{flits, algorithm.parts, blocks};
    const double clocks = (one + another * static_cast<double>(blocks - 1)) *
                          cost.clocks(static_cast<double>(cut.largest()));
    if (blocks > first && clocks >= least) continue;
    least = clocks;
    cheapest = blocks;
  }
  return cheapest;
}

}  // namespace

std::string_view name_of(PlacementKind kind) {
  switch (kind) {
    case PlacementKind::drawer_order:
      return "drawer_order";
    case PlacementKind::random:
      return "random";
    case PlacementKind::given:
      return "file";
    case PlacementKind::planned:
      break;
  }
  return "planned";
}

PreparedCollective prepare_collective(const WorkloadContext& context,
                                      const CollectiveOrder& order) {
  const CollectiveAlgorithm& algorithm = collective_algorithm(order.algorithm);
  PreparedCollective prepared;
  CollectiveChoice& choice = prepared.choice;
  choice.place = order.place;
  choice.request = order.request;
  choice.request.blocks = 1;
  BlockPlan plan = algorithm.plan(choice.request);

  BlockCollectiveParameters& parameters = prepared.parameters;
  parameters.algorithm = algorithm.name;
  parameters.operation = algorithm.operation;
  parameters.place = placement_of(context, order, plan);
  parameters.root = order.request.root;
  parameters.flits = order.flits;
  parameters.combine = order.combine;
  parameters.mode = order.mode;
  if (plan.streams.empty()) {
    parameters.plan = std::move(plan);
    return prepared;
  }

  const Routes routes = routes_of(context, plan, parameters.place);
  choice.longest_route = routes.longest;
  choice.mean_route = routes.mean;
  choice.cost = message_cost(context, routes.from, routes.to);
  choice.best_blocks = best_blocks(algorithm, order.request, choice.cost.alpha, choice.cost.beta,
                                   static_cast<double>(order.flits));
  choice.request.blocks = 1;
  if (algorithm.pipelined) {
    choice.request.blocks = order.blocks.value_or(
        cheapest_blocks(algorithm, order.request, choice.cost, order.flits, choice.best_blocks));
  }
  choice.published_clocks = published_clocks(algorithm, choice.request, choice.cost.alpha,
                                             choice.cost.beta, static_cast<double>(order.flits));

  parameters.plan = algorithm.plan(choice.request);
  parameters.shared_links =
      shared_links(parameters.plan, parameters.place, context.topology).clashes;
  const BlockCut cut{order.flits, parameters.plan.parts, parameters.plan.blocks};
  parameters.step_clocks = train_clocks(context, routes.from, routes.to, {cut.largest()}).front();
  return prepared;
}

}  // namespace swapfly
