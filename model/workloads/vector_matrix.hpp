#pragma once

#include <optional>

#include "model/workloads/product_engine.hpp"

namespace swapfly {

/// What multiplies, as scenarios give it; what is left out is generated from the seed.
struct Operands {
  std::uint64_t n = 1;
  /// A shape's rows or columns that are 0 are chosen so that the product takes fewest clocks.
  ProductShape shape{0, 0};
  NumberKind numbers = NumberKind::integer;
  std::optional<DenseMatrix> left;   ///< the vector, or the matrix of rows
  std::optional<DenseMatrix> right;  ///< the matrix
};

struct VectorMatrixParameters {
  Operands operands;
  ProductLayout layout = ProductLayout::swapped;
  Accumulation accumulation = Accumulation::forward;
  VectorSlot from;
  VectorSlot to;  ///< of out_of_place
};

ProductClocks product_clocks(const WorkloadContext& context);
std::vector<std::uint64_t> generated_vector(std::uint64_t n, const Arithmetic& arithmetic,
                                            std::uint64_t seed);
/// "4 t_w", or local and global hops told apart where they differ.
std::string hops_formula(const WorkloadContext& context, unsigned local, unsigned global);

/// One n-vector times one n x n matrix (V*A, or A*V mirrored) with real numbers, on the routers of
/// a MatrixLayout.
class VectorMatrix : public Workload {
 public:
  /// Throws std::invalid_argument for what MatrixLayout refuses, a slot that is not there, or more
  /// than labels hold.
  VectorMatrix(const WorkloadContext& context, VectorMatrixParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const VectorMatrixParameters& parameters() const { return parameters_; }
  const MatrixLayout& layout() const { return engine_.layout(); }
  const ProductPlan& plan() const { return plan_; }
  /// Elements of the result that V*A (or A*V) has, and that V(i) times the sum of row i has.
  std::uint64_t elements_of_product() const;
  std::uint64_t elements_of_row_sums() const;
  /// Clocks of the run as a formula.
  std::string formula() const;

 private:
  DenseMatrix found() const;
  DenseMatrix operand() const;
  std::vector<std::uint64_t> row_sums() const;
  bool is_row_sums() const;

  WorkloadContext context_;
  VectorMatrixParameters parameters_;
  ProductEngine engine_;
  ProductPlan plan_;
};

}  // namespace swapfly
