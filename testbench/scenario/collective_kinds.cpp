// Collective operations by blocks, NIC to NIC: two trees and what they are compared with.
#include <fmt/core.h>

#include "model/workloads/collective.hpp"
#include "testbench/scenario/placement_file.hpp"
#include "testbench/scenario/workload_parts.hpp"

namespace swapfly {
namespace {

/// The processors, their root, and where they are.
void read_processors(const WorkloadRequest& request, CollectiveOrder& order) {
  const SwappedDragonfly& topology = request.context.topology;
  const Json* processors = find(request.keys, "processors");
  order.request.processors =
      processors != nullptr ? processors->get<unsigned>() : topology.routers();
  if (order.request.processors > topology.routers()) {
    throw ConfigurationError(fmt::format("workload.processors is {}; accepted on {}: 1 to {}",
                                         order.request.processors, to_string(topology),
                                         topology.routers()));
  }
  request.keys["processors"] = order.request.processors;
  if (const Json* root = find(request.keys, "root")) {
    order.request.root = root->get<unsigned>();
    if (order.request.root >= order.request.processors) {
      throw ConfigurationError(
          fmt::format("workload.root is {}; accepted of {} processors: 0 to {}", order.request.root,
                      order.request.processors, order.request.processors - 1));
    }
  }
  const Json& place = request.keys.at("place");
  if (place.is_object()) {
    order.place = PlacementKind::given;
    order.given = parse_placement(read_file(request, "place.file"), topology,
                                  order.request.processors, place.at("file").get<std::string>());
  } else {
    order.place =
        named(place, {PlacementKind::drawer_order, PlacementKind::random, PlacementKind::planned});
  }
}

/// The message, and into how many blocks it is cut.
void read_message(const WorkloadRequest& request, const CollectiveAlgorithm& algorithm,
                  CollectiveOrder& order) {
  order.flits = request.keys.at("message").get<std::uint64_t>();
  require_memory(order.request.processors, order.flits, "workload.message");
  const Json& blocks = request.keys.at("blocks");
  if (blocks.is_string()) return;
  order.blocks = blocks.get<std::uint64_t>();
  if (!algorithm.pipelined && *order.blocks > 1) {
    throw ConfigurationError(fmt::format(
        "workload.blocks is {}; accepted for {}, which sends the message whole: 1, best",
        *order.blocks, algorithm.name));
  }
  const std::uint64_t most = BlockCut::most_blocks(order.flits, algorithm.parts);
  if (*order.blocks > most) {
    throw ConfigurationError(fmt::format(
        "workload.blocks is {}; accepted for a message of {} flits{}: 1 to {}, best", *order.blocks,
        order.flits, algorithm.parts == 2 ? " in two halves" : "", most));
  }
}

/// The shape of the second tree, which the first must allow.
void read_trees(const WorkloadRequest& request, CollectiveOrder& order) {
  order.request.tree = named(request.keys.at("tree"), {SecondTree::shift, SecondTree::mirror});
  const bool scan = find(request.keys, "root") == nullptr;
  const unsigned in_trees = order.request.processors - (scan ? 0 : 1);
  if (order.request.tree == SecondTree::mirror && in_trees % 2 == 1) {
    throw ConfigurationError(fmt::format(
        "workload.tree is mirror; accepted for {} processors: shift, since {} of them are in the "
        "trees and only an even number has a mirror image that fits",
        order.request.processors, in_trees));
  }
}

std::unique_ptr<Workload> make_collective(const WorkloadRequest& request) {
  CollectiveOrder order;
  order.algorithm = request.keys.at("kind").get<std::string>();
  const CollectiveAlgorithm& algorithm = collective_algorithm(order.algorithm);
  read_processors(request, order);
  read_message(request, algorithm, order);
  if (algorithm.two_trees) read_trees(request, order);
  order.mode = named(request.keys.at("mode"), {BlockMode::steps, BlockMode::free});
  if (const Json* how = find(request.keys, "operator")) {
    order.combine = named(*how, {CombineOperator::sum, CombineOperator::exclusive_or,
                                 CombineOperator::maximum, CombineOperator::matrix_product});
    order.request.commutative = commutes(order.combine);
  }
  return std::make_unique<Collective>(request.context, order);
}

std::vector<Key> keys_of(const CollectiveAlgorithm& algorithm) {
  const bool combines = algorithm.operation != BlockOperation::broadcast;
  constexpr std::uint64_t most_processors = 1U << 31U;
  std::vector<Key> keys = {{"workload.processors", integer(1, most_processors), nullptr,
                            "how many take part, the root included", "all nodes"}};
  if (algorithm.operation != BlockOperation::scan) {
    keys.push_back({"workload.root", integer(0, most_processors), 0,
                    combines ? "the rank that gets the result" : "the rank that has the message"});
  }
  keys.push_back({"workload.message", integer(1, BlockCollective::longest_message), 64,
                  combines ? "flits of every processor's message" : "flits of the message"});
  keys.push_back({"workload.blocks", integer_or(1, BlockCollective::longest_message, {"best"}),
                  "best",
                  algorithm.parts == 2
                      ? "blocks of each half of the message; best by the costs measured on this "
                        "network"
                      : "blocks of the message; best by the costs measured on this network"});
  if (algorithm.two_trees) {
    keys.push_back({"workload.tree", choice({"shift", "mirror"}), "shift",
                    "how the second tree comes from the first"});
  }
  if (combines) {
    keys.push_back({"workload.operator",
                    choice({"sum", "exclusive_or", "maximum", "matrix_product"}), "sum",
                    "how messages are combined, flit by flit; matrix_product (2x2 integers) does "
                    "not commute"});
  }
  keys.push_back({"workload.mode", choice({"steps", "free"}), "steps",
                  "the plan's steps in lock-step, or every block as soon as it and a lane are "
                  "there"});
  keys.push_back({"workload.place", choice_or_file({"drawer_order", "random", "planned"}),
                  "planned",
                  "which node has which rank; planned: found so that no two streams of one step "
                  "share a link"});
  return keys;
}

}  // namespace

std::vector<WorkloadKind> collective_kinds() {
  std::vector<WorkloadKind> kinds;
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    kinds.push_back({algorithm.name, algorithm.meaning, keys_of(algorithm), make_collective});
  }
  return kinds;
}

}  // namespace swapfly
