#include "model/schedules/in_order_tree.hpp"

#include <algorithm>
#include <stdexcept>

namespace swapfly {
namespace {

constexpr Rank none = InOrderTree::none;

/// Builds T1 into a tree that has its nodes already; each function returns the root of the subtree
/// that it built over `size` nodes from `first` on, none for no nodes.
class FirstTree {
 public:
  explicit FirstTree(InOrderTree& tree) : tree_(tree) {}

  Rank build(Rank first, Rank size) {
    if (is_power_of_two(size + 1)) return complete(first, size);
    // 2^(h-1), h = ceil(log2(size + 2)).
    Rank half = 1;
    while (2 * half < size + 2) half *= 2;
    if (size == 2 * half - 2) return without_last_leaf(first, size);
    const Rank root = first + half - 1;
    return join(root, complete(first, half - 1), build(root + 1, size - half));
  }

 private:
  static bool is_power_of_two(Rank n) { return (n & (n - 1)) == 0; }

  Rank complete(Rank first, Rank size) {
    if (size == 0) return none;
    const Rank half = size / 2;
    const Rank root = first + half;
    return join(root, complete(first, half), complete(root + 1, half));
  }

  /// The complete tree over size + 1 nodes but for its last one.
  Rank without_last_leaf(Rank first, Rank size) {
    if (size == 0) return none;
    const Rank half = (size + 1) / 2;
    const Rank root = first + half;
    return join(root, complete(first, half), without_last_leaf(root + 1, half - 1));
  }

  Rank join(Rank root, Rank left, Rank right) {
    tree_.left[root] = left;
    tree_.right[root] = right;
    if (left != none) tree_.parent[left] = root;
    if (right != none) tree_.parent[right] = root;
    return root;
  }

  InOrderTree& tree_;
};

/// The tree over `size` nodes that renaming makes of another; `name` may give none.
template <class Name>
InOrderTree renamed(const InOrderTree& tree, Rank size, const Name& name) {
  const auto of = [&name](Rank node) { return node == none ? none : name(node); };
  InOrderTree made;
  made.parent.assign(size, none);
  made.left = made.right = made.parent;
  made.root = of(tree.root);
  for (Rank node = 0; node < tree.size(); ++node) {
    const Rank now = of(node);
    if (now == none) continue;
    made.parent[now] = of(tree.parent[node]);
    made.left[now] = of(tree.left[node]);
    made.right[now] = of(tree.right[node]);
  }
  return made;
}

}  // namespace

unsigned InOrderTree::height() const {
  std::vector<unsigned> depth(size());
  unsigned height = 0;
  for (const Rank node : from_the_root()) {
    if (node != root) depth[node] = depth[parent[node]] + 1;
    height = std::max(height, depth[node]);
  }
  return height;
}

std::vector<Rank> InOrderTree::from_the_root() const {
  std::vector<Rank> nodes;
  if (root == none) return nodes;
  nodes.reserve(size());
  nodes.push_back(root);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Rank node = nodes[i];
    for (const Rank child : {left[node], right[node]}) {
      if (child != none) nodes.push_back(child);
    }
  }
  return nodes;
}

InOrderTree first_tree(Rank p) {
  InOrderTree tree;
  tree.parent.assign(p, none);
  tree.left = tree.right = tree.parent;
  tree.root = FirstTree(tree).build(0, p);
  return tree;
}

InOrderTree without_first_leaf(const InOrderTree& tree) {
  if (tree.size() == 0 || tree.interior(0)) throw std::logic_error("node 0 is not a leaf");
  return renamed(tree, tree.size() - 1, [](Rank node) { return node == 0 ? none : node - 1; });
}

InOrderTree mirror_image(const InOrderTree& tree) {
  const Rank p = tree.size();
  InOrderTree mirrored = renamed(tree, p, [p](Rank node) { return p - 1 - node; });
  std::swap(mirrored.left, mirrored.right);
  return mirrored;
}

}  // namespace swapfly
