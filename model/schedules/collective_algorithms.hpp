#pragma once

#include <string>
#include <vector>

#include "model/schedules/block_plan.hpp"
#include "model/schedules/two_trees.hpp"

namespace swapfly {

/// What a plan is made for.
struct CollectiveRequest {
  Rank processors = 1;  ///< P, the root included
  Rank root = 0;
  std::uint64_t blocks = 1;  ///< k, of each part of the message
  SecondTree tree = SecondTree::shift;
  bool commutative = true;
};

/// A collective operation by blocks: two trees ([T]) and what they are compared with.
struct CollectiveAlgorithm {
  std::string name;
  std::string meaning;
  BlockOperation operation = BlockOperation::broadcast;
  unsigned parts = 1;
  bool pipelined = true;  ///< or the message goes in one block
  bool two_trees = false;
  BlockPlan (*plan)(const CollectiveRequest& request) = nullptr;
  /// The published number of steps, which the plan never exceeds; A + B k for k blocks.
  std::string steps_formula;
  std::uint64_t (*steps)(const CollectiveRequest& request) = nullptr;
};

const std::vector<CollectiveAlgorithm>& collective_algorithms();
/// Throws std::logic_error for a name that is not there.
const CollectiveAlgorithm& collective_algorithm(const std::string& name);

/// The k, not whole, for which (A + B k)(alpha + beta m / (parts k)) is least: sqrt(A beta m / (B
/// parts alpha)), for two trees sqrt(beta m h / 2 alpha) ([T]). 1 where k has no part in
/// the time, or P is so small that A is 0.
double best_blocks(const CollectiveAlgorithm& algorithm, CollectiveRequest request, double alpha,
                   double beta, double message);

/// (A + B k)(alpha + beta m / (parts k)), k = request.blocks.
double published_clocks(const CollectiveAlgorithm& algorithm, const CollectiveRequest& request,
                        double alpha, double beta, double message);

}  // namespace swapfly
