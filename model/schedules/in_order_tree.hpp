#pragma once

#include <vector>

#include "model/schedules/block_plan.hpp"

namespace swapfly {

/// A binary tree whose nodes are numbered in order: all of a node's left subtree before it, all of
/// its right subtree behind it. So a node and its subtrees are a range of numbers.
struct InOrderTree {
  static constexpr Rank none = ~Rank{0};

  std::vector<Rank> parent;  ///< [node]; none for the root
  std::vector<Rank> left;    ///< [node]; none without one
  std::vector<Rank> right;
  Rank root = none;  ///< none for a tree without nodes

  Rank size() const { return static_cast<Rank>(parent.size()); }
  bool interior(Rank node) const { return left[node] != none || right[node] != none; }
  /// Edges from the root to the deepest node; 0 for one node or none.
  unsigned height() const;
  /// All nodes, every one behind its parent.
  std::vector<Rank> from_the_root() const;
};

/// T1 over p nodes ([T]): with h = ceil(log2(p + 2)), for p = 2^h - 2 the complete tree
/// of 2^h - 1 nodes without its rightmost leaf; else the complete tree over nodes 0..2^(h-1) - 2 on
/// the left of the root 2^(h-1) - 1, and the same rule for the rest on its right. The rule as
/// printed leaves p = 2^x - 1 out; there T1 is the complete tree.
InOrderTree first_tree(Rank p);

/// The tree without its node 0, which must be a leaf, the others one lower: what makes T2 of the T1
/// over one node more.
InOrderTree without_first_leaf(const InOrderTree& tree);

/// Node v becomes node p - 1 - v, left becomes right.
InOrderTree mirror_image(const InOrderTree& tree);

}  // namespace swapfly
