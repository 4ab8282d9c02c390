#include "testbench/processes/child_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <csignal>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::atomic<bool> never_stop{false};

/// A child that is a shell script.
ChildRun script(const std::string& commands, const std::string& input = "") {
  return {{"-c", commands}, input};
}

ChildOptions shell(unsigned at_once = 2) { return {at_once, "/bin/sh"}; }

ChildOutcome outcome_of(const ChildRun& run, const ChildOptions& options = shell()) {
  return run_children({run}, options, never_stop).at(0).value();
}

bool no_child_is_left() { return waitpid(-1, nullptr, WNOHANG) < 0 && errno == ECHILD; }

TEST(ChildRuns, GiveTheirJsonAndExitStatusInTheOrderOfTheRuns) {
  const auto outcomes = run_children(
      {script("sleep 0.3; echo '{\"a\": 1}'; exit 1"), script("echo 2"), script("echo '[3]'")},
      shell(), never_stop);
  ASSERT_EQ(outcomes.size(), 3U);
  EXPECT_EQ(outcomes[0]->result, Json({{"a", 1}}));
  EXPECT_EQ(outcomes[0]->exit_status, 1);
  EXPECT_EQ(outcomes[0]->error, "");
  EXPECT_EQ(outcomes[1]->result, Json(2));
  EXPECT_EQ(outcomes[1]->exit_status, 0);
  EXPECT_EQ(outcomes[2]->result, Json::array({3}));
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildRuns, RunSoManyAtOnceAndTellWhichIsDone) {
  for (const unsigned at_once : {1U, 2U}) {
    std::vector<std::size_t> order;
    run_children({script("sleep 0.5; echo 1"), script("echo 2")}, shell(at_once), never_stop,
                 [&order](std::size_t run, const ChildOutcome&) { order.push_back(run); });
    if (at_once == 1) {
      EXPECT_THAT(order, ElementsAre(0, 1));
    } else {
      EXPECT_THAT(order, ElementsAre(1, 0));
    }
  }
}

TEST(ChildRuns, InputAndOutputMayBeLongerThanAPipe) {
  const std::string text = "\"" + std::string(3U << 20U, 'x') + "\"";
  const ChildOutcome outcome = outcome_of(script("cat", text));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.result.dump(), text);
}

TEST(ChildRuns, AChildEndedByASignalIsReported) {
  const ChildOutcome outcome = outcome_of(script("echo '{}'; echo out of luck >&2; kill -9 $$"));
  EXPECT_TRUE(outcome.result.is_null());
  EXPECT_EQ(outcome.error, "was ended by signal 9 (Killed); its last words: out of luck");
}

TEST(ChildRuns, AChildThatWritesNoResultIsReported) {
  EXPECT_EQ(outcome_of(script("echo one >&2; echo no memory >&2; exit 3")).error,
            "ended with status 3 and wrote no result; its last words: no memory");
  EXPECT_EQ(outcome_of(script("echo '{\"a\": '")).error, "ended with status 0 and wrote no result");
  EXPECT_EQ(outcome_of(script("echo 1 2")).error, "ended with status 0 and wrote no result");
}

TEST(ChildRuns, AChildThatWritesWithoutEndIsEnded) {
  EXPECT_THAT(outcome_of(script("yes")).error, HasSubstr("wrote more than"));
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildRuns, AProgramThatIsNotThereIsReported) {
  const ChildOutcome outcome = outcome_of(script(""), {1, "/nowhere/swapfly"});
  EXPECT_THAT(outcome.error, HasSubstr("No such file or directory"));
  EXPECT_EQ(outcome.exit_status, 127);
}

TEST(ChildRuns, EndsAreNoticedWhereTheyWereIgnored) {
  std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(outcome_of(script("echo 1; exit 3")).exit_status, 3);
}

TEST(ChildRuns, WhatADeadChildHasStartedDoesNotHoldUpTheRest) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THAT(outcome_of(script("sleep 20 & kill -9 $$")).error, HasSubstr("signal 9"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(ChildRuns, AStopEndsThoseThatRunAndStartsNoMore) {
  std::atomic<bool> stop{false};
  const auto start = std::chrono::steady_clock::now();
  const auto outcomes =
      run_children({script("sleep 60"), script("echo 1"), script("echo 2"), script("echo 3")},
                   shell(), stop, [&stop](std::size_t, const ChildOutcome&) { stop = true; });
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
  EXPECT_FALSE(outcomes.at(0));
  EXPECT_TRUE(outcomes.at(1));
  EXPECT_FALSE(outcomes.at(2));
  EXPECT_FALSE(outcomes.at(3));
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildRuns, AStopEndsWhatTheLeaderOfAGroupHasStartedToo) {
  const TemporaryFolder folder;
  const std::string file = (folder / "process").string();
  ChildRun leader = script("sleep 60 & echo $! >'" + file + "'; wait");
  leader.leads_group = true;
  std::atomic<bool> stop{false};
  run_children({leader, script("until [ -s '" + file + "' ]; do sleep 0.05; done; echo 1")},
               shell(), stop, [&stop](std::size_t, const ChildOutcome&) { stop = true; });
  const pid_t started = std::stoi(read_file(file));
  bool ended = false;
  for (int tries = 0; tries < 100 && !ended; ++tries) {  // whoever inherits it has to notice
    ended = read_file("/proc/" + std::to_string(started) + "/cmdline").empty();
    if (!ended) usleep(100000);
  }
  EXPECT_TRUE(ended);
}

TEST(ChildRuns, AnExceptionFromTheListenerLeavesNoChild) {
  const auto run = [] {
    run_children({script("sleep 60"), script("echo 1")}, shell(), never_stop,
                 [](std::size_t, const ChildOutcome&) { throw std::runtime_error("full"); });
  };
  EXPECT_THROW(run(), std::runtime_error);
  EXPECT_TRUE(no_child_is_left());
}

TEST(ChildRuns, AScenarioNeedsNoFile) {
  const Json scenario = {{"topology", {{"K", 2}, {"M", 3}}},
                         {"workload", {{"kind", "m_broadcast"}, {"messages", 4}}}};
  const ChildOutcome outcome =
      outcome_of(scenario_run("run", scenario, {"--set", "nic.latency=3"}), {1, SWAPFLY_PROGRAM});
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.exit_status, 0);
  EXPECT_EQ(outcome.result.at("packets").at("delivered"), 4 * 18);
  EXPECT_EQ(outcome.result.at("config").at("nic").at("latency"), 3);
}

}  // namespace
}  // namespace swapfly::test
