#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "model/packet/flit_layout.hpp"
#include "testbench/waves/header_names.hpp"
#include "tests/testbench/waves/vcd_reader.hpp"
#include "tests/testbench/waves/wave_network.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(HeaderNames, SaysEveryHeaderInTheDigitsThatGtkwaveShows) {
  const FlitLayout layout(2, 2, 64);  // an 11 bit header; 13 bits with `valid` and `beat`
  ASSERT_EQ(layout.header_bits, 11U);
  HeaderNames names(layout);
  names.add(layout.pack_header({3, false, 1, 0, 1}));
  names.add(layout.pack_header({0, false, 0, 0, 0}));
  names.add(layout.pack_header({3, false, 1, 0, 1}));
  // b = 3, γ in bit 8, δ in bit 10: 0x503, and (0x800 + 0x503) * 2.
  EXPECT_EQ(names.filter(),
            "0000 -\n"
            "1000 [0;g0,p0,d0]\n1001 [0;g0,p0,d0]\n000 [0;g0,p0,d0]\n"
            "1a06 [3;g1,p0,d1]\n1a07 [3;g1,p0,d1]\n503 [3;g1,p0,d1]\n");
  EXPECT_EQ(names.longest(), 12U);
}

TEST(HeaderNames, NeverSaysAHeaderForAnIdleWire) {
  const FlitLayout layout(4, 4, 64);  // 14 bits and 16: four digits both
  ASSERT_EQ(layout.header_bits, 14U);
  HeaderNames names(layout);
  names.add(0);
  EXPECT_EQ(names.filter(), "0000 -\n8000 [0;g0,p0,d0]\n8001 [0;g0,p0,d0]\n");
}

class WaveCompanions : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    network_.send(network_.id(0, 0, 0), 5, {3, false, 1, 2, 1});
    network_.send(network_.id(0, 0, 0), 9, {3, false, every_port, every_port, every_port});
    network_.run({path_});
    save_ = file_text(beside("waves.gtkw"));
    filter_ = file_text(beside("waves.headers.txt"));
  }
  std::string beside(const std::string& name) const {
    return std::filesystem::path(path_).replace_filename(name).string();
  }

  WaveNetwork network_{2, 3};
  std::string path_ = scratch_path(GetParam());
  std::string save_, filter_;
};

TEST_P(WaveCompanions, FilterNamesTheHeadersOfTheTrace) {
  std::set<std::string> texts;
  for (const std::string& line : lines_of(filter_)) texts.insert(line.substr(line.find(' ') + 1));
  EXPECT_EQ(texts, (std::set<std::string>{"-", "[3;g1,p2,d1]", "[2;g1,p0,d2]", "[1;g0,p0,d2]",
                                          "[0;g0,p0,d0]", "[3;g*,p*,d*]", "[2;g*,p0,d*]",
                                          "[1;g0,p0,d*]"}));
}

TEST_P(WaveCompanions, SaveFileNamesItsFilesAbsolutely) {
  EXPECT_THAT(save_, HasSubstr("[dumpfile] \"" + path_ + "\"\n"));
  EXPECT_THAT(save_, HasSubstr("[savefile] \"" + beside("waves.gtkw") + "\"\n"));
  EXPECT_THAT(save_, HasSubstr("\n^1 " + beside("waves.headers.txt") + "\n"));
}

TEST_P(WaveCompanions, SaveFileBeginsWithTheClockBeforeTheFirstFlit) {
  EXPECT_THAT(save_, HasSubstr("[timestart] 3000\n"));
  EXPECT_THAT(save_, HasSubstr("\n+{clock} network.clock\n"));
}

TEST_P(WaveCompanions, SaveFileShowsOnlySignalsOfTheTrace) {
  const VcdReader trace(as_vcd(path_));
  unsigned references = 0;
  for (const std::string& line : lines_of(save_)) {
    if (line.front() != '#' && line.front() != '+') continue;  // a bundle, or one with an alias
    std::istringstream words(line.substr(line.find('}') + 1));
    for (std::string word; words >> word; ++references) {
      if (word.front() == '(') word.erase(0, word.find(')') + 1);  // one bit of it
      const std::size_t bracket = word.find('[');
      const std::string name = word.substr(0, bracket);
      ASSERT_TRUE(trace.has(name)) << name;
      const unsigned width = trace.width(name);
      const std::string range = width == 1 ? "" : "[" + std::to_string(width - 1) + ":0]";
      EXPECT_EQ(word, name + range);
    }
  }
  EXPECT_GT(references, 1000U);
}

TEST_P(WaveCompanions, SaveFileOpensTheRoutersWithTrafficAndClosesAllGroups) {
  int depth = 0;
  for (const std::string& line : lines_of(save_)) {
    if (line == "@800200" || line == "@c00200") ++depth;
    if (line == "@1000200" || line == "@1401200") --depth;
    ASSERT_GE(depth, 0);
  }
  EXPECT_EQ(depth, 0);
  EXPECT_THAT(save_, HasSubstr("@800200\n-cabinet0.drawer0.router0\n@2022\n^1 "));
}

INSTANTIATE_TEST_SUITE_P(Formats, WaveCompanions, testing::Values("waves.vcd", "waves.fst"));

TEST(WaveCompanionsOfQuietNetworks, AreComplete) {
  WaveNetwork network(2, 2);
  const std::string path = scratch_path("waves.vcd");
  network.run({path});
  const std::filesystem::path file(path);
  EXPECT_EQ(file_text(file.parent_path() / "waves.headers.txt"), "0000 -\n");
  const std::string save = file_text(file.parent_path() / "waves.gtkw");
  EXPECT_THAT(save, HasSubstr("[timestart] 0\n"));
  EXPECT_THAT(save, HasSubstr("@c00200\n-cabinet0.drawer0.router0\n")) << "closed";
  EXPECT_THAT(save, Not(HasSubstr("@800200\n")));
}

}  // namespace
}  // namespace swapfly::test
