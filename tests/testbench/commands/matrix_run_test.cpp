#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

ProgramRun run_workload(const TemporaryFolder& folder, const std::string& workload,
                        const std::string& more = "") {
  write_file(folder / "run.yaml", "topology: {K: 4, M: 4}\nworkload: {" + workload + "}\n" + more);
  return run_swapfly(folder, "run run.yaml --json -");
}

TEST(MatrixRun, ReportsWhereMatricesLieAndTheClocksOfEveryPhase) {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_workload(folder, "kind: vector_matrix, n: 24, layout: in_place", "nic: {latency: 2}\n");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const nlohmann::json result = run.json();
  EXPECT_EQ(result.at("config").at("workload").at("rows"), 2);
  EXPECT_EQ(result.at("config").at("workload").at("columns"), 2);
  EXPECT_EQ(result.at("config").at("workload").at("numbers"), "integer");
  const nlohmann::json& matrix = result.at("matrix");
  EXPECT_EQ(matrix.at("blocks"), 3);
  EXPECT_EQ(matrix.at("rounds"), 3);
  EXPECT_EQ(matrix.at("clocks").at("planned"), 5 + 3 * 2 + 2 * 2);
  EXPECT_EQ(matrix.at("clocks").at("published"), 3 * (5 + 3 * 2));
  const nlohmann::json phases = {{{"name", "broadcast"}, {"first", 0}, {"last", 4}},
                                 {{"name", "first sums"}, {"first", 6}, {"last", 9}},
                                 {{"name", "second sums"}, {"first", 9}, {"last", 12}},
                                 {{"name", "home"}, {"first", 12}, {"last", 15}}};
  EXPECT_EQ(matrix.at("phases"), phases);
  EXPECT_EQ(result.at("cycles"), 15);
}

TEST(MatrixRun, TheReversedAccumulationSaysWhatItComputed) {
  const TemporaryFolder folder;
  const ProgramRun run = run_workload(folder, "kind: vector_matrix, accumulation: reversed");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  EXPECT_EQ(run.json().at("matrix").at("elements").at("of_product"), 0);
  EXPECT_EQ(run.json().at("matrix").at("elements").at("of_row_sums"), 8);
}

TEST(MatrixRun, MultipliesMatricesFromFiles) {
  const TemporaryFolder folder;
  write_file(folder / "a.mtx", "%%MatrixMarket matrix array integer general\n2 2\n1\n3\n2\n4\n");
  write_file(folder / "v.mtx", "%%MatrixMarket matrix array real general\n1 2\n0.5\n2\n");
  const ProgramRun product = run_workload(folder, "kind: matrix_matrix, left: a.mtx, right: a.mtx");
  EXPECT_EQ(product.exit_status, 0) << product.errors;
  EXPECT_EQ(product.json().at("config").at("workload").at("n"), 2);
  const ProgramRun vector =
      run_workload(folder, "kind: vector_matrix, vector: v.mtx, matrix: a.mtx");
  EXPECT_EQ(vector.exit_status, 0) << vector.errors;
  EXPECT_EQ(vector.json().at("config").at("workload").at("numbers"), "real");
  const ProgramRun transpose = run_workload(folder, "kind: transpose, matrix: a.mtx");
  EXPECT_EQ(transpose.exit_status, 0) << transpose.errors;
  EXPECT_EQ(transpose.json().at("cycles"), 1);
}

TEST(MatrixRun, PathsOfFilesOnTheCommandLineAreRelativeToTheCurrentFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "deeper");
  write_file(folder / "a.mtx", "%%MatrixMarket matrix array integer general\n2 2\n1\n3\n2\n4\n");
  write_file(folder / "deeper/run.yaml",
             "topology: {K: 4, M: 4}\nworkload: {kind: vector_matrix}\n");
  const ProgramRun run =
      run_swapfly(folder, "run deeper/run.yaml --set workload.matrix=a.mtx --json -");
  EXPECT_EQ(run.exit_status, 0) << run.errors;
}

TEST(MatrixRun, PowerIterationFindsTheEigenvalueOfAFile) {
  const TemporaryFolder folder;
  // The matrix [[2, 1], [1, 2]] has 3 and 1.
  write_file(folder / "a.mtx", "%%MatrixMarket matrix array integer symmetric\n2 2\n2\n1\n2\n");
  const ProgramRun run = run_workload(folder, "kind: power_iteration, matrix: a.mtx");
  ASSERT_EQ(run.exit_status, 0) << run.errors;
  const nlohmann::json found = run.json().at("power_iteration");
  EXPECT_TRUE(found.at("converged"));
  EXPECT_NEAR(found.at("eigenvalue"), 3, 1e-10);
  EXPECT_NEAR(std::abs(found.at("eigenvector")[0].get<double>()), std::sqrt(0.5), 1e-5);
  const ProgramRun stopped =
      run_workload(folder, "kind: power_iteration, matrix: a.mtx, iterations: 2");
  EXPECT_EQ(stopped.exit_status, 0) << stopped.errors;
  EXPECT_FALSE(stopped.json().at("power_iteration").at("converged"));
  EXPECT_EQ(stopped.json().at("power_iteration").at("eigenvalues").size(), 2U);
}

TEST(MatrixRun, PowerIterationRefusesAMatrixThatIsNotSymmetric) {
  const TemporaryFolder folder;
  write_file(folder / "a.mtx", "%%MatrixMarket matrix array integer general\n2 2\n2\n1\n5\n2\n");
  const ProgramRun run = run_workload(folder, "kind: power_iteration, matrix: a.mtx");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.errors,
            "swapfly: run.yaml: workload.matrix a.mtx has 1 in row 2, column 1, and 5 in row 1, "
            "column 2; accepted: a symmetric matrix\n");
}

TEST(MatrixRun, RefusesWhatItCannotMultiplyInOneLine) {
  const TemporaryFolder folder;
  write_file(folder / "wide.mtx", "%%MatrixMarket matrix array real general\n1 2\n1.5\n2\n");
  const auto error_of = [&](const std::string& workload, const std::string& more = "") {
    const ProgramRun run = run_workload(folder, workload, more);
    EXPECT_EQ(run.exit_status, 2) << workload;
    return run.errors;
  };
  EXPECT_EQ(error_of("kind: vector_matrix, matrix: wide.mtx"),
            "swapfly: run.yaml: workload.matrix is a matrix of 1 x 2; accepted: n x n with n up to "
            "4096\n");
  EXPECT_EQ(error_of("kind: vector_matrix, vector: wide.mtx, n: 3"),
            "swapfly: run.yaml: workload.vector is a matrix of 1 x 2; accepted: 1 x 3\n");
  EXPECT_EQ(error_of("kind: vector_matrix, vector: wide.mtx, numbers: integer"),
            "swapfly: run.yaml: workload.numbers is integer; accepted for workload.vector, which "
            "has real numbers: real\n");
  EXPECT_EQ(error_of("kind: vector_matrix, numbers: real", "router: {payload: 32}\n"),
            "swapfly: run.yaml: router.payload is 32; accepted for real numbers: 64\n");
  EXPECT_EQ(error_of("kind: vector_matrix", "router: {multicast: false}\n"),
            "swapfly: run.yaml: router.multicast is false; accepted for products, which broadcast: "
            "true\n");
  EXPECT_EQ(error_of("kind: vector_matrix, to: [1, 1]"),
            "swapfly: run.yaml: workload.to is [1,1]; accepted only with workload.layout "
            "out_of_place\n");
  EXPECT_EQ(error_of("kind: vector_matrix, layout: mirrored, accumulation: reversed"),
            "swapfly: run.yaml: workload.accumulation is reversed; accepted with workload.layout "
            "mirrored: forward\n");
  EXPECT_EQ(
      error_of("kind: vector_matrix, matrix: missing.mtx").find("missing.mtx: No such file") !=
          std::string::npos,
      true);
}

}  // namespace
}  // namespace swapfly::test
