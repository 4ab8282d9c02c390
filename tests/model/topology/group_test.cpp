#include "model/topology/group.hpp"

#include <gtest/gtest.h>

namespace swapfly {
namespace {

TEST(Group, CyclicAddsModuloTheSize) {
  for (unsigned size = 1; size <= 9; ++size) {
    for (unsigned a = 0; a < size; ++a) {
      for (unsigned b = 0; b < size; ++b) {
        EXPECT_EQ(add(Group::cyclic, a, b, size), (a + b) % size);
      }
    }
  }
}

TEST(Group, BooleanIsExclusiveOr) {
  EXPECT_EQ(add(Group::boolean, 5, 3, 8), 6U);
  EXPECT_EQ(add(Group::boolean, 7, 7, 8), 0U);
  EXPECT_EQ(inverse(Group::boolean, 5, 8), 5U);
}

TEST(Group, InverseUndoesAndDifferenceLeadsThere) {
  for (const Group group : {Group::cyclic, Group::boolean}) {
    for (unsigned size = 1; size <= 16; ++size) {
      if (group == Group::boolean && !is_power_of_two(size)) continue;
      for (unsigned a = 0; a < size; ++a) {
        for (unsigned b = 0; b < size; ++b) {
          ASSERT_LT(inverse(group, b, size), size);
          EXPECT_EQ(add(group, add(group, a, b, size), inverse(group, b, size), size), a);
          EXPECT_EQ(add(group, a, difference(group, b, a, size), size), b);
        }
      }
    }
  }
}

TEST(Group, PowersOfTwo) {
  for (const unsigned power : {1U, 2U, 4U, 8U, 1024U, 1U << 31U}) {
    EXPECT_TRUE(is_power_of_two(power)) << power;
  }
  for (const unsigned other : {0U, 3U, 5U, 6U, 7U, 12U, 1023U}) {
    EXPECT_FALSE(is_power_of_two(other)) << other;
  }
}

TEST(Group, Names) {
  EXPECT_EQ(name_of(Group::cyclic), "cyclic");
  EXPECT_EQ(name_of(Group::boolean), "boolean");
}

}  // namespace
}  // namespace swapfly
