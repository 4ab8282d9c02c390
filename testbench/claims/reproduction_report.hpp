#pragma once

#include <string>

#include "testbench/claims/reproduction.hpp"

namespace swapfly {

/// Status, error, and `claims`: one entry for every figure of every case, so that each stands by
/// itself: id, network, parameters, unit, formula, published (text and, where there is one, the
/// number for this case), expected, measured, ratio to the published number, conflicts, ok,
/// verdict, error, and the command and the scenario that were run.
Json to_json(const Reproduction& reproduction);

/// The same as a table a claim, for people.
std::string to_text(const Reproduction& reproduction);
/// The same as a Markdown table a claim, for documentation.
std::string to_markdown(const Reproduction& reproduction);

/// Only what is claimed.
Json claims_json(const std::vector<PublishedClaim>& claims);
std::string claims_text(const std::vector<PublishedClaim>& claims);

}  // namespace swapfly
