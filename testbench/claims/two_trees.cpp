// Two trees ([T]). What is expected is counted by two_tree_count, or written down here from the
// formulas; the plans of model/schedules have no part in it.
#include "testbench/claims/collective_cases.hpp"
#include "testbench/claims/two_tree_count.hpp"

namespace swapfly {
namespace {

/// Processors in the trees: little ones, and those where the shape of the trees changes.
constexpr std::uint64_t sizes[] = {2, 3, 6, 7, 14, 15, 16, 63, 64, 100, 255, 256};

/// 2h + 2k.
double published_steps(std::uint64_t p, std::uint64_t k) {
  return static_cast<double>(2 * ceiling_log2(p) + 2 * k);
}

/// An operation over p processors and a root, blocks of two flits.
Operation operation_of(const char* kind, std::uint64_t p, std::uint64_t k) {
  return {kind, p + 1, 4 * k, k};
}

PublishedClaim two_tree_steps() {
  PublishedClaim claim{
      "twotree.steps",
      "two trees over p processors, a source besides: steps in the one-port model",
      "counted edge by edge in the best colouring; never more than 2h + 2k, h = ceil(log2 p)",
      "2h + 2k",
      "[T]",
      "2h + 2k is a bound; for p = 2^x - 1, where the printed rule gives no tree, T1 is the "
      "complete tree",
      {}};
  for (const std::uint64_t k : {3U, 8U}) {
    for (const std::uint64_t p : sizes) {
      claim.cases.push_back(case_of(network_for(p + 1), operation_of("two_tree_broadcast", p, k),
                                    {{"steps", "/collective/steps/measured",
                                      counted_broadcast_steps(p, k), published_steps(p, k)}}));
    }
  }
  return claim;
}

PublishedClaim first_block() {
  PublishedClaim claim{"twotree.first_block",
                       "two trees: the first block of either half is everywhere after 2h steps",
                       "counted edge by edge in the best colouring",
                       "2h, h = ceil(log2(p + 2)), the height by which the trees are built",
                       "[T]",
                       "2h is a bound; with h = ceil(log2 p), as in the number of all steps, it "
                       "does not hold: for p = 16 it takes 9",
                       {}};
  for (const std::uint64_t p : sizes) {
    const auto published = static_cast<double>(2 * ceiling_log2(p + 2));
    claim.cases.push_back(
        case_of(network_for(p + 1), operation_of("two_tree_broadcast", p, 8),
                {{"steps", "/collective/steps/first_block", counted_first_block(p), published}}));
  }
  return claim;
}

PublishedClaim two_tree_time() {
  PublishedClaim claim{
      "twotree.time",
      "two trees: the time of a broadcast, a step being alpha + beta m / 2k",
      "(twotree.steps)(alpha + beta m / 2k) - t_s, alpha = t_w + t_s - 1, beta = 1",
      "(2h + 2k)(alpha + beta m / 2k)",
      "[T]",
      "published for the steps counted; the last block is there when it is "
      "ejected, t_s before the step ends",
      {}};
  for (const std::uint64_t P : {15U, 16U, 25U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      for (const std::uint64_t message : {16U, 160U, 1600U}) {
        claim.cases.push_back(timed({"two_tree_broadcast", P, message, 8, clocks},
                                    counted_broadcast_steps(P - 1, 8), 2));
      }
    }
  }
  return claim;
}

/// swapfly compare finds the number of blocks with which the message takes least.
PublishedClaim best_blocks() {
  PublishedClaim claim{"twotree.best_k",
                       "two trees: the number of blocks of a half with which it takes least",
                       "k* = sqrt(beta m h / 2 alpha), h = ceil(log2 p), alpha = 3 + t_s - 1",
                       "k* = sqrt(beta m h / 2 alpha)",
                       "[T]",
                       "messages for which k* is whole and divides them; powers of 2 and what lies "
                       "between them are tried",
                       {}};
  const auto add = [&claim](const SwappedDragonfly& topology, std::uint64_t processors,
                            std::uint64_t message) {
    const std::uint64_t alpha = 3;
    const std::uint64_t h = ceiling_log2(processors - 1);
    std::uint64_t k = 1;
    while (k * k * 2 * alpha < message * h) ++k;
    ClaimCase one = case_of(topology, {"two_tree_broadcast", processors, message, k},
                            {{"blocks", "/best_blocks/steps", k, static_cast<double>(k)}});
    one.command = "compare";
    one.options = {"--blocks", "all"};
    claim.cases.push_back(one);
  };
  for (const std::uint64_t message : {64U, 256U, 1024U}) add({4, 4}, 64, message);
  add({3, 5}, 64, 256);
  for (const std::uint64_t message : {48U, 192U}) add({5, 8}, 200, message);
  return claim;
}

PublishedClaim reduce() {
  PublishedClaim claim{
      "twotree.reduce",
      "two trees: all messages combined at the root, 2x2 matrices multiplied in the order of ranks",
      "the steps and the time of the broadcast",
      "(2h + 2k)(alpha + beta m / 2k)",
      "[T]",
      "published for the steps counted",
      {}};
  for (const std::uint64_t P : {15U, 16U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      claim.cases.push_back(
          timed({"two_tree_reduce", P, 160, 8, clocks}, counted_broadcast_steps(P - 1, 8), 2));
    }
  }
  for (const std::uint64_t p : sizes) {
    claim.cases.push_back(case_of(network_for(p + 1), operation_of("two_tree_reduce", p, 8),
                                  {{"steps", "/collective/steps/measured",
                                    counted_broadcast_steps(p, 8), published_steps(p, 8)}}));
  }
  return claim;
}

PublishedClaim scan() {
  PublishedClaim claim{
      "twotree.scan",
      "two trees: prefix sums, 2x2 matrices multiplied in the order of ranks, up and then down",
      "counted edge by edge; never more than 2(2h + 2k), h = ceil(log2 P)",
      "2(2h + 2k)",
      "[T]",
      "2(2h + 2k) is a bound; the sums that nobody needs are not sent",
      {}};
  for (const std::uint64_t k : {1U, 8U}) {
    for (const std::uint64_t P : sizes) {
      claim.cases.push_back(case_of(network_for(P), {"two_tree_scan", P, 4 * k, k},
                                    {{"steps", "/collective/steps/measured",
                                      counted_scan_steps(P, k), 2 * published_steps(P, k)}}));
    }
  }
  for (const std::uint64_t P : {15U, 16U}) {
    for (const HopClocks& clocks : clocks_of_times) {
      claim.cases.push_back(
          timed({"two_tree_scan", P, 160, 8, clocks}, counted_scan_steps(P, 8), 2));
    }
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> two_tree_claims() {
  return {two_tree_steps(), first_block(), two_tree_time(), best_blocks(), reduce(), scan()};
}

}  // namespace swapfly
