#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/topology/swapped_dragonfly.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// A number that the claim gives for one case, and where the result of the run has it.
struct ClaimFigure {
  std::string unit;  ///< clocks, routers, ...
  std::string path;  ///< JSON pointer into the result
  /// By the formula of the claim, worked out apart from the code that is measured.
  std::uint64_t expected = 0;
  /// What the literature gives for this case, in the same unit; nothing where it gives no number.
  std::optional<double> published = {};
};

/// One network, one run.
struct ClaimCase {
  std::string network;     ///< "D3(4,4)"
  std::string parameters;  ///< "from (1,2,3), X = 32, t_w = 1, t_s = 1"
  Json scenario;           ///< as `swapfly run` reads it
  std::vector<ClaimFigure> figures;
  std::string command = "run";
  std::vector<std::string> options = {};
};

/// A claim about the network or an algorithm, as data: what is said, and what to run to see it. A
/// case is met if every figure is as expected, and where traffic runs, without conflict or stall,
/// with every copy delivered and the data right.
struct PublishedClaim {
  std::string id;         ///< family.name
  std::string statement;  ///< a phrase
  std::string formula;    ///< of what is expected
  std::string published;  ///< what the literature gives
  std::string source;     ///< [D1], [D2], with the section where it is known
  /// Where what is measured differs from what is published, and why; empty if it does not.
  std::string note;
  std::vector<ClaimCase> cases;
};

// One file a family; published_claims() is all of them.
std::vector<PublishedClaim> d3_property_claims();
std::vector<PublishedClaim> broadcast_claims();
std::vector<PublishedClaim> two_tree_claims();
std::vector<PublishedClaim> collective_claims();
std::vector<PublishedClaim> all_to_all_claims();
std::vector<PublishedClaim> matrix_claims();

const std::vector<PublishedClaim>& published_claims();

/// The claims that `words` select, in their own order; all if there are no words. A word is an id,
/// a glob such as `bcast.*`, or the beginning of ids. Throws ConfigurationError for a word that
/// selects none.
std::vector<PublishedClaim> select_claims(const std::vector<PublishedClaim>& claims,
                                          const std::vector<std::string>& words);

}  // namespace swapfly
