#include "model/schedules/collective_algorithms.hpp"

#include <cmath>
#include <stdexcept>

#include "model/schedules/baseline_plans.hpp"
#include "model/schedules/two_tree_plans.hpp"

namespace swapfly {
namespace {

/// ceil(log2 n), 0 for n < 2.
std::uint64_t ceiling_log2(std::uint64_t n) {
  std::uint64_t exponent = 0;
  while ((std::uint64_t{1} << exponent) < n) ++exponent;
  return exponent;
}

/// Two trees over p processors: 2h + 2k, h = ceil(log2 p) ([T]).
std::uint64_t two_tree_steps(Rank in_trees, std::uint64_t blocks) {
  return in_trees == 0 ? 0 : 2 * ceiling_log2(in_trees) + 2 * blocks;
}

/// Of the complete binary tree, in edges.
std::uint64_t binary_height(Rank processors) {
  return ceiling_log2(std::uint64_t{processors} + 1) - 1;
}

/// The least H such that a Fibonacci tree of height H has so many processors.
std::uint64_t fibonacci_height(Rank processors) {
  std::uint64_t height = 0;
  for (std::uint64_t size = 1, smaller = 0; size < processors; ++height) {
    const std::uint64_t next = 1 + size + smaller;
    smaller = size;
    size = next;
  }
  return height;
}

BlockPlan reduce_plan(const CollectiveRequest& request) {
  return two_tree_reduce_plan(request.processors, request.root, request.blocks, request.tree,
                              request.commutative);
}

}  // namespace

const std::vector<CollectiveAlgorithm>& collective_algorithms() {
  using Request = CollectiveRequest;
  static const std::vector<CollectiveAlgorithm> algorithms = {
      {"two_tree_broadcast", "the root's message to all, a half by each of two trees",
       BlockOperation::broadcast, 2, true, true,
       [](const Request& r) {
         return two_tree_broadcast_plan(r.processors, r.root, r.blocks, r.tree);
       },
       "2h + 2k, h = ceil(log2(P - 1))",
       [](const Request& r) { return two_tree_steps(r.processors - 1, r.blocks); }},
      {"two_tree_reduce", "all messages combined at the root, a half by each of two trees",
       BlockOperation::reduce, 2, true, true, reduce_plan,
       "2h + 2k, h = ceil(log2(P - 1)); 2h + 4k where rank 0 sends the result on to the root",
       [](const Request& r) {
         const bool sent_on = !r.commutative && r.root > 0 && r.root + 1 < r.processors;
         return two_tree_steps(r.processors - 1, r.blocks) + (sent_on ? 2 * r.blocks : 0);
       }},
      {"two_tree_scan", "prefix sums of all messages, a half by each of two trees, up and down",
       BlockOperation::scan, 2, true, true,
       [](const Request& r) { return two_tree_scan_plan(r.processors, r.blocks, r.tree); },
       "2(2h + 2k), h = ceil(log2 P)",
       [](const Request& r) {
         return r.processors < 2 ? 0 : 2 * two_tree_steps(r.processors, r.blocks);
       }},
      {"linear_pipeline", "the root's message to all, from one to the next",
       BlockOperation::broadcast, 1, true, false,
       [](const Request& r) { return linear_pipeline_plan(r.processors, r.root, r.blocks); },
       "P - 2 + k",
       [](const Request& r) { return r.processors < 2 ? 0 : r.processors - 2 + r.blocks; }},
      {"binomial_tree", "the root's message to all, whole, by everyone who has it",
       BlockOperation::broadcast, 1, false, false,
       [](const Request& r) { return binomial_tree_plan(r.processors, r.root); }, "ceil(log2 P)",
       [](const Request& r) { return ceiling_log2(r.processors); }},
      {"binary_tree_pipeline", "the root's message to all by one complete binary tree",
       BlockOperation::broadcast, 1, true, false,
       [](const Request& r) { return binary_tree_pipeline_plan(r.processors, r.root, r.blocks); },
       "2(H + k - 1), H = floor(log2 P)",
       [](const Request& r) {
         return r.processors < 2 ? 0 : 2 * (binary_height(r.processors) + r.blocks - 1);
       }},
      {"fibonacci_tree_pipeline", "the root's message to all by one Fibonacci tree",
       BlockOperation::broadcast, 1, true, false,
       [](const Request& r) {
         return fibonacci_tree_pipeline_plan(r.processors, r.root, r.blocks);
       },
       "H + 2(k - 1), H the height of the Fibonacci tree",
       [](const Request& r) {
         return r.processors < 2 ? 0 : fibonacci_height(r.processors) + 2 * (r.blocks - 1);
       }},
  };
  return algorithms;
}

const CollectiveAlgorithm& collective_algorithm(const std::string& name) {
  for (const CollectiveAlgorithm& algorithm : collective_algorithms()) {
    if (algorithm.name == name) return algorithm;
  }
  throw std::logic_error("no collective algorithm " + name);
}

double best_blocks(const CollectiveAlgorithm& algorithm, CollectiveRequest request, double alpha,
                   double beta, double message) {
  request.blocks = 1;
  const auto one = static_cast<double>(algorithm.steps(request));
  request.blocks = 2;
  const double a_block = static_cast<double>(algorithm.steps(request)) - one;
  if (!algorithm.pipelined || a_block == 0 || one <= a_block) return 1;
  return std::sqrt((one - a_block) * beta * message / (a_block * algorithm.parts * alpha));
}

double published_clocks(const CollectiveAlgorithm& algorithm, const CollectiveRequest& request,
                        double alpha, double beta, double message) {
  const auto steps = static_cast<double>(algorithm.steps(request));
  const double pieces = algorithm.parts * static_cast<double>(request.blocks);
  return steps * (alpha + beta * message / pieces);
}

}  // namespace swapfly
