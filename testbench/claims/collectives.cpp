// Two trees and what they are compared with ([T]). What is expected is written down here from the
// formulas; the plans of model/schedules have no part in it.
#include <fmt/core.h>

#include "testbench/claims/claim_scenario.hpp"
#include "testbench/claims/published_claim.hpp"

namespace swapfly {
namespace {

std::uint64_t ceiling_log2(std::uint64_t n) {
  std::uint64_t exponent = 0;
  while ((std::uint64_t{1} << exponent) < n) ++exponent;
  return exponent;
}

/// A collective operation on a network.
struct Operation {
  std::string kind;
  std::uint64_t processors = 1;
  std::uint64_t message = 1;  ///< flits
  std::uint64_t blocks = 1;   ///< of each part
  HopClocks clocks = {};
  const char* place = "planned";
};

/// A network on which all processors find room.
SwappedDragonfly network_for(std::uint64_t processors) {
  return processors <= 64 ? SwappedDragonfly(4, 4) : SwappedDragonfly(5, 8);
}

Json workload_of(const Operation& operation) {
  Json workload = {{"kind", operation.kind},
                   {"processors", operation.processors},
                   {"message", operation.message},
                   {"mode", "steps"},
                   {"place", operation.place}};
  if (operation.kind != "binomial_tree") workload["blocks"] = operation.blocks;
  if (operation.kind == "two_tree_reduce" || operation.kind == "two_tree_scan") {
    workload["operator"] = "matrix_product";
  }
  return workload;
}

ClaimCase case_of(const SwappedDragonfly& topology, const Operation& operation,
                  std::vector<ClaimFigure> figures) {
  return {to_string(topology),
          fmt::format("{}, P = {}, m = {}, k = {}, {}", operation.kind, operation.processors,
                      operation.message, operation.blocks, to_string(operation.clocks)),
          scenario_for(topology, operation.clocks, workload_of(operation)), std::move(figures)};
}

/// Where every route is one local hop: all processors in one drawer, so that a step is the same
/// for all, alpha + beta F = (t_w + t_s - 1) + F.
ClaimCase timed(Operation operation, std::uint64_t steps, std::uint64_t parts) {
  operation.place = "drawer_order";
  const SwappedDragonfly drawer(1, static_cast<unsigned>(operation.processors));
  const std::uint64_t flits = operation.message / (parts * operation.blocks);
  const std::uint64_t step = operation.clocks.local() + operation.clocks.nic - 1 + flits;
  // The result is there when it is ejected; nothing is caused by it.
  const std::uint64_t clocks = steps * step - operation.clocks.nic;
  return case_of(drawer, operation,
                 {{"clocks", "/cycles", clocks, static_cast<double>(steps * step)}});
}

const HopClocks slow_routers{3, 0, 0, 2};
const HopClocks slow_nics{1, 0, 0, 5};

/// Steps for k = 8, counted by a program apart from this one.
struct CountedSteps {
  std::uint64_t p;
  std::uint64_t steps;
};
constexpr CountedSteps counted[] = {{6, 20}, {14, 22}, {15, 22}, {16, 23}, {64, 27}, {256, 31}};

PublishedClaim two_tree_steps() {
  PublishedClaim claim{
      "twotree.steps",
      "two trees over p processors, a source besides: steps in the one-port model",
      "never more than 2h + 2k, h = ceil(log2 p); counted one by one for k = 8",
      "2h + 2k",
      "[T]",
      "for p = 2^x - 1, where the printed rule gives no tree, T1 is the complete tree",
      {}};
  for (const CountedSteps& count : counted) {
    const std::uint64_t bound = 2 * ceiling_log2(count.p) + 16;
    claim.cases.push_back(case_of(
        network_for(count.p + 1), {"two_tree_broadcast", count.p + 1, 32, 8},
        {{"steps", "/collective/steps/measured", count.steps, static_cast<double>(bound)}}));
  }
  for (const std::uint64_t p : {2U, 3U, 7U, 14U, 15U, 16U, 63U, 64U, 100U, 255U, 256U}) {
    const std::uint64_t bound = 2 * ceiling_log2(p) + 6;
    claim.cases.push_back(case_of(network_for(p + 1), {"two_tree_broadcast", p + 1, 12, 3},
                                  {{"steps allowed", "/collective/steps/published", bound, {}},
                                   {"steps beyond", "/collective/steps/beyond_published", 0, {}}}));
  }
  return claim;
}

PublishedClaim first_block() {
  PublishedClaim claim{"twotree.first_block",
                       "two trees: the first block of either half is everywhere after 2h steps",
                       "the steps for k = 8 without the 14 of seven further blocks",
                       "2h, h = ceil(log2(p + 2)), the height by which the trees are built",
                       "[T]",
                       "with h = ceil(log2 p), as in the number of all steps, it does not hold: "
                       "for p = 16 it takes 9",
                       {}};
  for (const CountedSteps& count : counted) {
    const std::uint64_t published = 2 * ceiling_log2(count.p + 2);
    claim.cases.push_back(case_of(network_for(count.p + 1),
                                  {"two_tree_broadcast", count.p + 1, 32, 8},
                                  {{"steps", "/collective/steps/first_block", count.steps - 14,
                                    static_cast<double>(published)}}));
  }
  return claim;
}

/// For k = 8 and p = 14 or 15, by the counts above.
constexpr std::uint64_t steps_of_14 = 22;

PublishedClaim two_tree_time() {
  PublishedClaim claim{"twotree.time",
                       "two trees: the time of a broadcast, a step being alpha + beta m / 2k",
                       "22 (alpha + beta m / 2k) - t_s for p = 14 and 15, k = 8, alpha = t_w + t_s "
                       "- 1, beta = 1",
                       "(2h + 2k)(alpha + beta m / 2k)",
                       "[T]",
                       "the last block is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t P : {15U, 16U}) {
    for (const HopClocks& clocks : {HopClocks{}, slow_routers, slow_nics}) {
      for (const std::uint64_t message : {16U, 160U, 1600U}) {
        claim.cases.push_back(timed({"two_tree_broadcast", P, message, 8, clocks}, steps_of_14, 2));
      }
    }
  }
  return claim;
}

/// swapfly compare finds the number of blocks with which the message takes least.
PublishedClaim best_blocks() {
  PublishedClaim claim{"twotree.best_k",
                       "two trees: the number of blocks of a half with which it takes least",
                       "k* = sqrt(beta m h / 2 alpha), h = 6, alpha = 3 + t_s - 1",
                       "k* = sqrt(beta m h / 2 alpha)",
                       "[T]",
                       "messages for which k* is whole and divides them; powers of 2 and what lies "
                       "between them are tried",
                       {}};
  for (const std::uint64_t message : {64U, 256U, 1024U}) {
    const std::uint64_t alpha = 3;
    std::uint64_t k = 1;
    while (k * k * 2 * alpha < message * 6) ++k;
    Operation operation{"two_tree_broadcast", 64, message, k};
    ClaimCase one = case_of(SwappedDragonfly(4, 4), operation,
                            {{"blocks", "/best_blocks/steps", k, static_cast<double>(k)}});
    one.command = "compare";
    one.options = {"--blocks", "all"};
    claim.cases.push_back(one);
  }
  return claim;
}

PublishedClaim reduce() {
  PublishedClaim claim{
      "twotree.reduce",
      "two trees: all messages combined at the root, 2x2 matrices multiplied in the order of ranks",
      "the time of the broadcast",
      "(2h + 2k)(alpha + beta m / 2k)",
      "[T]",
      "",
      {}};
  for (const std::uint64_t P : {15U, 16U}) {
    for (const HopClocks& clocks : {HopClocks{}, slow_routers}) {
      claim.cases.push_back(timed({"two_tree_reduce", P, 160, 8, clocks}, steps_of_14, 2));
    }
  }
  for (const std::uint64_t P : {17U, 65U}) {
    claim.cases.push_back(case_of(network_for(P), {"two_tree_reduce", P, 64, 8},
                                  {{"steps", "/collective/steps/measured", P == 17 ? 23U : 27U,
                                    static_cast<double>(2 * ceiling_log2(P - 1) + 16)}}));
  }
  return claim;
}

PublishedClaim scan() {
  PublishedClaim claim{
      "twotree.scan",
      "two trees: prefix sums, 2x2 matrices multiplied in the order of ranks, up and then down",
      "never more than 2(2h + 2k) steps, h = ceil(log2 P)",
      "2(2h + 2k)",
      "[T]",
      "without the sums that nobody needs it takes a few steps less",
      {}};
  for (const std::uint64_t P : {2U, 3U, 7U, 14U, 15U, 16U, 63U, 64U, 100U, 255U, 256U}) {
    for (const std::uint64_t k : {1U, 8U}) {
      const std::uint64_t bound = 2 * (2 * ceiling_log2(P) + 2 * k);
      claim.cases.push_back(
          case_of(network_for(P), {"two_tree_scan", P, 4 * k, k},
                  {{"steps allowed", "/collective/steps/published", bound, {}},
                   {"steps beyond", "/collective/steps/beyond_published", 0, {}}}));
    }
  }
  return claim;
}

PublishedClaim pipeline() {
  PublishedClaim claim{"pipeline.time",
                       "linear pipeline: the time of a broadcast",
                       "(P - 2 + k)(alpha + beta m / k) - t_s",
                       "(P - 2 + k)(alpha + beta m / k)",
                       "[T]",
                       "the last block is there when it is ejected, t_s before the step ends",
                       {}};
  for (const std::uint64_t P : {2U, 3U, 8U, 16U}) {
    for (const HopClocks& clocks : {HopClocks{}, slow_routers, slow_nics}) {
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
    for (const HopClocks& clocks : {HopClocks{}, slow_routers, slow_nics}) {
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
    for (const HopClocks& clocks : {HopClocks{}, slow_routers, slow_nics}) {
      const std::uint64_t P = (2ULL << H) - 1;
      claim.cases.push_back(timed({"binary_tree_pipeline", P, 80, 8, clocks}, 2 * (H + 7), 1));
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
    for (const HopClocks& clocks : {HopClocks{}, slow_routers, slow_nics}) {
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
  for (const unsigned K : {2U, 4U}) {
    const SwappedDragonfly topology(K, 4);
    const std::uint64_t P = topology.routers();
    claim.cases.push_back(contest(topology, P, 1, "binomial_tree"));
    claim.cases.push_back(contest(topology, P, 2, "binomial_tree"));
    claim.cases.push_back(contest(topology, P, 256, "two_tree_broadcast"));
    claim.cases.push_back(contest(topology, P, 2048, "two_tree_broadcast"));
  }
  return claim;
}

PublishedClaim crossover_linear() {
  PublishedClaim claim{"crossover.linear",
                       "a linear pipeline is fastest for few processors and long messages",
                       "P - 2 steps of start-up, fewer than 2h where P is small",
                       "pipelines for few processors",
                       "[T]",
                       "",
                       {}};
  for (const std::uint64_t P : {3U, 4U, 6U}) {
    claim.cases.push_back(contest(SwappedDragonfly(4, 4), P, 1024, "linear_pipeline"));
  }
  claim.cases.push_back(contest(SwappedDragonfly(4, 4), 64, 1024, "two_tree_broadcast"));
  return claim;
}

PublishedClaim crossover_fibonacci() {
  PublishedClaim claim{
      "crossover.fibonacci",
      "a Fibonacci tree beside two trees: start-up (the first block everywhere) and throughput "
      "(steps for as many more blocks of the same size)",
      "start-up H against 2h'; 2 steps a block against 1",
      "half the start-up, half the throughput",
      "[T]",
      "the throughput is half; the start-up is 8 steps against 13 for 65 processors, 0.62, and 1 / "
      "(2 "
      "log2 phi) = 0.72 in the limit",
      {}};
  const SwappedDragonfly topology(5, 8);
  const auto add = [&](const char* kind, std::uint64_t blocks, std::uint64_t parts,
                       const char* path, std::uint64_t steps) {
    claim.cases.push_back(
        case_of(topology, {kind, 65, 2 * parts * blocks, blocks}, {{"steps", path, steps, {}}}));
  };
  const std::uint64_t H = fibonacci_height(65);
  add("fibonacci_tree_pipeline", 16, 1, "/collective/steps/first_block", H);
  add("two_tree_broadcast", 8, 2, "/collective/steps/first_block", 13);
  for (const std::uint64_t blocks : {16U, 32U, 64U}) {
    add("fibonacci_tree_pipeline", blocks, 1, "/collective/steps/measured", H + 2 * (blocks - 1));
    add("two_tree_broadcast", blocks / 2, 2, "/collective/steps/measured", 13 + blocks - 2);
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> collective_claims() {
  return {two_tree_steps(),
          first_block(),
          two_tree_time(),
          best_blocks(),
          reduce(),
          scan(),
          pipeline(),
          binomial(),
          binary(),
          fibonacci(),
          crossover_binomial(),
          crossover_linear(),
          crossover_fibonacci()};
}

}  // namespace swapfly
