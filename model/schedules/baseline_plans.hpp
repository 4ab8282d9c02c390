#pragma once

#include "model/schedules/block_plan.hpp"

namespace swapfly {

// Broadcasts that two trees are compared with, in the same one-port model ([T]). Place i
// of an algorithm is rank (root + i) mod P; the root is place 0. The message is in one part.

/// From place to place. P - 2 + k steps.
BlockPlan linear_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks);

/// The whole message in one block; in step s, every place below 2^s sends to the one 2^s further.
/// ceil(log2 P) steps.
BlockPlan binomial_tree_plan(Rank processors, Rank root);

/// Place i sends to places 2i + 1 and 2i + 2 by turns: a complete binary tree of height H =
/// floor(log2 P). At most 2(H + k - 1) steps, which a full tree takes; exactly 2(k - 1) + max(2(H -
/// 1), H + floor(log2(P + 1 - 2^H))): by which place the first block reaches last, the last one of
/// the level above the lowest, or one of the P + 1 - 2^H places of the lowest.
BlockPlan binary_tree_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks);

/// A tree of height H has subtrees of height H - 1, served first, and H - 2, served by turns; one
/// of height 0 is a place alone. H is the least for which the tree has P places or more; the rest
/// is cut away from the end of the order in which first blocks come. H + 2(k - 1) steps; exactly,
/// since the last place that is left gets its first block in step H.
BlockPlan fibonacci_tree_pipeline_plan(Rank processors, Rank root, std::uint64_t blocks);

}  // namespace swapfly
