#include "testbench/lockstep/lockstep_router.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>

namespace swapfly {
namespace {

/// Pins that the test sets, in the place of a Verilated model.
class PinBoard final : public RtlUnit {
 public:
  PinBoard() {
    ports_.valid_i = Pins(words_[0]);
    ports_.flit_i = Pins(words_[1]);
    ports_.credit_i = Pins(words_[2]);
    ports_.lane_valid_i = Pins(words_[3]);
    ports_.lane_flit_i = Pins(words_[4]);
    ports_.eject_ready_i = Pins(words_[5]);
    ports_.valid_o = Pins(words_[6]);
    ports_.flit_o = Pins(words_[7]);
    ports_.credit_o = Pins(words_[8]);
    ports_.lane_credit_o = Pins(words_[9]);
    ports_.eject_valid_o = Pins(words_[10]);
    ports_.eject_flit_o = Pins(words_[11]);
    ports_.grant_o = Pins(words_[12]);
    ports_.conflict_o = Pins(words_[13]);
    ports_.stall_o = Pins(words_[14]);
  }
  void evaluate(bool) override {}
  void reset() override {}
  void show_clock(bool) override {}
  void trace(WaveFile&, const std::string&) override {}

 private:
  std::array<std::array<std::uint32_t, 32>, 15> words_{};
};

/// A router of D3(2,2) with one lane: FIFOs 0..7 are those of links, 8 that of the lane.
class LockstepRouterTest : public testing::Test,
                           private RouterConnections,
                           private DifferenceListener {
 protected:
  static constexpr unsigned lane_fifo = 8;
  static constexpr unsigned fifos = 9;

  LockstepRouterTest() {
    auto board = std::make_unique<PinBoard>();
    board_ = board.get();
    unit_ = std::make_unique<ClockedUnit>(std::move(board));
    router_ =
        std::make_unique<LockstepRouter>(3, "cabinet0.drawer1.router1", "router (0,1,1)", core_,
                                         *unit_, RouterPins(*board_, 0, parameters_, layout_),
                                         layout_, static_cast<DifferenceListener&>(*this));
  }

  static RouterParameters parameters() {
    RouterParameters parameters;
    parameters.K = parameters.M = 2;
    return parameters;
  }

  UnitPorts& pins() { return board_->ports(); }
  std::size_t flit_bit(Port port) const { return std::size_t{port} * layout_.flit_bits; }

  /// The clock in which the model grants local port 1 to a flit of the lane, and ejects another.
  void step() {
    core_.lane_flit_arrives(0, 0, {{1, false, 0, 0, 1}, 5, 6, 7});
    core_.flit_arrives(0, 2, {{0, false, 0, 0, 0}, 8, 9, 10});
    router_->step(0, core_, scratch_, *this);
  }
  /// What RTL shows in that clock.
  void show_what_the_model_does() {
    pins().valid_o.set(1);
    put_flit(pins().flit_o, flit_bit(1), layout_, packed(layout_, {{}, 5, 6, 7}));
    pins().grant_o.set(1 * fifos + lane_fifo);
    pins().lane_credit_o.set(0);
    pins().eject_valid_o.set(2);
    put_flit(pins().eject_flit_o, flit_bit(2), layout_, packed(layout_, {{}, 8, 9, 10}));
    pins().credit_o.set(4);
  }
  std::string difference() {
    difference_.reset();
    router_->settled(0);
    return difference_ ? to_string(*difference_) : "";
  }

  RouterParameters parameters_ = parameters();
  FlitLayout layout_{2, 2, 64};
  RouterArray routers_{parameters_, 1};
  RouterCore core_ = routers_[0];
  RouterScratch scratch_{parameters_};
  PinBoard* board_ = nullptr;
  std::unique_ptr<ClockedUnit> unit_;
  std::unique_ptr<LockstepRouter> router_;
  std::optional<Difference> difference_;

 private:
  void eject(std::vector<Ejection>& offered) override {
    for (Ejection& ejection : offered) ejection.accepted = true;
  }
  void send(Port, unsigned, FlitHandle, unsigned) override {}
  FlitPool& pool() override { return routers_.pool(); }
  void free(Port, unsigned) override {}
  void free_lane(unsigned) override {}
  void differs(Difference difference) override { difference_ = std::move(difference); }
};

TEST_F(LockstepRouterTest, FindsNothingWhereAllIsTheSame) {
  step();
  show_what_the_model_does();
  EXPECT_EQ(difference(), "");
}

TEST_F(LockstepRouterTest, FindsAFlitThatIsMissing) {
  step();
  EXPECT_EQ(difference(),
            "clock 0, router (0,1,1), output local1: valid is 1 in the model, 0 in RTL");
  EXPECT_EQ(difference_->router, 3U);
  EXPECT_EQ(difference_->router_path, "cabinet0.drawer1.router1");
}

TEST_F(LockstepRouterTest, FindsAFlitTooMany) {
  step();
  show_what_the_model_does();
  pins().valid_o.set(3);
  EXPECT_EQ(difference(),
            "clock 0, router (0,1,1), output global1: valid is 0 in the model, 1 in RTL");
}

TEST_F(LockstepRouterTest, FindsOneBitOfEveryFieldOfAFlitThatLeaves) {
  step();
  show_what_the_model_does();
  const auto with_flipped = [this](unsigned bit) {
    Pins& flit = pins().flit_o;
    const std::size_t at = flit_bit(1) + bit;
    flit.put(at, 1, flit.get(at, 1) ^ 1);
    std::string found = difference();
    flit.put(at, 1, flit.get(at, 1) ^ 1);
    return found;
  };
  const std::string where = "clock 0, router (0,1,1), output local1: ";
  EXPECT_EQ(with_flipped(layout_.delta.low), where +
                                                 "header is [0;g0,p0,d0] (0x0) in the model, "
                                                 "[0;g0,p0,d1] (0x400) in RTL");
  EXPECT_EQ(with_flipped(layout_.packet.low), where + "packet is 0x5 in the model, 0x4 in RTL");
  EXPECT_EQ(with_flipped(layout_.label.low), where + "label is 0x6 in the model, 0x7 in RTL");
  EXPECT_EQ(with_flipped(layout_.payload.low + 63),
            where + "payload is 0x7 in the model, 0x8000000000000007 in RTL");
  for (unsigned bit = 0; bit < layout_.flit_bits; ++bit) {
    EXPECT_NE(with_flipped(bit), "") << "bit " << bit;
  }
  EXPECT_EQ(difference(), "");
}

TEST_F(LockstepRouterTest, FlitsWithoutAValidBitAreNotCompared) {
  step();
  show_what_the_model_does();
  pins().flit_o.put(flit_bit(2), 16, 0xFFFF);
  pins().eject_flit_o.put(flit_bit(1), 16, 0xFFFF);
  EXPECT_EQ(difference(), "");
}

TEST_F(LockstepRouterTest, FindsAnOfferThatDiffers) {
  step();
  show_what_the_model_does();
  pins().eject_flit_o.put(flit_bit(2) + layout_.label.low, 32, 77);
  EXPECT_EQ(
      difference(),
      "clock 0, router (0,1,1), ejection from global0: label is 0x9 in the model, 0x4d in RTL");
}

TEST_F(LockstepRouterTest, FindsCreditsTooManyAndTooFew) {
  step();
  show_what_the_model_does();
  pins().credit_o.set(3);
  EXPECT_EQ(
      difference(),
      "clock 0, router (0,1,1), input local1, virtual channel 1: a credit is 0 in the model, 1 "
      "in RTL");
  pins().credit_o.clear();
  EXPECT_EQ(
      difference(),
      "clock 0, router (0,1,1), input global0, virtual channel 0: a credit is 1 in the model, "
      "0 in RTL");
  pins().credit_o.set(4);
  pins().lane_credit_o.clear();
  EXPECT_EQ(difference(), "clock 0, router (0,1,1), lane 0: a credit is 1 in the model, 0 in RTL");
}

TEST_F(LockstepRouterTest, FindsAGrantByAnotherOutputAndTwoByOne) {
  step();
  show_what_the_model_does();
  pins().grant_o.set(0 * fifos + 2);
  EXPECT_EQ(difference(), "clock 0, router (0,1,1), local0: a grant is 0 in the model, 1 in RTL");
  pins().grant_o.clear();
  pins().grant_o.set(1 * fifos + lane_fifo);
  pins().grant_o.set(1 * fifos + 2);
  EXPECT_EQ(difference(), "clock 0, router (0,1,1), local1: a grant is 1 in the model, 2 in RTL");
}

TEST_F(LockstepRouterTest, FindsConflictsAndStallsThatAreCountedOtherwise) {
  step();
  show_what_the_model_does();
  pins().conflict_o.set(2);
  EXPECT_EQ(difference(),
            "clock 0, router (0,1,1), the whole router: the number of link conflicts is 0 in the "
            "model, 1 in RTL");
  pins().conflict_o.clear();
  pins().stall_o.set(8);
  EXPECT_EQ(
      difference(),
      "clock 0, router (0,1,1), the whole router: the number of stalls is 0 in the model, 1 in "
      "RTL");
}

TEST_F(LockstepRouterTest, ARouterThatIsNotSteppedShowsNothing) {
  step();
  show_what_the_model_does();
  EXPECT_EQ(difference(), "");
  router_->settled(1);
  EXPECT_NE(difference_, std::nullopt);
}

}  // namespace
}  // namespace swapfly
