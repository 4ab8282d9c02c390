#pragma once

#include "model/workloads/matrix_matrix.hpp"
#include "model/workloads/power_iteration.hpp"
#include "model/workloads/transpose.hpp"
#include "model/workloads/vector_matrix.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// Where matrices lie, the rounds, and the clocks of each phase as planned, as `matrix`; a run
/// without conflict and stall keeps to them.
Block vector_matrix_report(const VectorMatrix& workload);
Block matrix_matrix_report(const MatrixMatrix& workload);
Block transpose_report(const Transpose& workload);
/// The eigenvalue after every iteration, the eigenvector, and the clocks of an iteration, as
/// `power_iteration`.
Block power_iteration_report(const PowerIteration& workload);

}  // namespace swapfly
