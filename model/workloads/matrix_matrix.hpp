#pragma once

#include "model/schedules/matrix_matrix_plan.hpp"
#include "model/workloads/vector_matrix.hpp"

namespace swapfly {

struct MatrixMatrixParameters {
  Operands operands;
  MatrixSchedule schedule = MatrixSchedule::phases;
};

/// Two n x n matrices, B*A: every row of B is a vector where it lies, and its product with A lands
/// in the swapped layout. So element (i,j) of the product is where (i,j) of B was, with d and p
/// swapped.
class MatrixMatrix : public Workload {
 public:
  /// Throws std::invalid_argument for what MatrixLayout or MatrixMatrixPlan refuse, or more rows
  /// and items than labels hold.
  MatrixMatrix(const WorkloadContext& context, MatrixMatrixParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override { return {}; }
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const MatrixMatrixParameters& parameters() const { return parameters_; }
  const MatrixLayout& layout() const { return engine_.layout(); }
  const MatrixMatrixPlan& plan() const { return plan_; }
  /// The product, row by row.
  DenseMatrix found() const;
  /// Clocks of the run as a formula.
  std::string formula() const;

 private:
  WorkloadContext context_;
  MatrixMatrixParameters parameters_;
  ProductEngine engine_;
  MatrixMatrixPlan plan_;
  DenseMatrix left_;
};

}  // namespace swapfly
