#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "testbench/comparison/cost_table.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// What a product takes by others' formulas.
struct ProductSize {
  std::uint64_t n = 1;      ///< rows and columns
  std::uint64_t nodes = 1;  ///< P
};

/// Cannon's algorithm on an N x N torus, N^2 = P, N a divisor of n: 4 N - 2 messages one after the
/// other, of (n / N)^2 words each. Computational Science Education Project, Mathematical
/// Software: Linear Algebra, section 4.2 (phy.ornl.gov/csep/la/node6.html).
std::optional<std::uint64_t> cannon_messages(const ProductSize& size);

/// Element transfers in sequence of Ho, Johnsson and Edelman's algorithm on a hypercube whose nodes
/// use all ports, for both operands: 2 n^2 / (sqrt(P) log2 P), by the abstract of the paper. It
/// counts no start-ups.
std::optional<double> ho_johnsson_edelman_transfers(const ProductSize& size);

struct MatrixProductCosts {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if all went well
  std::vector<CostLine> lines;
  std::vector<std::string> notes;  ///< what is left out, and why
};

/// The table for a scenario of a matrix product, complete: others' formulas, and every schedule,
/// which is run in a process of its own.
MatrixProductCosts matrix_product_costs(const Json& scenario, const std::string& scenario_name,
                                        const ChildOptions& children,
                                        const std::atomic<bool>& stop_requested);

}  // namespace swapfly
