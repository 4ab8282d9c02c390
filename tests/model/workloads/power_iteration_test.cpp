#include "model/workloads/power_iteration.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <tuple>

#include "tests/support/random.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

Eigen::Index index(std::uint64_t i) { return static_cast<Eigen::Index>(i); }

/// A random orthogonal matrix Q and given eigenvalues: Q diag Q^T.
Eigen::MatrixXd with_eigenvalues(const Eigen::VectorXd& values, std::uint64_t seed) {
  const auto n = static_cast<std::uint64_t>(values.size());
  Eigen::MatrixXd random(values.size(), values.size());
  Random numbers(seed);
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t j = 0; j < n; ++j)
      random(index(i), index(j)) = static_cast<double>(numbers.below(2001)) - 1000;
  }
  const Eigen::MatrixXd q = Eigen::HouseholderQR<Eigen::MatrixXd>(random).householderQ();
  const Eigen::MatrixXd matrix = q * values.asDiagonal() * q.transpose();
  return (matrix + matrix.transpose()) / 2;
}

DenseMatrix words(const Eigen::MatrixXd& matrix) {
  const auto n = static_cast<std::uint64_t>(matrix.rows());
  DenseMatrix dense{n, n, std::vector<std::uint64_t>(n * n)};
  for (std::uint64_t i = 0; i < n; ++i) {
    for (std::uint64_t j = 0; j < n; ++j) {
      dense.at(i, j) = Arithmetic::word(matrix(index(i), index(j)));
    }
  }
  return dense;
}

/// 9 (or -9), and others from 6 down to -5.
Eigen::VectorXd spectrum(std::uint64_t n, double dominant) {
  Eigen::VectorXd values = Eigen::VectorXd::LinSpaced(index(n), -5, 6);
  values(0) = dominant;
  return values;
}

struct Network {
  unsigned K;
  unsigned M;
  Group group;
  ProductShape shape;
  std::uint64_t n;
};

class PowerIterationOn : public testing::TestWithParam<std::tuple<Network, unsigned, unsigned>> {};

INSTANTIATE_TEST_SUITE_P(SweepNetworks, PowerIterationOn,
                         testing::Combine(testing::Values(Network{4, 4, Group::cyclic, {2, 2}, 8},
                                                          Network{4, 4, Group::boolean, {2, 2}, 21},
                                                          Network{9, 3, Group::cyclic, {3, 3}, 9},
                                                          Network{3, 3, Group::cyclic, {3, 1}, 17},
                                                          Network{7, 3, Group::cyclic, {3, 2}, 20},
                                                          Network{1, 2, Group::cyclic, {1, 1}, 2}),
                                          testing::Values(1, 2), testing::Values(1, 3)));

TEST_P(PowerIterationOn, ConvergesToTheDominantEigenvalueOfEigen) {
  const Network& network = std::get<0>(GetParam());
  const SwappedDragonfly topology(network.K, network.M, network.group, network.group);
  WorkloadRun setting;
  setting.router.latency = std::get<1>(GetParam());
  setting.nic.latency = std::get<2>(GetParam());
  for (const double dominant : {9.0, -9.0}) {
    const std::uint64_t seed = 17;
    SCOPED_TRACE(testing::Message() << "dominant " << dominant << " seed " << seed);
    const Eigen::MatrixXd matrix = with_eigenvalues(spectrum(network.n, dominant), seed);
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
    const Eigen::Index last = matrix.rows() - 1;
    const bool positive = std::abs(solver.eigenvalues()(last)) > std::abs(solver.eigenvalues()(0));
    const Eigen::Index at = positive ? last : 0;
    PowerIteration workload(setting.context(topology), {words(matrix), network.shape, 100, 1e-14});
    const WorkloadRun::Outcome outcome = setting.run(topology, workload);
    EXPECT_TRUE(outcome.complete());
    EXPECT_TRUE(outcome.conflict_free());
    EXPECT_TRUE(workload.converged());
    EXPECT_NEAR(workload.eigenvalues().back(), solver.eigenvalues()(at), 1e-11);
    const std::vector<double> vector = workload.eigenvector();
    const Eigen::Map<const Eigen::VectorXd> found(vector.data(), matrix.rows());
    EXPECT_NEAR(std::abs(found.dot(solver.eigenvectors().col(at))), 1, 1e-11);
    ASSERT_EQ(outcome.claims.size(), 1U);
    EXPECT_TRUE(outcome.claims[0].ok)
        << outcome.claims[0].measured << " of " << outcome.claims[0].expected;
  }
}

/// t_w = t_s = 1, n = 8 on D3(4,4): two products of 6 clocks and an answer each, y comes over (1 +
/// 1), the sums gather (1 + 1), cross (1 + 1, and a clock more for the third), come back (1 + 1),
/// and the second and third sum are a clock later each.
TEST(PowerIteration, ACycleTakesTwoProductsAndFourHopsForTheSums) {
  const SwappedDragonfly topology(4, 4);
  const WorkloadRun setting;
  PowerIteration workload(setting.context(topology),
                          {words(with_eigenvalues(spectrum(8, 9), 3)), {2, 2}, 3, 0});
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_EQ(workload.eigenvalues().size(), 3U);
  const std::uint64_t cycle = (6 + 1) + 6 + (1 + 1) + (1 + 1) + (1 + 1) + 1 + 2 + (1 + 1);
  EXPECT_EQ(workload.plan().period(), cycle);
  EXPECT_EQ(outcome.figures.cycles, 3 * cycle - 1);
}

TEST(PowerIteration, LateFlitsOfOnePortNicsDoNotSpoilTheResult) {
  const SwappedDragonfly topology(4, 4);
  WorkloadRun setting;
  setting.nic.receive = 1;
  PowerIteration workload(setting.context(topology),
                          {words(with_eigenvalues(spectrum(12, 9), 4)), {2, 2}, 60, 1e-13});
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_GT(outcome.figures.stalls, 0U);
  EXPECT_NEAR(workload.eigenvalues().back(), 9, 1e-10);
}

}  // namespace
}  // namespace swapfly::test
