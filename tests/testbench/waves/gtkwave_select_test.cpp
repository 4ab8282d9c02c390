// tools/gtkwave_select.sh, on a save file as the program writes it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class GtkwaveSelect : public testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "s.yaml",
               "topology: {K: 2, M: 2}\n"
               "workload: {kind: m_broadcast, source: 3, schedule: one_round}\n");
    ASSERT_EQ(run_swapfly(folder_, "run s.yaml --quiet --vcd w.vcd").exit_status, 0);
  }

  /// The exit status; what it says is in the files out and errors.
  int select(const std::string& arguments) {
    const std::string command = "cd '" + folder_.path().string() +
                                "' && '" SWAPFLY_SOURCE_DIR "/tools/gtkwave_select.sh' " +
                                arguments + " > out 2> errors";
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  std::string text(const std::string& name) const { return read_file(folder_ / name); }
  /// How the save file shows a signal: the line after its name.
  std::string row(const std::string& save, const std::string& name) const {
    const std::size_t at = save.find("{" + name + "} ");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + name.size() + 3;
    return save.substr(begin, save.find('\n', begin) - begin);
  }

  TemporaryFolder folder_;
};

TEST_F(GtkwaveSelect, ShowsTheChosenSignalsInTheirOrderAndNoOthers) {
  ASSERT_EQ(select("w.gtkw 2 5 cycle -'a text' network.cabinet0.drawer1.router1.lane0 "
                   "cabinet0.drawer1.router1.lane0.packet cabinet0.drawer1.router1.fifo.lane0"),
            0)
      << text("errors");
  const std::string save = text("out");
  const std::string all = text("w.gtkw");
  EXPECT_THAT(save, HasSubstr("[dumpfile] \"" + (folder_ / "w.vcd").string() + "\"\n"));
  EXPECT_THAT(save, HasSubstr("[timestart] 2000\n"));
  EXPECT_EQ(row(save, "cycle"), row(all, "cycle"));
  EXPECT_THAT(save, HasSubstr("@24\n+{cycle} network.cycle[63:0]\n@200\n-a text\n@2022\n^1 " +
                              (folder_ / "w.headers.txt").string() + "\n#{(0,1,1) lane0} "));
  EXPECT_THAT(row(save, "(0,1,1) lane0"),
              HasSubstr("network.cabinet0.drawer1.router1.lane0.valid (0)"));
  EXPECT_EQ(row(save, "(0,1,1) lane0 packet"),
            "network.cabinet0.drawer1.router1.lane0.packet[31:0]");
  EXPECT_THAT(row(save, "(0,1,1) fifo lane0"),
              HasSubstr("network.cabinet0.drawer1.router1.fifo.lane0["));
  EXPECT_THAT(save, Not(HasSubstr("router0")));
  EXPECT_THAT(save, Not(HasSubstr("clock")));
}

TEST_F(GtkwaveSelect, NamesASignalThatIsNotThere) {
  EXPECT_EQ(select("w.gtkw 0 5 clock cabinet7.drawer0.router0.local0"), 1);
  EXPECT_THAT(text("errors"), HasSubstr("w.gtkw has no signal cabinet7.drawer0.router0.local0\n"));
}

TEST_F(GtkwaveSelect, RefusesWhatItCannotObey) {
  EXPECT_EQ(select("w.gtkw 0 5"), 2);
  EXPECT_EQ(select("w.gtkw 5 4 clock"), 2);
  EXPECT_EQ(select("w.gtkw 0 x clock"), 2);
  EXPECT_EQ(select("none.gtkw 0 5 clock"), 1);
  EXPECT_THAT(text("errors"), HasSubstr("cannot read none.gtkw"));
}

}  // namespace
}  // namespace swapfly::test
