#include "model/schedules/baseline_plans.hpp"

#include <algorithm>

namespace swapfly {
namespace {

BlockPlan empty_plan(Rank processors, std::uint64_t blocks, std::uint64_t period) {
  BlockPlan plan;
  plan.processors = processors;
  plan.blocks = blocks;
  plan.period = period;
  return plan;
}

/// Adds the stream between two places of the algorithm.
void add(BlockPlan& plan, Rank root, Rank from, Rank to, std::uint64_t first_step) {
  const auto rank_of = [&plan, root](Rank place) {
    return static_cast<Rank>((std::uint64_t{root} + place) % plan.processors);
  };
  plan.streams.push_back({rank_of(from), rank_of(to), 0, BlockKind::down, first_step});
}

/// A node of the Fibonacci tree, and when its first block comes: `from` is a node listed before it.
struct FibonacciNode {
  std::uint64_t arrival = 0;  ///< steps until it is there
  Rank from = 0;
};

/// Places 1, 2, ... in the order in which first blocks come, as many as are wanted. A node that has
/// its first block after n steps serves its first child in step n, its second in step n + 1; so the
/// height of the whole tree does not matter to those that come before it.
std::vector<FibonacciNode> fibonacci_nodes(Rank places) {
  std::vector<FibonacciNode> nodes{{0, 0}};
  // Nodes that come after n steps are first children of those after n - 1 and second children of
  // those after n - 2.
  std::size_t before = 0, last = 0, end = 1;
  for (std::uint64_t arrival = 1; nodes.size() < places; ++arrival) {
    for (std::size_t parent = before; parent < end && nodes.size() < places; ++parent) {
      nodes.push_back({arrival, static_cast<Rank>(parent)});
    }
    before = last;
    last = end;
    end = nodes.size();
  }
  return nodes;
}

}  // namespace

BlockPlan linear_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks) {
  BlockPlan plan = empty_plan(processors, blocks, 1);
  for (Rank place = 1; place < processors; ++place) add(plan, root, place - 1, place, place - 1);
  return plan;
}

BlockPlan binomial_tree_plan(Rank processors, Rank root) {
  BlockPlan plan = empty_plan(processors, 1, 1);
  std::uint64_t step = 0;
  for (std::uint64_t reached = 1; reached < processors; reached *= 2, ++step) {
    for (std::uint64_t place = 0; place < reached && place + reached < processors; ++place) {
      add(plan, root, static_cast<Rank>(place), static_cast<Rank>(place + reached), step);
    }
  }
  plan.period = std::max<std::uint64_t>(step, 1);  // so that every step is a colour
  return plan;
}

BlockPlan binary_tree_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks) {
  BlockPlan plan = empty_plan(processors, blocks, 2);
  std::vector<std::uint64_t> arrival(processors);
  for (Rank place = 1; place < processors; ++place) {
    const Rank parent = (place - 1) / 2;
    const std::uint64_t step = arrival[parent] + (place % 2 == 1 ? 0 : 1);
    arrival[place] = step + 1;
    add(plan, root, parent, place, step);
  }
  return plan;
}

BlockPlan fibonacci_tree_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks) {
  BlockPlan plan = empty_plan(processors, blocks, 2);
  const std::vector<FibonacciNode> nodes = fibonacci_nodes(processors);
  for (Rank place = 1; place < processors; ++place) {
    add(plan, root, nodes[place].from, place, nodes[place].arrival - 1);
  }
  return plan;
}

}  // namespace swapfly
