// Every seeded fault must show in lock-step. Prints a row of a table for each, with the clock of
// the first difference.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <iostream>

#include "tests/lockstep/mutant_list.hpp"
#include "tests/lockstep/tile_bench.hpp"

namespace swapfly::test {
namespace {

constexpr std::uint64_t seed = 1;
constexpr std::uint64_t clocks = 20'000;

TEST(WithoutSeededFault, ThereIsNoDifference) {
  const std::unique_ptr<Tile> tile = make_tile(0);
  TileBench bench(mutant_parameters(), *tile, seed);
  const std::optional<Difference> difference = bench.run(clocks);
  EXPECT_FALSE(difference) << to_string(*difference);
}

class SeededFault : public testing::TestWithParam<unsigned> {};

TEST_P(SeededFault, IsNoticed) {
  const unsigned number = GetParam();
  const Mutant& mutant = mutants()[number - 1];
  const std::unique_ptr<Tile> tile = make_tile(number);
  TileBench bench(mutant_parameters(), *tile, seed);
  const std::optional<Difference> difference = bench.run(clocks);
  ASSERT_TRUE(difference) << mutant.fault << " survives " << clocks << " clocks: in " << mutant.file
                          << ", " << mutant.mutated << " for " << mutant.original;
  const std::string field = difference->field.empty() ? "" : ", " + difference->field;
  std::cout << fmt::format("| {} | {} | {} | {}{} |\n", mutant.file, mutant.fault,
                           difference->clock, difference->port, field);
}

/// The fault in words that a test's name may have.
std::string name_of(const testing::TestParamInfo<unsigned>& number) {
  std::string name = fmt::format("{:02}_{}", number.param, mutants()[number.param - 1].fault);
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, SeededFault,
                         testing::Range(1U, static_cast<unsigned>(mutants().size()) + 1), name_of);

}  // namespace
}  // namespace swapfly::test
