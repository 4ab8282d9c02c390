#include "testbench/scenario/matrix_market.hpp"

#include <gtest/gtest.h>

#include "testbench/scenario/key_table.hpp"

namespace swapfly::test {
namespace {

const Arithmetic reals(NumberKind::real, 64);

std::vector<double> values(const MarketMatrix& matrix) {
  std::vector<double> values;
  for (const std::uint64_t word : dense(matrix, reals).words) {
    values.push_back(Arithmetic::value(word));
  }
  return values;
}

MarketMatrix parse(const std::string& text) { return parse_matrix_market(text, "FILE"); }

std::string error_of(const std::string& text) {
  try {
    parse(text);
  } catch (const ConfigurationError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MatrixMarket, ReadsArraysColumnByColumn) {
  const MarketMatrix matrix = parse(
      "%%MatrixMarket matrix array real general\n% a comment\n\n2 3\n1\n2.5\n-3\n4e2\n5\n+6\n");
  EXPECT_EQ(matrix.rows, 2U);
  EXPECT_EQ(matrix.columns, 3U);
  EXPECT_FALSE(matrix.symmetric);
  EXPECT_EQ(values(matrix), (std::vector<double>{1, -3, 5, 2.5, 400, 6}));
}

TEST(MatrixMarket, ReadsTheLowerHalfOfSymmetricArrays) {
  const MarketMatrix matrix =
      parse("%%MatrixMarket matrix array integer symmetric\n3 3\n1\n2\n3\n4\n5\n6\n");
  EXPECT_TRUE(matrix.symmetric);
  EXPECT_EQ(values(matrix), (std::vector<double>{1, 2, 3, 2, 4, 5, 3, 5, 6}));
}

TEST(MatrixMarket, ReadsCoordinatesWithZerosBetween) {
  EXPECT_EQ(values(parse("%%MatrixMarket MATRIX Coordinate Real General\r\n2 2 2\r\n2 1 "
                         "7.25\r\n1 2\t-1\r\n")),
            (std::vector<double>{0, -1, 7.25, 0}));
  EXPECT_EQ(values(parse("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1")),
            (std::vector<double>{1, 1, 1, 0}));
  EXPECT_EQ(values(parse("%%MatrixMarket matrix coordinate integer general\n1 2 0\n")),
            (std::vector<double>{0, 0}));
}

TEST(MatrixMarket, IntegersAreExactAndWrapAtThePayload) {
  const MarketMatrix matrix =
      parse("%%MatrixMarket matrix array integer general\n1 3\n9223372036854775807\n-1\n-32769\n");
  const DenseMatrix wide = dense(matrix, Arithmetic(NumberKind::integer, 64));
  EXPECT_EQ(wide.words[0], 9223372036854775807U);
  EXPECT_EQ(wide.words[1], ~std::uint64_t{0});
  const DenseMatrix narrow = dense(matrix, Arithmetic(NumberKind::integer, 16));
  EXPECT_EQ(narrow.words[1], 0xFFFFU);
  EXPECT_EQ(narrow.words[2], 0x7FFFU);
}

TEST(MatrixMarket, RefusesWithTheLineAndWhatIsAccepted) {
  const std::string banner = "%%MatrixMarket matrix coordinate real symmetric\n";
  const std::string first =
      "; accepted: %%MatrixMarket matrix array|coordinate real|integer|pattern general|symmetric";
  EXPECT_EQ(error_of(""), "FILE, line 0, is the end of the file" + first);
  EXPECT_EQ(error_of("1 2 3\n"), "FILE, line 1, is 1 2 3" + first);
  EXPECT_EQ(error_of("%%MatrixMarket matrix array complex general\n"),
            "FILE, line 1, is %%MatrixMarket matrix array complex g..." + first);
  EXPECT_EQ(error_of("%%MatrixMarket matrix array pattern general\n"),
            "FILE, line 1, is %%MatrixMarket matrix array pattern g..." + first);
  EXPECT_EQ(error_of(banner + "2 2\n"),
            "FILE, line 2, is 2 2; accepted: rows, columns and the number of entries, at least 1 1 "
            "0");
  EXPECT_EQ(error_of(banner + "2 3 1\n"),
            "FILE, line 2, is 2 3 1; accepted: as many rows as columns if symmetric");
  EXPECT_EQ(error_of(banner + "99999 99999 1\n"),
            "FILE, line 2, is 99999 99999 1; accepted: rows times columns up to 16777216");
  EXPECT_EQ(error_of(banner + "2 2 2\n1 1 4\n"),
            "FILE, line 3, is the end of the file; accepted: entry 2 of 2: row, column and value");
  EXPECT_EQ(error_of(banner + "2 2 1\n1 2 4\n"),
            "FILE, line 3, is 1 2 4; accepted: the lower half if symmetric, row >= column");
  EXPECT_EQ(error_of(banner + "2 2 1\n% so\n3 1 4\n"),
            "FILE, line 4, is 3 1 4; accepted: a row from 1 to 2");
  EXPECT_EQ(error_of(banner + "2 2 1\n1 0 4\n"),
            "FILE, line 3, is 1 0 4; accepted: a column from 1 to 2");
  EXPECT_EQ(error_of(banner + "2 2 2\n1 1 4\n1 1 5\n"),
            "FILE, line 4, is 1 1 5; accepted: every element once");
  EXPECT_EQ(error_of(banner + "2 2 1\n1 1 nan\n"),
            "FILE, line 3, is 1 1 nan; accepted: a finite number as the value");
  EXPECT_EQ(error_of(banner + "2 2 1\n1 1 4\n2 2 4\n"),
            "FILE, line 4, is 2 2 4; accepted: an end after the last element");
  const std::string array = "%%MatrixMarket matrix array integer general\n2 1\n";
  EXPECT_EQ(error_of(array + "1\n2.5\n"),
            "FILE, line 4, is 2.5; accepted: an integer of 64 bits as the value");
  EXPECT_EQ(error_of(array + "1 2\n"), "FILE, line 3, is 1 2; accepted: element (1, 1)");
  EXPECT_EQ(error_of(array + "1\n"),
            "FILE, line 3, is the end of the file; accepted: element (2, 1)");
}

}  // namespace
}  // namespace swapfly::test
