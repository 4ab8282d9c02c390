// What two trees are compared with, and how ([T]). What is expected is written down here from the
// formulas; the plans of model/schedules have no part in it.
#include <fmt/core.h>

#include "testbench/claims/collective_cases.hpp"
#include "testbench/claims/two_tree_count.hpp"

namespace swapfly {
namespace {

PublishedClaim pipeline() {
  PublishedClaim claim{"pipeline.time",
                       "linear pipeline: the time of a broadcast",
                       "(P - 2 + k)(alpha + beta m / k) - t_s",
                       "(P - 2 + k)(alpha + beta m / k)",
                       "[T]",
                       "the last block is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t P : {2U, 3U, 8U, 16U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      claim.cases.push_back(timed({"linear_pipeline", P, 96, 12, clocks}, P - 2 + 12, 1));
    }
  }
  return claim;
}

PublishedClaim binomial() {
  PublishedClaim claim{"binomial.time",
                       "binomial tree: the time of a broadcast",
                       "ceil(log2 P)(alpha + beta m) - t_s",
                       "ceil(log2 P)(alpha + beta m)",
                       "[T]",
                       "the message is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t P : {2U, 3U, 8U, 13U, 16U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      claim.cases.push_back(timed({"binomial_tree", P, 24, 1, clocks}, ceiling_log2(P), 1));
    }
  }
  return claim;
}

PublishedClaim binary() {
  PublishedClaim claim{"binary.time",
                       "one complete binary tree, pipelined: the time of a broadcast",
                       "2(H + k - 1)(alpha + beta m / k) - t_s, P = 2^(H + 1) - 1",
                       "at most 2(H + k - 1)(alpha + beta m / k), H = floor(log2 P)",
                       "[T]",
                       "the last block is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t H : {1U, 2U, 3U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      const std::uint64_t P = (2ULL << H) - 1;
      claim.cases.push_back(timed({"binary_tree_pipeline", P, 80, 8, clocks}, 2 * (H + 8 - 1), 1));
    }
  }
  return claim;
}

/// Of the least Fibonacci tree that has so many processors: 1, 2, 4, 7, 12, 20, 33, ...
std::uint64_t fibonacci_height(std::uint64_t processors) {
  std::uint64_t height = 0;
  for (std::uint64_t a = 1, b = 2; a < processors; ++height) {
    const std::uint64_t c = 1 + a + b;
    a = b;
    b = c;
  }
  return height;
}

PublishedClaim fibonacci() {
  PublishedClaim claim{"fibonacci.time",
                       "one Fibonacci tree, pipelined: the time of a broadcast",
                       "(H + 2(k - 1))(alpha + beta m / k) - t_s",
                       "(H + 2(k - 1))(alpha + beta m / k), H the height of the tree",
                       "[T]",
                       "the last block is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t P : {2U, 4U, 7U, 12U, 16U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      claim.cases.push_back(
          timed({"fibonacci_tree_pipeline", P, 80, 8, clocks}, fibonacci_height(P) + 14, 1));
    }
  }
  return claim;
}

/// Places in the order of speed, of all broadcasts by blocks, for one message.
ClaimCase contest(const SwappedDragonfly& topology, std::uint64_t processors, std::uint64_t flits,
                  const std::string& winner) {
  ClaimCase one = case_of(
      topology, {"two_tree_broadcast", processors, flits, 1},
      {{"place of " + winner, fmt::format("/points/0/algorithms/{}/place", winner), 1, {}}});
  one.parameters = fmt::format("P = {}, m = {}, all with their best k, {}", processors, flits,
                               to_string(HopClocks{}));
  one.command = "compare";
  one.options = {"--lengths", std::to_string(flits)};
  return one;
}

PublishedClaim crossover_binomial() {
  PublishedClaim claim{
      "crossover.binomial",
      "of five broadcasts a binomial tree is fastest for short messages, two trees "
      "for long ones",
      "the binomial tree for one flit, two trees from some length on",
      "binomial trees for small messages, two trees for large ones",
      "[T]",
      "the length at which they cross: swapfly compare, docs/collectives.md",
      {}};
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(2, 4), SwappedDragonfly(3, 3), SwappedDragonfly(4, 4)}) {
    const std::uint64_t P = topology.routers();
    claim.cases.push_back(contest(topology, P, 1, "binomial_tree"));
    claim.cases.push_back(contest(topology, P, 2, "binomial_tree"));
    claim.cases.push_back(contest(topology, P, 256, "two_tree_broadcast"));
    claim.cases.push_back(contest(topology, P, 2048, "two_tree_broadcast"));
  }
  return claim;
}

PublishedClaim crossover_linear() {
  PublishedClaim claim{
      "crossover.linear",
      "a linear pipeline is fastest for few processors and long messages",
      "P - 2 steps besides those of the blocks against twotree.first_block - 2",
      "pipelines for few processors",
      "[T]",
      "fewer for P = 3, as many for 2, 4 and 5, more from 6 on: in lock-step, few is "
      "three; in mode free see docs/collectives.md",
      {}};
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(2, 3), SwappedDragonfly(3, 5), SwappedDragonfly(4, 4)}) {
    for (const std::uint64_t message : {256U, 1024U}) {
      claim.cases.push_back(contest(topology, 3, message, "linear_pipeline"));
    }
    claim.cases.push_back(contest(topology, 8, 1024, "two_tree_broadcast"));
  }
  return claim;
}

PublishedClaim crossover_fibonacci() {
  PublishedClaim claim{
      "crossover.fibonacci",
      "a Fibonacci tree beside two trees: start-up (the first block everywhere) and throughput "
      "(steps for as many more blocks of the same size)",
      "start-up H against twotree.first_block; 2 steps a block against 1",
      "half the start-up, half the throughput",
      "[T]",
      "the throughput is half; the start-up is 8 steps against 13 for 65 processors, 0.62, and "
      "1 / (2 log2 phi) = 0.72 in the limit",
      {}};
  for (const std::uint64_t P : {16U, 64U, 65U}) {
    const auto add = [&](const char* kind, std::uint64_t blocks, std::uint64_t parts,
                         const char* path, std::uint64_t steps) {
      claim.cases.push_back(case_of(network_for(P), {kind, P, 2 * parts * blocks, blocks},
                                    {{"steps", path, steps, {}}}));
    };
    const std::uint64_t H = fibonacci_height(P);
    const std::uint64_t two_trees = counted_first_block(P - 1);
    add("fibonacci_tree_pipeline", 16, 1, "/collective/steps/first_block", H);
    add("two_tree_broadcast", 8, 2, "/collective/steps/first_block", two_trees);
    for (const std::uint64_t blocks : {16U, 32U, 64U}) {
      add("fibonacci_tree_pipeline", blocks, 1, "/collective/steps/measured", H + 2 * (blocks - 1));
      add("two_tree_broadcast", blocks / 2, 2, "/collective/steps/measured",
          two_trees + blocks - 2);
    }
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> collective_claims() {
  return {pipeline(),         binomial(),           binary(), fibonacci(), crossover_binomial(),
          crossover_linear(), crossover_fibonacci()};
}

}  // namespace swapfly
