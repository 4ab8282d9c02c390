#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

/// All that is claimed, a family a line.
std::set<std::string> published_ids() {
  std::istringstream words(R"(
      a2a.inside a2a.no_delay a2a.rounds a2a.schedule1 a2a.schedule2 a2a.schedule3 a2a.superior
      bcast.bursts bcast.depth3 bcast.every_hop bcast.one_round bcast.published bcast.unchained
      bcast.without_duplication
      binary.time
      binomial.time
      crossover.binomial crossover.fibonacci crossover.linear
      d3.property1 d3.property2 d3.property3 d3.property4
      fibonacci.time
      matmul.phases matmul.rounds
      pipeline.time
      transpose.one_hop
      twotree.best_k twotree.first_block twotree.reduce twotree.scan twotree.steps twotree.time
      vecmat.blocks vecmat.erratum vecmat.in_place vecmat.replicated vecmat.swapped
  )");
  return {std::istream_iterator<std::string>(words), {}};
}

TEST(Reproduce, EveryClaimHoldsAndTheDocumentationShowsIt) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce --markdown --json result.json");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.errors, "");
  const json result = json::parse(read_file(folder / "result.json"));
  EXPECT_EQ(result.at("status"), "ok");
  EXPECT_TRUE(result.at("error").is_null());
  std::set<std::string> ids;
  for (const json& claim : result.at("claims")) {
    ids.insert(claim.at("id").get<std::string>());
    EXPECT_TRUE(claim.at("ok")) << claim;
    EXPECT_EQ(claim.at("expected"), claim.at("measured"));
    if (!claim.at("conflicts").is_null()) {
      EXPECT_EQ(claim.at("conflicts"), json({{"link", 0}, {"stalls", 0}}));
    }
  }
  EXPECT_EQ(ids, published_ids());
  EXPECT_THAT(read_file(SWAPFLY_SOURCE_DIR "/docs/claims.md"), HasSubstr(run.output))
      << "docs/claims.md is out of date: paste the output of `swapfly reproduce --markdown` into "
         "it";
}

TEST(Reproduce, OnlyWhatIsNamedRuns) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce 'bcast.one*' --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const json result = run.json();
  EXPECT_GE(result.at("claims").size(), 6U);
  for (const json& claim : result.at("claims")) EXPECT_EQ(claim.at("id"), "bcast.one_round");
}

TEST(Reproduce, ForPeopleThereIsATableAClaim) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce bcast.bursts --jobs 1");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_THAT(run.output, StartsWith("bcast.bursts: "));
  EXPECT_THAT(run.output, HasSubstr("from (1,2,3), q ≠ d, X = 64, t_w = 1, t_s = 2"));
  EXPECT_THAT(run.output, HasSubstr("1 of 1 claims hold in every case\nstatus  ok\n"));
  EXPECT_EQ(run_swapfly(folder, "reproduce bcast.bursts --quiet").output, "");
}

TEST(Reproduce, AnUnknownIdGivesOneLineAndStatusTwo) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce d3.property1 bcast.nothing --json -");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("ID is 'bcast.nothing'; accepted: "));
  EXPECT_THAT(run.errors, HasSubstr("bcast.every_hop"));
  EXPECT_EQ(std::count(run.errors.begin(), run.errors.end(), '\n'), 1);
  EXPECT_EQ(run.json().at("status"), "bad_config");
}

TEST(Reproduce, AnUnknownNumberOfJobsGivesStatusTwo) {
  const TemporaryFolder folder;
  for (const char* jobs : {"0", "-1", "two", "1025", "''"}) {
    const ProgramRun run = run_swapfly(folder, std::string("reproduce --jobs ") + jobs);
    EXPECT_EQ(run.exit_status, 2) << jobs;
    EXPECT_THAT(run.errors, HasSubstr("accepted: an integer from 1 to 1024")) << jobs;
  }
}

TEST(Reproduce, TheListSaysWhatIsClaimedAndRunsNothing) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce --list d3 --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  const json claims = run.json().at("claims");
  ASSERT_EQ(claims.size(), 4U);
  EXPECT_EQ(claims.at(0).at("id"), "d3.property1");
  EXPECT_EQ(claims.at(0).at("formula"), "3 t_w a header");
  EXPECT_THAT(run_swapfly(folder, "reproduce --list").output, HasSubstr("bcast.every_hop: "));
}

TEST(Reproduce, AResultThatCannotBeWrittenGivesStatusOneBeforeAnythingRuns) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "reproduce --json nowhere/o.json");
  EXPECT_EQ(run.exit_status, 1);
  EXPECT_THAT(run.errors, HasSubstr((folder / "nowhere/o.json").string()));
  EXPECT_EQ(run.output, "");
}

TEST(Reproduce, InterruptedItSaysWhatIsKnownSoFar) {
  for (const char* signal : {"INT", "TERM"}) {
    const TemporaryFolder folder;
    // A signal as soon as the first run is under way; its process is gone afterwards.
    const std::string then =
        std::string(" & p=$!; c=; ") +
        "until [ -n \"$c\" ]; do read -r c < /proc/$p/task/$p/children; done; " + "kill -" +
        signal + " $p; wait $p; s=$?; " + "[ ! -d /proc/${c%% *} ] || s=99; exit $s";
    const ProgramRun run = run_swapfly(folder, "reproduce --jobs 1 --json -" + then);
    EXPECT_EQ(run.exit_status, 130);
    EXPECT_THAT(run.errors, HasSubstr("swapfly: interrupted after "));
    const json result = run.json();
    EXPECT_EQ(result.at("status"), "interrupted");
    EXPECT_EQ(result.at("claims").back().at("verdict"), "not run");
  }
}

}  // namespace
}  // namespace swapfly::test
