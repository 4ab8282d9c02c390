#include "model/schedules/two_trees.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {
namespace {

constexpr Rank none = InOrderTree::none;
constexpr std::uint8_t no_colour = 2;

/// An edge is named by the node that it leads to and its tree: tree * p + node.
using Edge = std::size_t;

/// The edges that must not have an edge's colour: the one by which its receiver receives in the
/// other tree, and the one by which its sender sends to its other child; the source's children are
/// the two roots. So every edge has at most two, and since each of the two is of another kind,
/// paths and cycles of them have two colours.
class Conflicts {
 public:
  explicit Conflicts(const std::array<InOrderTree, 2>& trees) : trees_(trees) {}

  Edge same_receiver(Edge edge) const { return edge < p() ? edge + p() : edge - p(); }
  /// The edge itself where the sender has no other child.
  Edge same_sender(Edge edge) const {
    const std::size_t tree = edge / p();
    const auto node = static_cast<Rank>(edge % p());
    const Rank parent = trees_[tree].parent[node];
    if (parent == none) return (1 - tree) * p() + trees_[1 - tree].root;
    const bool is_left = trees_[tree].left[parent] == node;
    const Rank other = is_left ? trees_[tree].right[parent] : trees_[tree].left[parent];
    return other == none ? edge : tree * p() + other;
  }
  std::size_t edges() const { return 2 * p(); }

 private:
  std::size_t p() const { return trees_[0].size(); }
  const std::array<InOrderTree, 2>& trees_;
};

/// All edges that conflicts connect, with colours that alternate.
std::vector<Edge> colour_component(const Conflicts& conflicts, Edge first,
                                   std::vector<std::uint8_t>& colours) {
  std::vector<Edge> component{first};
  colours[first] = 0;
  for (std::size_t i = 0; i < component.size(); ++i) {
    const Edge edge = component[i];
    for (const Edge next : {conflicts.same_receiver(edge), conflicts.same_sender(edge)}) {
      if (next == edge || colours[next] != no_colour) continue;
      colours[next] = static_cast<std::uint8_t>(1 - colours[edge]);
      component.push_back(next);
    }
  }
  return component;
}

void exchange(const std::vector<Edge>& component, Rank p, TwoTrees& pair) {
  for (const Edge edge : component) {
    std::uint8_t& colour = pair.colours[edge / p][edge % p];
    colour = static_cast<std::uint8_t>(1 - colour);
  }
}

std::uint64_t last_step(const TwoTrees& pair) {
  std::uint64_t last = 0;
  for (const std::vector<std::uint64_t>& steps : first_steps(pair)) {
    last = std::max(last, *std::max_element(steps.begin(), steps.end()));
  }
  return last;
}

void colour(TwoTrees& pair) {
  const Rank p = pair.trees[0].size();
  const Conflicts conflicts(pair.trees);
  std::vector<std::uint8_t> colours(conflicts.edges(), no_colour);
  std::vector<std::vector<Edge>> components;
  for (Edge edge = 0; edge < colours.size(); ++edge) {
    if (colours[edge] == no_colour) {
      components.push_back(colour_component(conflicts, edge, colours));
    }
  }
  for (std::size_t tree = 0; tree < 2; ++tree) {
    const auto begin = colours.begin() + static_cast<std::ptrdiff_t>(tree * p);
    pair.colours[tree].assign(begin, begin + static_cast<std::ptrdiff_t>(p));
  }
  // Each component may have its two colours exchanged: where that saves steps, it is done.
  std::uint64_t last = last_step(pair);
  for (const std::vector<Edge>& component : components) {
    exchange(component, p, pair);
    const std::uint64_t exchanged = last_step(pair);
    if (exchanged < last) {
      last = exchanged;
    } else {
      exchange(component, p, pair);
    }
  }
}

/// The parent of node i, counted from 1, in T1: with t the zeros at the end of i in binary, i is
/// the root of a subtree of nodes less than 2^t away.
Rank parent_from_one(Rank p, Rank i) {
  const Rank reach = i & (~i + 1);
  const bool is_right = (i & (2 * reach)) != 0 || i + reach > p;
  return is_right ? i - reach : i + reach;
}

}  // namespace

std::string_view name_of(SecondTree how) { return how == SecondTree::shift ? "shift" : "mirror"; }

TwoTrees two_trees(Rank p, SecondTree how) {
  if (how == SecondTree::mirror && p % 2 == 1) {
    throw std::invalid_argument("the mirror image is of " + std::to_string(p) +
                                " nodes; accepted: an even number");
  }
  TwoTrees pair;
  pair.trees[0] = first_tree(p);
  pair.trees[1] = how == SecondTree::mirror ? mirror_image(pair.trees[0])
                                            : without_first_leaf(first_tree(p + 1));
  if (p > 0) colour(pair);
  return pair;
}

std::array<std::vector<std::uint64_t>, 2> first_steps(const TwoTrees& pair) {
  std::array<std::vector<std::uint64_t>, 2> steps;
  for (std::size_t tree = 0; tree < 2; ++tree) {
    const InOrderTree& nodes = pair.trees[tree];
    const std::vector<std::uint8_t>& colours = pair.colours[tree];
    steps[tree].resize(nodes.size());
    for (const Rank node : nodes.from_the_root()) {
      const Rank parent = nodes.parent[node];
      const std::uint64_t earliest = parent == none ? 0 : steps[tree][parent] + 1;
      steps[tree][node] = earliest + (earliest + colours[node]) % 2;
    }
  }
  return steps;
}

std::array<std::uint8_t, 2> mirrored_colours(Rank p, Rank node) {
  // Counted from 1, interior nodes of T1 are the even ones. By the mirror's symmetry the edge to i
  // has the colour of that to p + 1 - i, and one of the two is even. The edges to the left and the
  // right child of a node differ, and for even children, which of them has the colour of the edge
  // to the node itself depends on the parity of p / 2 alone.
  Rank i = node + 1;
  if (i % 2 == 1) i = p + 1 - i;
  Rank root = 1;
  while (2 * root <= p) root *= 2;
  bool colour = false;
  while (i != root) {
    const Rank parent = parent_from_one(p, i);
    colour ^= (parent > i) ^ (p / 2 % 2 == 1);
    i = parent;
  }
  return {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(!colour)};
}

}  // namespace swapfly
