#include "model/workloads/matrix_matrix.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <tuple>

#include "model/workloads/transpose.hpp"
#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

struct Network {
  unsigned K;
  unsigned M;
  Group group;
  ProductShape shape;

  SwappedDragonfly topology() const { return {K, M, group, group}; }
  std::uint64_t unit() const { return std::uint64_t{shape.rows} * M; }
  std::uint64_t folds() const { return (shape.rows + shape.columns - 1) / shape.columns; }
};

std::ostream& operator<<(std::ostream& out, const Network& network) {
  return out << "D3_" << network.K << "_" << network.M << "_" << name_of(network.group) << "_"
             << network.shape.rows << "_by_" << network.shape.columns;
}

const std::vector<Network> square = {{4, 2, Group::cyclic, {2, 2}},
                                     {4, 4, Group::cyclic, {2, 2}},
                                     {4, 4, Group::boolean, {2, 2}},
                                     {9, 3, Group::cyclic, {3, 3}},
                                     {5, 3, Group::cyclic, {2, 2}}};
const std::vector<Network> folded = {{3, 3, Group::cyclic, {3, 1}},
                                     {4, 4, Group::boolean, {4, 1}},
                                     {8, 2, Group::boolean, {4, 2}},
                                     {7, 3, Group::cyclic, {3, 2}}};

WorkloadRun with_times(unsigned hop, unsigned nic) {
  WorkloadRun run;
  run.router.latency = hop;
  run.nic.latency = nic;
  return run;
}

void expect_exact(const WorkloadRun& setting, const Network& network, std::uint64_t n,
                  MatrixSchedule schedule, std::uint64_t clocks) {
  MatrixMatrixParameters parameters;
  parameters.operands.n = n;
  parameters.operands.shape = network.shape;
  parameters.schedule = schedule;
  MatrixMatrix workload(setting.context(network.topology()), parameters);
  const WorkloadRun::Outcome outcome = setting.run(network.topology(), workload);
  SCOPED_TRACE(std::string(name_of(schedule)) + " n " + std::to_string(n));
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, clocks);
  EXPECT_EQ(workload.plan().rounds(), n * ((n + network.unit() - 1) / network.unit()));
}

class MatrixMatrixOn : public testing::TestWithParam<std::tuple<Network, unsigned, unsigned>> {
 protected:
  Network network = std::get<0>(GetParam());
  std::uint64_t hop = std::get<1>(GetParam());
  std::uint64_t nic = std::get<2>(GetParam());
  WorkloadRun setting = with_times(std::get<1>(GetParam()), std::get<2>(GetParam()));
  /// Four hops and two NICs: a row of one block.
  std::uint64_t row = 4 * hop + 2 * nic;
};

class SquareMatrix : public MatrixMatrixOn {};
class AnyMatrix : public MatrixMatrixOn {};

INSTANTIATE_TEST_SUITE_P(SweepNetworks, SquareMatrix,
                         testing::Combine(testing::ValuesIn(square), testing::Values(1, 2, 3),
                                          testing::Values(1, 2, 3, 5)));
INSTANTIATE_TEST_SUITE_P(SweepSquare, AnyMatrix,
                         testing::Combine(testing::ValuesIn(square), testing::Values(1, 3),
                                          testing::Values(1, 4)));
INSTANTIATE_TEST_SUITE_P(SweepFolded, AnyMatrix,
                         testing::Combine(testing::ValuesIn(folded), testing::Values(1, 3),
                                          testing::Values(1, 4)));

TEST_P(AnyMatrix, RoundsFollowOneAnother) {
  for (const std::uint64_t blocks : {1U, 2U}) {
    const std::uint64_t n = blocks * network.unit();
    const std::uint64_t apart = blocks - 1 + blocks * network.folds() - 1;
    expect_exact(setting, network, n, MatrixSchedule::rounds, n * (row + apart));
  }
}

TEST_P(AnyMatrix, PhasesTakeOneClockForMBroadcastsAndOneForLSums) {
  for (const std::uint64_t blocks : {1U, 2U, 3U}) {
    const std::uint64_t clocks =
        blocks * blocks * (network.shape.rows + network.folds() * network.M);
    expect_exact(setting, network, blocks * network.unit(), MatrixSchedule::phases,
                 row + clocks - 2);
  }
}

TEST_P(SquareMatrix, DensestStartsDoNotMeet) {
  const std::uint64_t n = network.unit();
  const MatrixLayout layout(network.topology(), network.shape, n);
  const auto clock = [](std::uint64_t clocks) { return static_cast<unsigned>(clocks); };
  const MatrixMatrixPlan plan(layout, MatrixSchedule::densest,
                              {clock(hop), clock(hop), clock(nic)});
  expect_exact(setting, network, n, MatrixSchedule::densest, plan.broadcast(n - 1, 0) + row);
}

const Arithmetic integers(NumberKind::integer, 64);

/// Two rows of a product whose starts are so many clocks apart.
class TwoRows : public Workload {
 public:
  TwoRows(const MatrixLayout& layout, Clock apart)
      : engine_(layout, generated_matrix(8, 8, integers, 1), integers) {
    const ProductPlan plan(layout, order_, {});
    engine_.add({order_, {0, 1}, {0, 1}, starts_of(plan, 1), generated_vector(8, integers, 3)});
    engine_.add(
        {order_, {1, 2}, {1, 2}, starts_of(plan, 1 + apart), generated_vector(8, integers, 4)});
  }
  WorkloadNeeds needs() const override {
    WorkloadNeeds needs;
    needs.lanes = engine_.route().lanes();
    needs.headers = engine_.route().headers(order_);
    return needs;
  }
  void start(Fabric& fabric) override {
    run_everywhere(fabric, *this);
    engine_.broadcast_everywhere(fabric, 0);
    engine_.broadcast_everywhere(fabric, 1);
  }
  std::uint64_t expected_copies() const override { return 2 * engine_.copies(order_); }
  bool data_ok() const override { return engine_.complete(0) && engine_.complete(1); }
  std::vector<Claim> claims(const RunFigures&) const override { return {}; }
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    for (const Arrival& arrival : arrivals) engine_.take(nic, arrival);
  }

 private:
  ProductOrder order_ = product_order(ProductLayout::swapped, Accumulation::forward);
  ProductEngine engine_;
};

/// Otherwise starts could be denser, and this could not tell a conflict.
TEST(MatrixMatrix, RowsMeetExactlyTwoHopsAndOneOrTwoNicsApart) {
  const SwappedDragonfly topology(4, 4);
  for (const Clock apart : {1U, 2U, 3U, 4U, 5U, 6U}) {
    TwoRows rows(MatrixLayout(topology, {2, 2}, 8), apart);
    const WorkloadRun::Outcome outcome = WorkloadRun{}.run(topology, rows);
    EXPECT_TRUE(outcome.complete());
    EXPECT_EQ(outcome.conflict_free(), apart != 3 && apart != 4) << apart;
  }
}

TEST(MatrixMatrix, RowsThatDoNotFillABlockAreRightToo) {
  for (const MatrixSchedule schedule : {MatrixSchedule::rounds, MatrixSchedule::phases}) {
    for (const std::uint64_t n : {1U, 5U, 11U, 17U}) {
      MatrixMatrixParameters parameters;
      parameters.operands.n = n;
      parameters.operands.shape = {2, 2};
      parameters.schedule = schedule;
      const SwappedDragonfly topology(4, 4);
      const WorkloadRun setting;
      MatrixMatrix workload(setting.context(topology), parameters);
      const WorkloadRun::Outcome outcome = setting.run(topology, workload);
      EXPECT_TRUE(outcome.complete()) << n;
      EXPECT_TRUE(outcome.conflict_free()) << n;
      EXPECT_EQ(outcome.figures.cycles, workload.plan().clocks()) << n;
    }
  }
}

TEST(MatrixMatrix, RefusesTheDensestStartsForSeveralItems) {
  MatrixMatrixParameters parameters;
  parameters.operands.n = 9;
  parameters.operands.shape = {2, 2};
  parameters.schedule = MatrixSchedule::densest;
  EXPECT_THROW(MatrixMatrix(WorkloadRun{}.context(SwappedDragonfly(4, 4)), parameters),
               std::invalid_argument);
}

TEST(Transpose, IsOneGlobalHopAndAClockForEveryFurtherPairOfBlocks) {
  std::vector<Network> networks = square;
  networks.insert(networks.end(), folded.begin(), folded.end());
  for (const Network& network : networks) {
    for (const std::uint64_t blocks : {1U, 2U, 3U}) {
      for (const unsigned hop : {1U, 3U}) {
        Operands operands;
        operands.n = blocks * network.unit() - (blocks == 2 ? 1 : 0);
        operands.shape = network.shape;
        const WorkloadRun setting = with_times(hop, 2);
        Transpose workload(setting.context(network.topology()), operands);
        const WorkloadRun::Outcome outcome = setting.run(network.topology(), workload);
        SCOPED_TRACE(testing::Message() << network << " blocks " << blocks << " hop " << hop);
        EXPECT_TRUE(outcome.complete());
        EXPECT_TRUE(outcome.conflict_free());
        EXPECT_EQ(outcome.figures.cycles, hop + blocks * blocks - 1);
      }
    }
  }
}

}  // namespace
}  // namespace swapfly::test
