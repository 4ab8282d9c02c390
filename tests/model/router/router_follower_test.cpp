#include "model/router/router_follower.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace swapfly {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// One router of D3(2,2), whose decisions the test makes.
class RouterFollowerTest : public testing::Test, private RouterConnections {
 protected:
  static RouterParameters parameters() {
    RouterParameters parameters;
    parameters.K = parameters.M = 2;
    parameters.depth = 1;
    return parameters;
  }

  void flit_at_lane(const Header& header) {
    core_.lane_flit_arrives(now_, 0, {header, 0, 0, 0});
    follower_.begin(now_++);
  }
  void flit_at_input(Port port, const Header& header) {
    core_.flit_arrives(now_, port, {header, 0, 0, 0});
    follower_.begin(now_++);
  }
  void eject(Port port) {
    std::vector<Ejection> offered{{port, nullptr, false}};
    follower_.eject(offered, *this);
  }
  RouterMoves finish() { return follower_.finish(*this, freed_); }

  template <class Action>
  static std::string refusal(Action&& action) {
    try {
      action();
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  static constexpr unsigned lane_fifo = 8;
  static constexpr Header to_local1{1, false, 0, 0, 1};
  static constexpr Header to_all_local{1, false, 0, 0, every_port};
  static constexpr Header arrived{};

  RouterParameters parameters_ = parameters();
  RouterArray routers_{parameters_, 1};
  RouterCore core_ = routers_[0];
  RouterFollower follower_{core_};
  Clock now_ = 0;
  std::vector<unsigned> freed_;
  std::vector<unsigned> freed_lanes_;

 private:
  void eject(std::vector<Ejection>& offered) override {
    for (Ejection& ejection : offered) ejection.accepted = true;
  }
  void send(Port, unsigned, FlitHandle, unsigned) override {}
  FlitPool& pool() override { return routers_.pool(); }
  void free(Port, unsigned) override {}
  void free_lane(unsigned lane) override { freed_lanes_.push_back(lane); }
};

TEST_F(RouterFollowerTest, AGrantTakesTheHeadAndItsCredit) {
  flit_at_lane(to_local1);
  EXPECT_EQ(core_.credits(1, 0), 1U);
  follower_.grant(1, lane_fifo);
  EXPECT_EQ(core_.credits(1, 0), 0U);
  const RouterMoves moves = finish();
  EXPECT_EQ(moves.grants, 1U);
  EXPECT_EQ(moves.departures, 1U);
  EXPECT_FALSE(core_.head_waits(lane_fifo));
  EXPECT_THAT(freed_, ElementsAre(lane_fifo));
  EXPECT_THAT(freed_lanes_, ElementsAre(0U));
}

TEST_F(RouterFollowerTest, AReplicatedHeadLeavesWithItsLastBranch) {
  flit_at_lane(to_all_local);
  follower_.grant(1, lane_fifo);
  EXPECT_EQ(finish().departures, 0U);
  EXPECT_TRUE(core_.head_waits(lane_fifo));
  follower_.begin(now_++);
  follower_.grant(0, lane_fifo);
  EXPECT_EQ(finish().departures, 1U);
  EXPECT_FALSE(core_.head_waits(lane_fifo));
}

TEST_F(RouterFollowerTest, AnEjectionTakesTheHead) {
  flit_at_input(1, arrived);
  eject(1);
  EXPECT_EQ(finish().departures, 1U);
  EXPECT_THAT(freed_, ElementsAre(2U));
}

TEST_F(RouterFollowerTest, RefusesAGrantToAnEmptyFifo) {
  flit_at_lane(to_local1);
  EXPECT_THAT(refusal([&] { follower_.grant(1, 0); }), HasSubstr("FIFO 0, which is empty"));
  EXPECT_THAT(refusal([&] { follower_.grant(1, 9); }), HasSubstr("FIFO 9, which is empty"));
}

TEST_F(RouterFollowerTest, RefusesAGrantThatTheHeadDoesNotWant) {
  flit_at_lane(to_local1);
  EXPECT_THAT(refusal([&] { follower_.grant(2, lane_fifo); }), HasSubstr("does not want it"));
}

TEST_F(RouterFollowerTest, RefusesAGrantOfABranchThatIsServed) {
  flit_at_lane(to_all_local);
  follower_.grant(1, lane_fifo);
  finish();
  follower_.begin(now_++);
  EXPECT_THAT(refusal([&] { follower_.grant(1, lane_fifo); }), HasSubstr("does not want it"));
}

TEST_F(RouterFollowerTest, RefusesAGrantWithoutCredit) {
  flit_at_lane(to_local1);
  follower_.grant(1, lane_fifo);
  finish();
  flit_at_lane(to_local1);
  EXPECT_THAT(refusal([&] { follower_.grant(1, lane_fifo); }), HasSubstr("has no credit for it"));
}

TEST_F(RouterFollowerTest, RefusesASecondGrantToAHeadThatLeaves) {
  flit_at_lane(to_local1);
  follower_.grant(1, lane_fifo);
  EXPECT_THAT(refusal([&] { follower_.grant(1, lane_fifo); }), HasSubstr("leaves by another"));
}

TEST_F(RouterFollowerTest, RefusesAnEjectionWhereNoFlitHasArrived) {
  flit_at_input(1, to_local1);
  EXPECT_THAT(refusal([&] { eject(1); }), HasSubstr("input 1 offers"));
  EXPECT_THAT(refusal([&] { eject(0); }), HasSubstr("input 0 offers"));
}

}  // namespace
}  // namespace swapfly
