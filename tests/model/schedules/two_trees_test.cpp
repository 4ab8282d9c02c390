#include "model/schedules/two_trees.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/logarithm.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

constexpr Rank none = InOrderTree::none;

/// Every node once, all of a left subtree before its node and all of a right one behind it.
void expect_in_order_over(const InOrderTree& tree, Rank p) {
  ASSERT_EQ(tree.size(), p);
  // An in-order walk without recursion, since a tree that is wrong may be deep.
  std::vector<Rank> path;
  Rank expected = 0;
  for (Rank node = tree.root; node != none || !path.empty();) {
    if (node != none) {
      ASSERT_LT(path.size(), p);
      path.push_back(node);
      node = tree.left[node];
      continue;
    }
    const Rank visited = path.back();
    path.pop_back();
    ASSERT_EQ(visited, expected++);
    node = tree.right[visited];
  }
  EXPECT_EQ(expected, p);
  for (Rank node = 0; node < p; ++node) {
    for (const Rank child : {tree.left[node], tree.right[node]}) {
      ASSERT_TRUE(child == none || tree.parent[child] == node);
    }
  }
  EXPECT_TRUE(p == 0 || tree.parent[tree.root] == none);
}

/// Whether each processor, and the source, sends and receives by edges of different colours.
bool legal(const TwoTrees& pair) {
  const Rank p = pair.trees[0].size();
  bool good = p == 0 || pair.colours[0][pair.trees[0].root] != pair.colours[1][pair.trees[1].root];
  for (Rank node = 0; node < p; ++node) {
    good = good && pair.colours[0][node] != pair.colours[1][node];
    for (std::size_t tree = 0; tree < 2; ++tree) {
      const Rank left = pair.trees[tree].left[node];
      const Rank right = pair.trees[tree].right[node];
      const bool both = left != none && right != none;
      good = good && !(both && pair.colours[tree][left] == pair.colours[tree][right]);
    }
  }
  return good;
}

void expect_two_trees(Rank p, SecondTree how) {
  SCOPED_TRACE(::testing::Message() << "p = " << p << ", " << name_of(how));
  const TwoTrees pair = two_trees(p, how);
  for (const InOrderTree& tree : pair.trees) {
    expect_in_order_over(tree, p);
    EXPECT_LE(tree.height(), ceiling_log2(std::uint64_t{p} + 2) - (p == 0 ? 0 : 1));
  }
  bool disjoint = true;
  for (Rank node = 0; node < p; ++node) {
    disjoint = disjoint && !(pair.trees[0].interior(node) && pair.trees[1].interior(node));
  }
  EXPECT_TRUE(disjoint);
  EXPECT_TRUE(legal(pair));
  // 2h steps until the first blocks are everywhere, h as first_tree() counts it.
  for (const auto& steps : first_steps(pair)) {
    for (const std::uint64_t step : steps) EXPECT_LT(step, 2 * ceiling_log2(p + 2));
  }
}

TEST(SweepTwoTrees, SpanInOrderWithDisjointInteriorsAndLegalColours) {
  for (Rank p = 0; p <= 512; ++p) {
    expect_two_trees(p, SecondTree::shift);
    if (p % 2 == 0) expect_two_trees(p, SecondTree::mirror);
  }
}

TEST(SweepTwoTrees, SpanInOrderOverAnyNumberOfProcessors) {
  constexpr std::uint64_t seed = 20091201;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    const Rank p = random.between(513, 65536);
    expect_two_trees(p, SecondTree::shift);
    expect_two_trees(p & ~1U, SecondTree::mirror);
  }
  expect_two_trees(65535, SecondTree::shift);
  expect_two_trees(65536, SecondTree::mirror);
}

TEST(TwoTrees, FillTheGapInTheRuleWithCompleteTrees) {
  for (const Rank p : {1U, 3U, 7U, 15U, 31U, 1023U}) {
    const InOrderTree tree = first_tree(p);
    EXPECT_EQ(tree.root, p / 2);
    EXPECT_EQ(tree.height() + 1, ceiling_log2(p + 1));
  }
}

TEST(TwoTrees, OfFourteenAreAsDrawn) {
  // T1 is the complete tree over 15 without its last leaf; T2 by either way its mirror image.
  const TwoTrees pair = two_trees(14, SecondTree::shift);
  EXPECT_EQ(pair.trees[0].root, 7U);
  EXPECT_EQ(pair.trees[0].left,
            (std::vector<Rank>{none, 0, none, 1, none, 4, none, 3, none, 8, none, 9, none, 12}));
  EXPECT_EQ(pair.trees[1].root, 6U);
  const TwoTrees mirrored = two_trees(14, SecondTree::mirror);
  EXPECT_EQ(pair.trees[1].parent, mirrored.trees[1].parent);
}

TEST(TwoTrees, OfAnOddNumberHaveNoMirrorImage) {
  EXPECT_THROW(two_trees(7, SecondTree::mirror), std::invalid_argument);
}

void expect_colours_found_alone(Rank p) {
  const TwoTrees pair = two_trees(p, SecondTree::mirror);
  // The two colours may be exchanged as a whole.
  const std::uint8_t exchanged = mirrored_colours(p, 0)[0] ^ pair.colours[0][0];
  for (Rank node = 0; node < p; ++node) {
    const auto colours = mirrored_colours(p, node);
    ASSERT_EQ(colours[0] ^ exchanged, pair.colours[0][node]) << p << ", node " << node;
    ASSERT_EQ(colours[1] ^ exchanged, pair.colours[1][node]) << p << ", node " << node;
  }
}

TEST(TwoTrees, ColoursOfMirroredTreesAreFoundByEachProcessorAlone) {
  for (Rank p = 2; p <= 1024; p += 2) expect_colours_found_alone(p);
  constexpr std::uint64_t seed = 20091202;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  Random random(seed);
  for (int i = 0; i < 10; ++i) expect_colours_found_alone(random.between(1025, 65536) & ~1U);
  expect_colours_found_alone(65536);
}

TEST(TwoTrees, ColoursThatAreWrongAreFound) {
  TwoTrees pair = two_trees(30, SecondTree::shift);
  ASSERT_TRUE(legal(pair));
  pair.colours[1][11] ^= 1U;
  EXPECT_FALSE(legal(pair));
}

}  // namespace
}  // namespace swapfly::test
