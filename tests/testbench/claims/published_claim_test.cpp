#include "testbench/claims/published_claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace swapfly::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> selected(const std::vector<std::string>& words) {
  std::vector<PublishedClaim> claims;
  for (const char* id : {"d3.property1", "d3.property10", "bcast.bursts", "bcast.depth3"}) {
    claims.emplace_back();
    claims.back().id = id;
  }
  std::vector<std::string> ids;
  for (const PublishedClaim& claim : select_claims(claims, words)) ids.push_back(claim.id);
  return ids;
}

TEST(SelectClaims, TakesAllIfNoneIsNamed) { EXPECT_EQ(selected({}).size(), 4U); }

TEST(SelectClaims, AnIdMeansItselfEvenIfItBeginsAnother) {
  EXPECT_THAT(selected({"d3.property1"}), ElementsAre("d3.property1"));
}

TEST(SelectClaims, TakesBeginningsAndPatternsInTheOrderOfTheClaims) {
  EXPECT_THAT(selected({"bcast.*"}), ElementsAre("bcast.bursts", "bcast.depth3"));
  EXPECT_THAT(selected({"bcast"}), ElementsAre("bcast.bursts", "bcast.depth3"));
  EXPECT_THAT(selected({"d3.prop"}), ElementsAre("d3.property1", "d3.property10"));
  EXPECT_THAT(selected({"*3", "d3.property1?", "bcast.depth3"}),
              ElementsAre("d3.property10", "bcast.depth3"));
}

TEST(SelectClaims, AWordThatSelectsNoneIsRefusedWithWhatIsThere) {
  for (const char* word : {"bcast.burst*x", "property1", "", "d3.property2"}) {
    try {
      selected({"bcast.*", word});
      FAIL() << word;
    } catch (const ConfigurationError& error) {
      EXPECT_THAT(error.what(), HasSubstr("'" + std::string(word) + "'; accepted"));
      EXPECT_THAT(error.what(), HasSubstr("d3.property1, d3.property10, bcast.bursts"));
    }
  }
}

TEST(PublishedClaims, HaveIdsOfTheirOwnAndSayWhatTheyClaim) {
  std::set<std::string> ids;
  for (const PublishedClaim& claim : published_claims()) {
    EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
    for (const std::string& said :
         {claim.statement, claim.formula, claim.published, claim.source}) {
      EXPECT_NE(said, "") << claim.id;
    }
  }
}

TEST(PublishedClaims, AreMeasuredOnSeveralSizesSomeOfThemNoPowersOfTwo) {
  for (const PublishedClaim& claim : published_claims()) {
    std::set<std::pair<unsigned, unsigned>> sizes;
    bool odd = false;
    for (const ClaimCase& what : claim.cases) {
      const Json& topology = what.scenario.at("topology");
      const auto K = topology.at("K").get<unsigned>();
      const auto M = topology.at("M").get<unsigned>();
      sizes.emplace(K, M);
      odd = odd || !is_power_of_two(K) || !is_power_of_two(M);
      EXPECT_FALSE(what.figures.empty()) << claim.id;
    }
    EXPECT_GE(sizes.size(), 3U) << claim.id;
    // Hypercubes are on powers of two.
    EXPECT_TRUE(odd || claim.id == "a2a.superior") << claim.id;
  }
}

}  // namespace
}  // namespace swapfly::test
