#include "testbench/waves/scope_pattern.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace swapfly {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(MatchesGlob, TakesTheWholeText) {
  EXPECT_TRUE(matches_glob("router1", "router1"));
  EXPECT_FALSE(matches_glob("router1", "router12"));
  EXPECT_FALSE(matches_glob("router1", "a router1"));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_FALSE(matches_glob("", "a"));
  EXPECT_TRUE(matches_glob("*", ""));
}

TEST(MatchesGlob, StarsMatchAnyRun) {
  EXPECT_TRUE(matches_glob("*", "cabinet0.drawer1.router2"));
  EXPECT_TRUE(matches_glob("*router2", "cabinet0.drawer1.router2"));
  EXPECT_TRUE(matches_glob("cabinet0*", "cabinet0.drawer1.router2"));
  EXPECT_TRUE(matches_glob("*1*2", "cabinet0.drawer1.router2"));
  EXPECT_FALSE(matches_glob("*2*1", "cabinet0.drawer1.router2"));
  EXPECT_TRUE(matches_glob("a*b*c", "abbbabc"));
  EXPECT_TRUE(matches_glob("a**c", "abc"));
  EXPECT_FALSE(matches_glob("a*b", "abc"));
}

TEST(MatchesGlob, QuestionMarksMatchOne) {
  EXPECT_TRUE(matches_glob("router?", "router7"));
  EXPECT_FALSE(matches_glob("router?", "router"));
  EXPECT_FALSE(matches_glob("router?", "router12"));
  EXPECT_TRUE(matches_glob("*?", "a"));
}

class RoutersInScope : public testing::Test {
 protected:
  std::vector<RouterId> select(const std::string& patterns) const {
    return routers_in_scope(patterns, topology_, "--vcd-scope");
  }
  std::string error(const std::string& patterns) const {
    try {
      select(patterns);
    } catch (const std::invalid_argument& invalid) {
      return invalid.what();
    }
    return "";
  }

  SwappedDragonfly topology_{11, 2};
};

TEST_F(RoutersInScope, SelectsByTheWholePath) {
  EXPECT_THAT(select("cabinet1.drawer0.router1"), ElementsAre(topology_.id({1, 0, 1})));
  EXPECT_EQ(select("*").size(), 44U);
  EXPECT_EQ(select("cabinet?.drawer0.*").size(), 20U);
}

TEST_F(RoutersInScope, SelectsByTheNameOfADrawerOrACabinet) {
  EXPECT_THAT(select("cabinet1.drawer1"),
              ElementsAre(topology_.id({1, 1, 0}), topology_.id({1, 1, 1})));
  // Not cabinet10.
  EXPECT_THAT(select("cabinet1"), ElementsAre(4, 5, 6, 7));
}

TEST_F(RoutersInScope, AcceptsTheRootInFront) {
  EXPECT_EQ(select("network.cabinet1"), select("cabinet1"));
}

TEST_F(RoutersInScope, AcceptsAList) {
  EXPECT_THAT(select("cabinet2.drawer0.router1,cabinet0.drawer0,cabinet0.drawer0.router0"),
              ElementsAre(0, 1, 9));
}

TEST_F(RoutersInScope, RefusesAPatternThatSelectsNone) {
  EXPECT_EQ(error("cabinet0,cabinet11*"),
            "--vcd-scope: 'cabinet11*' matches no router; accepted: names from "
            "cabinet0.drawer0.router0 to cabinet10.drawer1.router1, with * and ?");
  EXPECT_THAT(error(""), HasSubstr("''"));
  EXPECT_THAT(error("cabinet0,"), HasSubstr("''"));
  EXPECT_THAT(error("cabinet0,,cabinet1"), HasSubstr("''"));
  EXPECT_EQ(error("*"), "");
}

}  // namespace
}  // namespace swapfly
