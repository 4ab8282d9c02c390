#include "model/workloads/combine.hpp"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/random.hpp"

namespace swapfly::test {
namespace {

constexpr std::array<CombineOperator, 4> all_operators = {
    CombineOperator::sum, CombineOperator::exclusive_or, CombineOperator::maximum,
    CombineOperator::matrix_product};

TEST(Combine, IsAssociativeForEveryOperatorAndPayload) {
  Random random(7);
  for (const CombineOperator how : all_operators) {
    for (unsigned bits = 8; bits <= 64; bits += 8) {
      for (int i = 0; i < 200; ++i) {
        const auto word = [&] { return random.word() >> (64 - bits); };
        const std::uint64_t a = word(), b = word(), c = word();
        const auto with = [&](std::uint64_t x, std::uint64_t y) {
          return combine(how, x, y, bits);
        };
        EXPECT_EQ(with(with(a, b), c), with(a, with(b, c))) << name_of(how) << ", " << bits;
        EXPECT_EQ(with(a, b) >> (bits - 1) >> 1, 0U) << name_of(how) << ", " << bits;
        EXPECT_TRUE(!commutes(how) || with(a, b) == with(b, a)) << name_of(how);
      }
    }
  }
}

TEST(Combine, MultipliesMatricesRowByColumn) {
  // [1 2; 3 4] [5 6; 7 8] = [19 22; 43 50], and the other way round [23 34; 31 46].
  const auto matrix = [](std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
    return a | b << 16 | c << 32 | d << 48;
  };
  const std::uint64_t left = matrix(1, 2, 3, 4);
  const std::uint64_t right = matrix(5, 6, 7, 8);
  EXPECT_EQ(combine(CombineOperator::matrix_product, left, right, 64), matrix(19, 22, 43, 50));
  EXPECT_EQ(combine(CombineOperator::matrix_product, right, left, 64), matrix(23, 34, 31, 46));
}

TEST(Combine, KeepsTheEntriesOfAMatrixApart) {
  // Entries of 2 bits: [3 0; 0 3] [3 0; 0 3] = [9 0; 0 9], modulo 4 the unit matrix.
  EXPECT_EQ(combine(CombineOperator::matrix_product, 0xC3, 0xC3, 8), 0x41U);
}

}  // namespace
}  // namespace swapfly::test
