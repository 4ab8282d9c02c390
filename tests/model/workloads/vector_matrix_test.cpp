#include "model/workloads/vector_matrix.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <tuple>

#include "tests/support/workload_run.hpp"

namespace swapfly::test {
namespace {

struct Network {
  unsigned K;
  unsigned M;
  Group group;
  ProductShape shape;
};

std::ostream& operator<<(std::ostream& out, const Network& network) {
  return out << "D3_" << network.K << "_" << network.M << "_" << name_of(network.group) << "_"
             << network.shape.rows << "_by_" << network.shape.columns;
}

WorkloadRun with_times(unsigned hop, unsigned nic, bool by_link) {
  WorkloadRun run;
  run.router.latency = by_link ? 1 : hop;
  run.router.local_link = run.router.global_link = by_link ? hop - 1 : 0;
  run.nic.latency = nic;
  return run;
}

VectorMatrixParameters of(ProductLayout layout, std::uint64_t n, const ProductShape& shape) {
  VectorMatrixParameters parameters;
  parameters.layout = layout;
  parameters.operands.n = n;
  parameters.operands.shape = shape;
  return parameters;
}

void expect_exact(const WorkloadRun& setting, const SwappedDragonfly& topology,
                  const VectorMatrixParameters& parameters, std::uint64_t clocks) {
  VectorMatrix workload(setting.context(topology), parameters);
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  SCOPED_TRACE(std::string(name_of(parameters.layout)) + " n " +
               std::to_string(parameters.operands.n) + " from " +
               std::to_string(parameters.from.s) + "," + std::to_string(parameters.from.u));
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, clocks);
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].ok);
}

/// Every row vector of a network.
std::vector<VectorSlot> slots(unsigned L, unsigned M) {
  std::vector<VectorSlot> all;
  for (unsigned s = 0; s < L; ++s) {
    for (unsigned u = 0; u < M; ++u) all.push_back({s, u});
  }
  return all;
}

class SquareNetwork : public testing::TestWithParam<std::tuple<Network, unsigned, unsigned>> {
 protected:
  Network network = std::get<0>(GetParam());
  SwappedDragonfly topology{network.K, network.M, network.group, network.group};
  unsigned hop = std::get<1>(GetParam());
  unsigned nic = std::get<2>(GetParam());
  std::uint64_t n = std::uint64_t{network.shape.rows} * network.M;
};

INSTANTIATE_TEST_SUITE_P(SweepNetworks, SquareNetwork,
                         testing::Combine(testing::Values(Network{1, 3, Group::cyclic, {1, 1}},
                                                          Network{4, 2, Group::cyclic, {2, 2}},
                                                          Network{4, 4, Group::cyclic, {2, 2}},
                                                          Network{4, 4, Group::boolean, {2, 2}},
                                                          Network{9, 3, Group::cyclic, {3, 3}},
                                                          Network{7, 3, Group::cyclic, {2, 2}},
                                                          Network{16, 2, Group::boolean, {4, 4}}),
                                          testing::Values(1, 2, 3), testing::Values(1, 2, 5)));

TEST_P(SquareNetwork, SwappedTakesFourHopsAndTwoNicsFromEveryRow) {
  for (const VectorSlot& slot : slots(network.shape.rows, network.M)) {
    VectorMatrixParameters parameters = of(ProductLayout::swapped, n, network.shape);
    parameters.from = slot;
    for (const bool by_link : {false, true}) {
      expect_exact(with_times(hop, nic, by_link), topology, parameters, 4ULL * hop + 2ULL * nic);
    }
  }
}

TEST_P(SquareNetwork, MirroredTakesFourHopsAndTwoNicsFromEveryRow) {
  for (const VectorSlot& slot : slots(network.shape.rows, network.M)) {
    VectorMatrixParameters parameters = of(ProductLayout::mirrored, n, network.shape);
    parameters.from = slot;
    expect_exact(with_times(hop, nic, false), topology, parameters, 4ULL * hop + 2ULL * nic);
  }
}

TEST_P(SquareNetwork, InPlaceAndOutOfPlaceTakeOneMoreHopAndNic) {
  const std::vector<VectorSlot> all = slots(network.shape.rows, network.M);
  for (std::size_t i = 0; i < all.size(); ++i) {
    VectorMatrixParameters parameters = of(ProductLayout::in_place, n, network.shape);
    parameters.from = all[i];
    expect_exact(with_times(hop, nic, true), topology, parameters, 5ULL * hop + 3ULL * nic);
    parameters.layout = ProductLayout::out_of_place;
    parameters.to = all[(i * 5 + 1) % all.size()];
    expect_exact(with_times(hop, nic, true), topology, parameters, 5ULL * hop + 3ULL * nic);
  }
}

TEST_P(SquareNetwork, BlocksAreAClockApartInBothHalves) {
  for (const std::uint64_t blocks : {2U, 3U, 7U}) {
    const std::uint64_t apart = 2 * (blocks - 1);
    // The last block may be part of one.
    const std::uint64_t size = blocks * n - (blocks == 3 ? 1 : 0);
    for (const ProductLayout layout : {ProductLayout::swapped, ProductLayout::mirrored}) {
      expect_exact(with_times(hop, nic, false), topology, of(layout, size, network.shape),
                   4ULL * hop + 2ULL * nic + apart);
    }
    // Z and the first sums share global port 0.
    const std::uint64_t through = 2ULL * hop + 2ULL * nic;
    const std::uint64_t wait = blocks > through ? blocks - through : 0;
    expect_exact(with_times(hop, nic, false), topology,
                 of(ProductLayout::in_place, size, network.shape),
                 5ULL * hop + 3ULL * nic + apart + wait);
  }
}

TEST_P(SquareNetwork, ReversedAccumulationGivesRowSumsAndNotTheProduct) {
  VectorMatrixParameters parameters = of(ProductLayout::swapped, n, network.shape);
  parameters.accumulation = Accumulation::reversed;
  const WorkloadRun setting = with_times(hop, nic, false);
  VectorMatrix workload(setting.context(topology), parameters);
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_TRUE(outcome.conflict_free());
  EXPECT_EQ(outcome.figures.cycles, 4ULL * hop + 2ULL * nic);
  EXPECT_EQ(workload.elements_of_row_sums(), n);
  EXPECT_EQ(workload.elements_of_product(), 0U);
}

/// Shapes with fewer columns than rows: routers that stand for several.
class FoldedNetwork : public testing::TestWithParam<Network> {};

INSTANTIATE_TEST_SUITE_P(SweepNetworks, FoldedNetwork,
                         testing::Values(Network{3, 3, Group::cyclic, {3, 1}},
                                         Network{4, 4, Group::cyclic, {4, 1}},
                                         Network{8, 2, Group::boolean, {4, 2}},
                                         Network{7, 3, Group::cyclic, {3, 2}},
                                         Network{12, 2, Group::cyclic, {5, 2}}));

TEST_P(FoldedNetwork, TakesXBroadcastsAndXFSums) {
  const Network& network = GetParam();
  const SwappedDragonfly topology(network.K, network.M, network.group, network.group);
  const std::uint64_t unit = std::uint64_t{network.shape.rows} * network.M;
  const unsigned L = network.shape.rows;
  const unsigned R = network.shape.columns;
  const std::uint64_t folds = L / R + (L % R == 0 ? 0 : 1);
  for (const std::uint64_t blocks : {1U, 2U, 4U}) {
    const std::uint64_t apart = blocks - 1 + blocks * folds - 1;
    for (const unsigned nic : {1U, 3U}) {
      for (const ProductLayout layout : {ProductLayout::swapped, ProductLayout::mirrored}) {
        VectorMatrixParameters parameters = of(layout, blocks * unit, network.shape);
        parameters.from = {L - 1, network.M - 1};
        expect_exact(with_times(2, nic, false), topology, parameters, 8 + 2ULL * nic + apart);
      }
    }
  }
}

TEST(VectorMatrix, UnequalLinksTakeTwoHopsOfEachKind) {
  WorkloadRun setting;
  setting.router.local_link = 2;
  setting.router.global_link = 4;
  setting.nic.latency = 2;
  const SwappedDragonfly topology(9, 3);
  expect_exact(setting, topology, of(ProductLayout::swapped, 27, {3, 3}), 2 * 3 + 2 * 5 + 4 + 4);
  expect_exact(setting, topology, of(ProductLayout::mirrored, 27, {3, 3}), 2 * 3 + 2 * 5 + 4 + 4);
}

TEST(VectorMatrix, RealNumbersAreRightToRounding) {
  const SwappedDragonfly topology(4, 4);
  for (const ProductLayout layout :
       {ProductLayout::swapped, ProductLayout::mirrored, ProductLayout::in_place}) {
    VectorMatrixParameters parameters = of(layout, 24, {2, 2});
    parameters.operands.numbers = NumberKind::real;
    const WorkloadRun setting;
    VectorMatrix workload(setting.context(topology), parameters);
    EXPECT_TRUE(setting.run(topology, workload).complete()) << name_of(layout);
  }
}

TEST(VectorMatrix, NarrowIntegersWrapAtThePayload) {
  const SwappedDragonfly topology(4, 4);
  WorkloadRun setting;
  setting.router.payload_bits = 16;
  VectorMatrix workload(setting.context(topology), of(ProductLayout::swapped, 8, {2, 2}));
  EXPECT_TRUE(setting.run(topology, workload).complete());
}

TEST(VectorMatrix, LateFlitsOfOnePortNicsDoNotSpoilTheResult) {
  const SwappedDragonfly topology(4, 4);
  WorkloadRun setting;
  setting.nic.receive = 1;
  VectorMatrix workload(setting.context(topology), of(ProductLayout::in_place, 16, {2, 2}));
  const WorkloadRun::Outcome outcome = setting.run(topology, workload);
  EXPECT_TRUE(outcome.complete());
  EXPECT_GT(outcome.figures.stalls, 0U);
}

TEST(VectorMatrix, ChoosesTheShapeOfFewestClocks) {
  const WorkloadRun setting;
  const auto shape_for = [&](unsigned K, unsigned M, std::uint64_t n) {
    return VectorMatrix(setting.context(SwappedDragonfly(K, M)),
                        of(ProductLayout::swapped, n, {0, 0}))
        .layout()
        .shape();
  };
  EXPECT_EQ(shape_for(4, 4, 8), (ProductShape{2, 2}));
  EXPECT_EQ(shape_for(4, 4, 3), (ProductShape{1, 1}));
  // One block either way: 3 rounds on D3(3,4), against 3 blocks in D3(1,4): 2 + 2 clocks more.
  EXPECT_EQ(shape_for(3, 4, 12), (ProductShape{3, 1}));
  // 4 x 2 cabinets: X = 2, F = 2, 1 + 3 clocks more; 2 x 2 cabinets 6, 8 x 1 cabinets 7.
  EXPECT_EQ(shape_for(8, 4, 32), (ProductShape{4, 2}));
}

TEST(VectorMatrix, RefusesWhatDoesNotFitTheNetwork) {
  const WorkloadRun setting;
  const WorkloadContext context = setting.context(SwappedDragonfly(4, 4));
  const auto error_of = [&](const VectorMatrixParameters& parameters) -> std::string {
    try {
      VectorMatrix(context, parameters);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(error_of(of(ProductLayout::swapped, 8, {5, 1})),
            "workload.rows is 5; accepted on D3(4,4): 1 to 4");
  EXPECT_EQ(error_of(of(ProductLayout::swapped, 8, {3, 2})),
            "workload.columns is 2; accepted on D3(4,4) with workload.rows 3: 1 to 1");
  VectorMatrixParameters parameters = of(ProductLayout::swapped, 8, {2, 2});
  parameters.from = {2, 0};
  EXPECT_EQ(error_of(parameters),
            "workload.from is [2, 0]; accepted on 2 rows of cabinets of D3(4,4): [s, u] up to [1, "
            "3]");
}

}  // namespace
}  // namespace swapfly::test
