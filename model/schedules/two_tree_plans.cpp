#include "model/schedules/two_tree_plans.hpp"

#include <algorithm>

namespace swapfly {
namespace {

constexpr Rank none = InOrderTree::none;

BlockPlan empty_plan(Rank processors, std::uint64_t blocks) {
  BlockPlan plan;
  plan.processors = processors;
  plan.parts = 2;
  plan.blocks = blocks;
  plan.period = 2;
  return plan;
}

/// The edge of each stream of `plan` the other way round, the last block first.
void reverse(BlockPlan& plan) {
  const std::uint64_t steps = plan.steps();
  for (BlockStream& stream : plan.streams) {
    stream.first_step = steps - 1 - plan.step_of(stream, plan.blocks - 1);
    std::swap(stream.from, stream.to);
    stream.kind = stream.from < stream.to ? BlockKind::from_left : BlockKind::from_right;
  }
}

/// The nodes down the left edge of a tree, or the right one, by `child`.
std::vector<bool> on_edge(const InOrderTree& tree, const std::vector<Rank>& child) {
  std::vector<bool> on(tree.size());
  for (Rank node = tree.root; node != none; node = child[node]) on[node] = true;
  return on;
}

/// The trees alone, from their roots down, block 0 over an edge of colour 0 from step 0 on.
BlockPlan trees_down(const TwoTrees& pair, std::uint64_t blocks) {
  BlockPlan plan = empty_plan(pair.trees[0].size(), blocks);
  const auto steps = first_steps(pair);
  for (unsigned tree = 0; tree < 2; ++tree) {
    for (Rank node = 0; node < plan.processors; ++node) {
      const Rank parent = pair.trees[tree].parent[node];
      if (parent == none) continue;
      plan.streams.push_back({parent, node, tree, BlockKind::down, steps[tree][node]});
    }
  }
  return plan;
}

/// Leaves out the streams that `unneeded` says, and the steps before the first that is left.
template <class Unneeded>
void leave_out(BlockPlan& plan, const Unneeded& unneeded) {
  std::vector<BlockStream>& streams = plan.streams;
  streams.erase(std::remove_if(streams.begin(), streams.end(), unneeded), streams.end());
  std::uint64_t first = ~std::uint64_t{0};
  for (const BlockStream& stream : streams) first = std::min(first, stream.first_step);
  for (BlockStream& stream : streams) stream.first_step -= first;
}

}  // namespace

BlockPlan two_tree_broadcast_plan(Rank processors, Rank root, std::uint64_t blocks,
                                  SecondTree how) {
  BlockPlan plan = empty_plan(processors, blocks);
  const TwoTrees pair = two_trees(processors - 1, how);
  const auto steps = first_steps(pair);
  const auto rank_of = [root](Rank node) { return node < root ? node : node + 1; };
  for (unsigned tree = 0; tree < 2; ++tree) {
    for (Rank node = 0; node + 1 < processors; ++node) {
      const Rank parent = pair.trees[tree].parent[node];
      plan.streams.push_back({parent == none ? root : rank_of(parent), rank_of(node), tree,
                              BlockKind::down, steps[tree][node]});
    }
  }
  return plan;
}

BlockPlan two_tree_reduce_plan(Rank processors, Rank root, std::uint64_t blocks, SecondTree how,
                               bool commutative) {
  const bool sent_on = !commutative && root > 0 && root + 1 < processors;
  BlockPlan plan = two_tree_broadcast_plan(processors, sent_on ? 0 : root, blocks, how);
  reverse(plan);
  if (!sent_on) return plan;
  const std::uint64_t steps = plan.steps();
  for (unsigned part = 0; part < 2; ++part) {
    plan.streams.push_back({0, root, part, BlockKind::down, steps + part});
  }
  return plan;
}

BlockPlan two_tree_scan_plan(Rank processors, std::uint64_t blocks, SecondTree how) {
  const TwoTrees pair = two_trees(processors, how);
  std::array<std::vector<bool>, 2> on_left, on_right;
  for (unsigned tree = 0; tree < 2; ++tree) {
    on_left[tree] = on_edge(pair.trees[tree], pair.trees[tree].left);
    on_right[tree] = on_edge(pair.trees[tree], pair.trees[tree].right);
  }
  BlockPlan down = trees_down(pair, blocks);
  BlockPlan plan = down;
  reverse(plan);
  leave_out(plan, [&](const BlockStream& up) { return on_right[up.part][up.from]; });
  leave_out(down, [&](const BlockStream& stream) { return on_left[stream.part][stream.to]; });
  const std::uint64_t up_steps = plan.steps();
  for (BlockStream stream : down.streams) {
    stream.first_step += up_steps;
    plan.streams.push_back(stream);
  }
  return plan;
}

}  // namespace swapfly
