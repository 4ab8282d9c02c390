#include "testbench/comparison/matrix_product_costs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;

TEST(MatrixProductCosts, CannonSendsFourMessagesAStepOfTheTorusWithoutTwo) {
  EXPECT_EQ(cannon_messages({8, 64}), 4U * 8 - 2);
  EXPECT_EQ(cannon_messages({27, 81}), 4U * 9 - 2);
  EXPECT_EQ(cannon_messages({8, 32}), std::nullopt);  // no square
  EXPECT_EQ(cannon_messages({9, 64}), std::nullopt);  // 8 does not divide 9
}

TEST(MatrixProductCosts, HoJohnssonEdelmanNeedsAHypercube) {
  EXPECT_DOUBLE_EQ(ho_johnsson_edelman_transfers({16, 64}).value(), 2 * 256 / (8.0 * 6));
  EXPECT_EQ(ho_johnsson_edelman_transfers({9, 81}), std::nullopt);
}

nlohmann::json table(const std::string& command) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, "costs " + command + " --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
  return run.json();
}

TEST(MatrixProductCosts, SchedulesAreMeasuredBesideOthersFormulas) {
  const nlohmann::json result =
      table("matrix_product " SWAPFLY_SOURCE_DIR "/sim_configs/matrix_densest.yaml");
  const nlohmann::json& lines = result.at("lines");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].at("clocks"), 30 * (1 + 1));  // 8 x 8 nodes, one word a message
  EXPECT_EQ(lines[0].at("measured"), nullptr);
  EXPECT_EQ(lines[2].at("measured"), 8 * 6);
  EXPECT_EQ(lines[3].at("measured"), 25);
  EXPECT_EQ(lines[4].at("measured"), 6 + 2 + 4 - 2);
  for (std::size_t i = 2; i < lines.size(); ++i) EXPECT_EQ(lines[i].at("conflicts"), 0);
  std::string notes;
  for (const auto& note : result.at("notes")) notes += note.get<std::string>();
  EXPECT_THAT(notes, HasSubstr("Dekel"));
  EXPECT_THAT(notes, HasSubstr("Sadayappan"));
}

TEST(VectorProductFit, IsFourHopsAndTwoNicsSwappedAndFiveAndThreeInPlace) {
  const std::string config = SWAPFLY_SOURCE_DIR "/sim_configs/vector_matrix.yaml";
  const nlohmann::json swapped = table("vector_matrix " + config);
  EXPECT_EQ(swapped.at("fit").at("t_w"), 4);
  EXPECT_EQ(swapped.at("fit").at("t_s"), 2);
  EXPECT_EQ(swapped.at("fit").at("constant"), 0);
  EXPECT_EQ(swapped.at("fit").at("largest_residual"), 0);
  EXPECT_EQ(swapped.at("samples").size(), 20U);
  const nlohmann::json in_place =
      table("vector_matrix " + config + " --set workload.layout=in_place");
  EXPECT_EQ(in_place.at("fit").at("t_w"), 5);
  EXPECT_EQ(in_place.at("fit").at("t_s"), 3);
  EXPECT_EQ(in_place.at("conflicts"), 0);
  // Three blocks: 2(X - 1) = 4 clocks more, whatever t_w and t_s are.
  const nlohmann::json blocks = table("vector_matrix " + config + " --set workload.n=24");
  EXPECT_EQ(blocks.at("fit").at("t_w"), 4);
  EXPECT_EQ(blocks.at("fit").at("constant"), 4);
}

TEST(VectorProductFit, FilesOfAScenarioAreRelativeToIt) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "deeper");
  write_file(folder / "deeper/a.mtx",
             "%%MatrixMarket matrix array integer general\n2 2\n1\n3\n2\n4\n");
  write_file(folder / "deeper/run.yaml",
             "topology: {K: 4, M: 4}\nworkload: {kind: vector_matrix, matrix: a.mtx}\n");
  const ProgramRun run = run_swapfly(folder, "costs vector_matrix deeper/run.yaml --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
}

TEST(Costs, RefusesAnotherKindOfWorkload) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(
      folder, "costs matrix_product " SWAPFLY_SOURCE_DIR "/sim_configs/vector_matrix.yaml");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors,
              HasSubstr("workload.kind is vector_matrix; accepted here: matrix_matrix"));
}

}  // namespace
}  // namespace swapfly::test
