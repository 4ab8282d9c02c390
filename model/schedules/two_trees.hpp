#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "model/schedules/in_order_tree.hpp"

namespace swapfly {

/// How T2 is made. Of an odd number of nodes, T1 has an interior node in its middle, which a mirror
/// image keeps where it is; so only shifting is for any p.
enum class SecondTree {
  shift,   ///< T1 of p + 1 nodes, shifted left by one, without its leftmost leaf
  mirror,  ///< the mirror image of T1; even p only
};
std::string_view name_of(SecondTree how);

/// Two in-order trees over the same p processors, in which no processor is interior twice, and the
/// colours, 0 and 1, of their edges: the edge to a node from its parent, that to a root from the
/// source, which is in neither tree ([T]). Every processor receives by edges of both
/// colours, one in each tree, and sends by edges of different colours; so does the source. So in
/// even steps all edges of colour 0 can be used at once, in odd steps all of colour 1.
struct TwoTrees {
  std::array<InOrderTree, 2> trees;
  std::array<std::vector<std::uint8_t>, 2> colours;  ///< [tree][node], of the edge to the node
};

/// Throws std::invalid_argument for the mirror image of an odd number of nodes. Of the colourings
/// there are, the one with which fewer steps are needed, colour 0 going first.
TwoTrees two_trees(Rank p, SecondTree how);

/// The step of block 0 over the edge to every node, where the sender has it from the step before:
/// [tree][node].
std::array<std::vector<std::uint64_t>, 2> first_steps(const TwoTrees& pair);

/// The colour of the edge to `node` in T1 over an even number of nodes and in its mirror image, by
/// p and the node alone, in O(log p) time: what a processor needs to know of a tree that nobody
/// builds ([T]). Equal to two_trees() but for the two colours being exchanged.
std::array<std::uint8_t, 2> mirrored_colours(Rank p, Rank node);

}  // namespace swapfly
