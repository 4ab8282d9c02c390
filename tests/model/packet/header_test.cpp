#include "model/packet/header.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace swapfly
