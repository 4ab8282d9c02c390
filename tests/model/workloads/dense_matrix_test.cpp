#include "model/workloads/dense_matrix.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "model/workloads/matrix_matrix.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

using Reals = Eigen::MatrixXd;
using Integers = Eigen::Matrix<std::uint64_t, Eigen::Dynamic, Eigen::Dynamic>;

Eigen::Index index(std::uint64_t i) { return static_cast<Eigen::Index>(i); }

Reals reals(const DenseMatrix& matrix) {
  Reals result(index(matrix.rows), index(matrix.columns));
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    for (std::uint64_t j = 0; j < matrix.columns; ++j) {
      result(index(i), index(j)) = Arithmetic::value(matrix.at(i, j));
    }
  }
  return result;
}

Integers integers(const DenseMatrix& matrix) {
  Integers result(index(matrix.rows), index(matrix.columns));
  for (std::uint64_t i = 0; i < matrix.rows; ++i) {
    for (std::uint64_t j = 0; j < matrix.columns; ++j) result(index(i), index(j)) = matrix.at(i, j);
  }
  return result;
}

TEST(DenseMatrix, DirectProductsAreThoseOfEigen) {
  const Arithmetic integer(NumberKind::integer, 64);
  const DenseMatrix a = generated_matrix(3, 7, integer, 1);
  const DenseMatrix b = generated_matrix(7, 5, integer, 2);
  const DenseMatrix c = generated_matrix(5, 7, integer, 3);
  EXPECT_EQ(integers(direct_product(a, b, false, integer)), integers(a) * integers(b));
  EXPECT_EQ(integers(direct_product(a, c, true, integer)), integers(a) * integers(c).transpose());
  const Arithmetic real(NumberKind::real, 64);
  const DenseMatrix d = generated_matrix(3, 7, real, 1);
  const DenseMatrix e = generated_matrix(7, 5, real, 2);
  EXPECT_TRUE(reals(direct_product(d, e, false, real)).isApprox(reals(d) * reals(e), 1e-14));
}

TEST(DenseMatrix, GeneratedRealNumbersLieFromMinusOneToOne) {
  const Arithmetic real(NumberKind::real, 64);
  const Reals matrix = reals(generated_matrix(50, 50, real, 9));
  EXPECT_GE(matrix.minCoeff(), -1);
  EXPECT_LT(matrix.maxCoeff(), 1);
  EXPECT_LT(matrix.minCoeff(), -0.9);
  EXPECT_GT(matrix.maxCoeff(), 0.9);
}

TEST(DenseMatrix, TellsRoundingFromErrors) {
  const Arithmetic real(NumberKind::real, 64);
  const DenseMatrix a = generated_matrix(2, 9, real, 1);
  const DenseMatrix b = generated_matrix(9, 2, real, 2);
  const DenseMatrix product = direct_product(a, b, false, real);
  EXPECT_TRUE(is_product(product, a, b, false, real));
  for (const double wrong : {1e-12, 1.0, std::numeric_limits<double>::quiet_NaN()}) {
    DenseMatrix found = product;
    found.words[3] = Arithmetic::word(Arithmetic::value(found.words[3]) + wrong);
    EXPECT_FALSE(is_product(found, a, b, false, real)) << wrong;
  }
}

/// What comes out of the network, against Eigen.
TEST(DenseMatrix, ProductsByTheNetworkAreThoseOfEigen) {
  const SwappedDragonfly topology(9, 3);
  const WorkloadRun setting;
  for (const NumberKind numbers : {NumberKind::integer, NumberKind::real}) {
    const Arithmetic arithmetic(numbers, 64);
    MatrixMatrixParameters parameters;
    parameters.operands.n = 18;
    parameters.operands.numbers = numbers;
    parameters.operands.left = generated_matrix(18, 18, arithmetic, 5);
    parameters.operands.right = generated_matrix(18, 18, arithmetic, 6);
    const DenseMatrix& left = *parameters.operands.left;
    const DenseMatrix& right = *parameters.operands.right;
    MatrixMatrix workload(setting.context(topology), parameters);
    EXPECT_TRUE(setting.run(topology, workload).complete());
    if (numbers == NumberKind::integer) {
      EXPECT_EQ(integers(workload.found()), integers(left) * integers(right));
    } else {
      EXPECT_TRUE(reals(workload.found()).isApprox(reals(left) * reals(right), 1e-14));
    }
  }
}

}  // namespace
}  // namespace swapfly::test
