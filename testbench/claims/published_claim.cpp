#include "testbench/claims/published_claim.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {
namespace {

bool selects(const std::string& word, const std::string& id, bool exactly) {
  if (exactly) return id == word;
  return matches_glob(word, id) || (!word.empty() && id.rfind(word, 0) == 0);
}

}  // namespace

const std::vector<PublishedClaim>& published_claims() {
  static const std::vector<PublishedClaim> claims = [] {
    std::vector<PublishedClaim> all;
    for (const auto& family : {d3_property_claims, broadcast_claims, two_tree_claims,
                               collective_claims, all_to_all_claims, matrix_claims}) {
      const std::vector<PublishedClaim> more = family();
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return claims;
}

std::vector<PublishedClaim> select_claims(const std::vector<PublishedClaim>& claims,
                                          const std::vector<std::string>& words) {
  if (words.empty()) return claims;
  std::vector<bool> selected(claims.size());
  for (const std::string& word : words) {
    // An id that begins another one still means itself.
    const bool exactly = std::any_of(claims.begin(), claims.end(),
                                     [&word](const auto& claim) { return claim.id == word; });
    bool found = false;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!selects(word, claims[i].id, exactly)) continue;
      selected[i] = true;
      found = true;
    }
    if (found) continue;
    std::string ids;
    for (const PublishedClaim& claim : claims) ids += (ids.empty() ? "" : ", ") + claim.id;
    throw ConfigurationError(fmt::format(
        "ID is '{}'; accepted: the beginning of one of these, or a pattern with * or ?: {}", word,
        ids));
  }
  std::vector<PublishedClaim> chosen;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (selected[i]) chosen.push_back(claims[i]);
  }
  return chosen;
}

}  // namespace swapfly
