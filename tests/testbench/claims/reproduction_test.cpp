#include "testbench/claims/reproduction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "testbench/claims/reproduction_report.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;

const std::atomic<bool> never_stop{false};
const ChildOptions two_at_once{2, SWAPFLY_PROGRAM};

/// 12 messages from a node with q = d: 4 rounds of 3, 3 + 5 t_w + t_s.
PublishedClaim claim_of(std::uint64_t expected, const Json& receive = "all") {
  ClaimCase what;
  what.network = "D3(4,4)";
  what.parameters = "X = 12";
  what.scenario = {
      {"topology", {{"K", 4}, {"M", 4}}},
      {"nic", {{"receive", receive}}},
      {"workload", {{"kind", "m_broadcast"}, {"source", {1, 2, 2}}, {"messages", 12}}}};
  what.figures = {{"clocks", "/cycles", expected, 9.0}};
  return {"test.claim", "a claim", "R - 1 + 5 t_w + t_s", "3X/M hops", "[D2]", "", {what}};
}

Reproduction reproduce(const std::vector<PublishedClaim>& claims) {
  return reproduce(claims, two_at_once, never_stop);
}

TEST(Reproduction, AClaimThatHoldsIsOk) {
  const Reproduction reproduction = reproduce({claim_of(9)});
  EXPECT_EQ(reproduction.status, Status::ok);
  EXPECT_EQ(reproduction.error, "");
  const Json entry = to_json(reproduction).at("claims").at(0);
  EXPECT_EQ(entry.at("id"), "test.claim");
  EXPECT_EQ(entry.at("network"), "D3(4,4)");
  EXPECT_EQ(entry.at("formula"), "R - 1 + 5 t_w + t_s");
  EXPECT_EQ(entry.at("published"), "3X/M hops");
  EXPECT_EQ(entry.at("expected"), 9);
  EXPECT_EQ(entry.at("measured"), 9);
  EXPECT_EQ(entry.at("ratio"), 1.0);
  EXPECT_EQ(entry.at("conflicts"), Json({{"link", 0}, {"stalls", 0}}));
  EXPECT_EQ(entry.at("ok"), true);
  EXPECT_EQ(entry.at("verdict"), "ok");
}

TEST(Reproduction, AFalseExpectationFailsAndTheRestIsStillMeasured) {
  const Reproduction reproduction = reproduce({claim_of(10), claim_of(9)});
  EXPECT_EQ(reproduction.status, Status::failed);
  EXPECT_EQ(exit_status(reproduction.status), 1);
  EXPECT_EQ(reproduction.error, "1 of 2 runs are not as claimed");
  ASSERT_EQ(reproduction.details.size(), 1U);
  EXPECT_EQ(reproduction.details[0],
            "test.claim on D3(4,4), X = 12: 10 clocks expected, 9 measured");
  const Json json = to_json(reproduction);
  EXPECT_EQ(json.at("status"), "failed");
  EXPECT_EQ(json.at("claims").at(0).at("ok"), false);
  EXPECT_EQ(json.at("claims").at(0).at("verdict"), "FAILED");
  EXPECT_EQ(json.at("claims").at(1).at("ok"), true);
  EXPECT_THAT(to_text(reproduction), HasSubstr("1 of 2 claims hold in every case"));
}

TEST(Reproduction, TheRightTimeWithAStallFails) {
  // The one-port model: flits wait at the NIC, so heads stall.
  const Reproduction first = reproduce({claim_of(0, 1)});
  const std::uint64_t time = first.claims.at(0).cases.at(0).figures.at(0).value.value();
  const Reproduction again = reproduce({claim_of(time, 1)});
  EXPECT_EQ(again.status, Status::failed);
  EXPECT_THAT(again.details.at(0), HasSubstr("conflicts/"));
  EXPECT_GT(again.claims.at(0).cases.at(0).stalls.value(), 0U);
}

TEST(Reproduction, AFigureThatTheResultDoesNotHaveFails) {
  PublishedClaim claim = claim_of(9);
  claim.cases[0].figures[0].path = "/claims/7/measured";
  const Reproduction reproduction = reproduce({claim});
  EXPECT_EQ(reproduction.status, Status::failed);
  EXPECT_THAT(reproduction.details.at(0), HasSubstr("9 clocks expected, none measured"));
  EXPECT_TRUE(to_json(reproduction).at("claims").at(0).at("measured").is_null());
}

TEST(Reproduction, AScenarioThatIsRefusedFailsWithItsLine) {
  PublishedClaim claim = claim_of(9);
  claim.cases[0].scenario["topology"]["M"] = 0;
  const Reproduction reproduction = reproduce({claim});
  EXPECT_EQ(reproduction.status, Status::failed);
  EXPECT_THAT(reproduction.details.at(0), HasSubstr("topology.M is 0"));
}

TEST(Reproduction, ARunThatDiesFailsWithALineAboutIt) {
  const Reproduction reproduction =
      reproduce({claim_of(9)}, ChildOptions{1, "/bin/false"}, never_stop);
  EXPECT_EQ(reproduction.status, Status::failed);
  EXPECT_EQ(reproduction.details.at(0),
            "test.claim on D3(4,4), X = 12: the run ended with status 1 and wrote no result");
}

TEST(Reproduction, InterruptedItHasWhatIsKnownSoFar) {
  std::atomic<bool> stop{false};
  const Reproduction reproduction =
      reproduce({claim_of(9), claim_of(10), claim_of(9)}, ChildOptions{1, SWAPFLY_PROGRAM}, stop,
                [&stop](std::size_t done, std::size_t, const std::string&) { stop = done == 2; });
  EXPECT_EQ(reproduction.status, Status::interrupted);
  EXPECT_EQ(exit_status(reproduction.status), 130);
  EXPECT_EQ(reproduction.error, "interrupted after 2 of 3 runs");
  const Json claims = to_json(reproduction).at("claims");
  EXPECT_EQ(claims.at(0).at("verdict"), "ok");
  EXPECT_EQ(claims.at(1).at("verdict"), "FAILED");
  EXPECT_EQ(claims.at(2).at("verdict"), "not run");
  EXPECT_TRUE(claims.at(2).at("ok").is_null());
  EXPECT_TRUE(claims.at(2).at("measured").is_null());
}

}  // namespace
}  // namespace swapfly::test
