#include "testbench/claims/two_tree_count.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace swapfly {
namespace {

/// Nodes are counted from 1; 0 is the source.
using Node = std::uint64_t;

/// The parent of node i in T1 over p nodes, the source for its root: with t the zeros at the end of
/// i in binary, i is the middle of the nodes less than 2^t away, a right child if bit t + 1 is set
/// or no node is that far on its right.
Node parent_in_first(Node p, Node i) {
  const Node reach = i & (~i + 1);
  const bool is_right = (i & (2 * reach)) != 0 || i + reach > p;
  return is_right ? i - reach : i + reach;
}

/// T2 is T1 over one node more, shifted to the left.
Node parent_of(Node p, unsigned tree, Node i) {
  if (tree == 0) return parent_in_first(p, i);
  const Node parent = parent_in_first(p + 1, i + 1);
  return parent == 0 ? 0 : parent - 1;
}

struct Edge {
  unsigned tree = 0;
  Node sender = 0;
  Node receiver = 0;
  unsigned component = 0;  ///< of edges whose colours follow from each other
  bool colour = false;
  std::uint64_t first_step = 0;
};

/// All edges of both trees: [tree * p + receiver - 1].
class EdgeList {
 public:
  explicit EdgeList(Node p) : p_(p) {
    for (unsigned tree = 0; tree < 2; ++tree) {
      for (Node i = 1; i <= p; ++i) edges_.push_back({tree, parent_of(p, tree, i), i});
    }
    colour();
    choose();
  }

  std::uint64_t last_step() const {
    std::uint64_t last = 0;
    for (const Edge& edge : edges_) last = std::max(last, edge.first_step);
    return last;
  }

  /// The steps from the first to the last in which block 0 goes over an edge inside of the trees,
  /// without those on the way from a root to `end`, the first node or the last; 0 if none is left.
  std::uint64_t steps_without_way_to(Node end) const {
    std::optional<std::uint64_t> first, last;
    for (const Edge& edge : edges_) {
      if (edge.sender == 0 || leads_to(edge, end)) continue;
      first = std::min(first.value_or(edge.first_step), edge.first_step);
      last = std::max(last.value_or(edge.first_step), edge.first_step);
    }
    return first ? *last - *first + 1 : 0;
  }

 private:
  /// Nobody sends by two edges in one step, nor receives.
  static bool must_differ(const Edge& a, const Edge& b) {
    return a.sender == b.sender || a.receiver == b.receiver;
  }

  void colour() {
    std::vector<bool> seen(edges_.size());
    for (std::size_t begin = 0; begin < edges_.size(); ++begin) {
      if (seen[begin]) continue;
      seen[begin] = true;
      std::vector<std::size_t> found{begin};
      for (std::size_t i = 0; i < found.size(); ++i) {
        const Edge edge = edges_[found[i]];
        for (std::size_t other = 0; other < edges_.size(); ++other) {
          if (seen[other] || !must_differ(edge, edges_[other])) continue;
          seen[other] = true;
          edges_[other].colour = !edge.colour;
          found.push_back(other);
        }
      }
      for (const std::size_t edge : found) edges_[edge].component = components_;
      ++components_;
    }
  }

  /// The exchange of components' colours by which the last step is the earliest.
  void choose() {
    std::vector<std::uint64_t> last_steps;
    for (std::uint64_t exchanged = 0; exchanged < (std::uint64_t{1} << components_); ++exchanged) {
      time(exchanged);
      last_steps.push_back(last_step());
    }
    const auto best = std::min_element(last_steps.begin(), last_steps.end());
    time(static_cast<std::uint64_t>(best - last_steps.begin()));
  }

  void time(std::uint64_t exchanged) {
    for (Edge& edge : edges_) edge.first_step = first_step(edge, exchanged);
  }

  std::uint64_t first_step(const Edge& edge, std::uint64_t exchanged) const {
    const std::uint64_t earliest =
        edge.sender == 0 ? 0 : first_step(edge_to(edge.tree, edge.sender), exchanged) + 1;
    const std::uint64_t colour = (edge.colour ? 1 : 0) + ((exchanged >> edge.component) & 1);
    return earliest + (earliest + colour) % 2;
  }

  bool leads_to(const Edge& edge, Node end) const {
    while (end != 0 && end != edge.receiver) end = edge_to(edge.tree, end).sender;
    return end != 0;
  }

  const Edge& edge_to(unsigned tree, Node i) const { return edges_[tree * p_ + i - 1]; }

  Node p_;
  std::vector<Edge> edges_;
  unsigned components_ = 0;
};

}  // namespace

std::uint64_t counted_first_block(std::uint64_t p) { return EdgeList(p).last_step() + 1; }

std::uint64_t counted_broadcast_steps(std::uint64_t p, std::uint64_t k) {
  return counted_first_block(p) + 2 * (k - 1);
}

std::uint64_t counted_scan_steps(std::uint64_t P, std::uint64_t k) {
  const EdgeList edges(P);
  std::uint64_t steps = 0;
  // Up, what comes along the right edges is not needed; down, what comes along the left ones.
  for (const Node end : {P, Node{1}}) {
    const std::uint64_t first_block = edges.steps_without_way_to(end);
    if (first_block > 0) steps += first_block + 2 * (k - 1);
  }
  return steps;
}

}  // namespace swapfly
