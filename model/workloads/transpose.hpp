#pragma once

#include "model/workloads/vector_matrix.hpp"

namespace swapfly {

/// An n x n matrix transposed where it lies: element ((x,t,v),(x',t',v')) goes from (t + r' L, v,
/// v') to (t' + r L, v', v), which is one global hop. A router sends an element of every fold in a
/// clock and a pair of blocks a clock, X^2 in all.
class Transpose : public Workload {
 public:
  /// Only operands.right counts: the matrix. Throws std::invalid_argument for what MatrixLayout
  /// refuses, or more elements a router than labels hold.
  Transpose(const WorkloadContext& context, Operands operands);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const MatrixLayout& layout() const { return layout_; }
  Clock clocks() const { return context_.global_hop + layout_.blocks() * layout_.blocks() - 1; }

 private:
  void send(NicCore& nic, std::uint64_t i, std::uint64_t j) const;

  WorkloadContext context_;
  MatrixLayout layout_;
  DenseMatrix matrix_;
  DenseMatrix found_;
  std::vector<std::uint8_t> times_written_;
  std::uint64_t strays_ = 0;
};

}  // namespace swapfly
