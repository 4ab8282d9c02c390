#pragma once

#include "model/schedules/two_trees.hpp"

namespace swapfly {

// Plans of collective operations by two trees ([T]): the message in two halves, one a tree, of
// `blocks` blocks each; an edge carries a block in every second step, in those of its colour. All
// throw std::invalid_argument where two_trees() does.

/// The root stands outside of the trees, which are over the other P - 1 processors in the order of
/// their ranks, and sends to the roots of both. Never more than 2h + 2k steps, h = ceil(log2 p), p
/// = P - 1. The first blocks are everywhere after 2h steps, but for a p that is a power of two,
/// which takes one more (1 and 2 take two more): so always after 2h', h' = ceil(log2(p + 2)) the
/// height that first_tree() counts.
BlockPlan two_tree_broadcast_plan(Rank processors, Rank root, std::uint64_t blocks, SecondTree how);

/// The broadcast backwards. Trees in order keep the order of operands, but the root's own comes
/// before or behind all others. So where the operator does not commute and the root is neither the
/// first nor the last rank, the result comes together at rank 0, which sends its blocks on to the
/// root when the trees are done, one a step: 2k steps more.
BlockPlan two_tree_reduce_plan(Rank processors, Rank root, std::uint64_t blocks, SecondTree how,
                               bool commutative);

/// All P processors are in the trees. First up: every processor gets from its children what their
/// subtrees come to; what nobody needs, the sums of the subtrees down a tree's right edge, is not
/// sent. Then down: every processor gets from its parent what all left of its subtree come to;
/// along the left edge that is nothing, and nothing is sent. Never more than 2(2h + 2k) steps, h =
/// ceil(log2 P).
BlockPlan two_tree_scan_plan(Rank processors, std::uint64_t blocks, SecondTree how);

}  // namespace swapfly
