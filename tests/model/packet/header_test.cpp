#include "model/packet/header.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/printing.hpp"

namespace swapfly {
namespace {

TEST(Header, IsWrittenAsInThePapers) {
  EXPECT_EQ(to_string(Header{3, false, 1, 2, 0}), "[3;g1,p2,d0]");
  EXPECT_EQ(to_string(Header{4, true, 0, 15, 7}), "[4;g0,p15,d7]s");
  EXPECT_EQ(to_string(Header{4, false, every_port, every_port, every_port}), "[4;g*,p*,d*]");
  EXPECT_EQ(to_string(Header{3, true, every_port, 0, every_port}), "[3;g*,p0,d*]s");
  EXPECT_EQ(to_string(Header{}), "[0;g0,p0,d0]");
}

TEST(Header, EveryFieldCountsInAComparison) {
  const Header header{3, false, 1, 2, 4};
  EXPECT_TRUE(header == (Header{3, false, 1, 2, 4}));
  for (const Header& other :
       {Header{2, false, 1, 2, 4}, Header{3, true, 1, 2, 4}, Header{3, false, 0, 2, 4},
        Header{3, false, 1, 0, 4}, Header{3, false, 1, 2, 0}}) {
    EXPECT_TRUE(header != other) << to_string(other);
    EXPECT_FALSE(header == other) << to_string(other);
  }
}

TEST(ParsedHeader, IsTheOneThatWasWritten) {
  const auto expect_same = [](const Header& header) {
    const std::optional<Header> parsed = parse_header(to_string(header));
    ASSERT_TRUE(parsed.has_value()) << to_string(header);
    ASSERT_EQ(*parsed, header) << to_string(header) << " was read as " << to_string(*parsed);
  };
  // Every value of every field, `*` included.
  for (unsigned value = 0; value <= 0xFFFF; ++value) {
    const auto field = static_cast<std::uint16_t>(value);
    expect_same({3, false, field, 1, 2});
    expect_same({3, true, 1, field, 2});
    expect_same({4, true, 1, 2, field});
  }
  // Every combination of hops, skip, and small fields or `*`.
  const std::vector<std::uint16_t> fields = {0, 1, 2, 9, 10, 1023, every_port};
  for (unsigned hops = 0; hops <= 0xFF; ++hops) {
    for (const bool skip : {false, true}) {
      for (const std::uint16_t gamma : fields) {
        for (const std::uint16_t pi : fields) {
          for (const std::uint16_t delta : fields) {
            expect_same({static_cast<std::uint8_t>(hops), skip, gamma, pi, delta});
          }
        }
      }
    }
  }
}

TEST(ParsedHeader, MayBeWrittenAsThePapersDo) {
  EXPECT_EQ(parse_header("[3;1,2,0]"), (Header{3, false, 1, 2, 0}));
  EXPECT_EQ(parse_header(" [ 4 ; *, * ,g*] "), std::nullopt) << "γ where δ belongs";
  EXPECT_EQ(parse_header(" [ 4 ; *, * ,d*] s "),
            (Header{4, true, every_port, every_port, every_port}));
  EXPECT_EQ(parse_header("[2;1,-,3]"), (Header{2, false, 1, 0, 3}));
  EXPECT_EQ(parse_header("[2;g1,p-,d3]s"), (Header{2, true, 1, 0, 3}));
}

TEST(ParsedHeader, AnythingElseIsNone) {
  for (const char* text : {"",
                           "3",
                           "[",
                           "[]",
                           "[3]",
                           "[3;]",
                           "[3;1,2]",
                           "[3;1,2,0",
                           "3;1,2,0]",
                           "[3;1,2,0]x",
                           "[3;1,2,0]ss",
                           "[3;1,2,0,4]",
                           "[3,1,2,0]",
                           "[;1,2,0]",
                           "[256;1,2,0]",
                           "[-1;1,2,0]",
                           "[3;65535,2,0]",
                           "[3;65536,2,0]",
                           "[3;-1,2,0]",
                           "[3;+1,2,0]",
                           "[3;1.0,2,0]",
                           "[3;**,2,0]",
                           "[3;p1,g2,d0]",
                           "[3;1,2,]",
                           "[3;0x1,2,0]",
                           "[3;1 1,2,0]"}) {
    EXPECT_EQ(parse_header(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace swapfly
