#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "model/metrics/linear_fit.hpp"
#include "testbench/processes/child_runs.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// One run of a product.
struct VectorProductSample {
  unsigned hop = 1;  ///< t_w
  unsigned nic = 1;  ///< t_s
  std::uint64_t clocks = 0;
  std::uint64_t conflicts = 0;  ///< and stalls
};

/// The time of a product of a vector and a matrix as a t_w + b t_s + c.
struct VectorProductFit {
  Status status = Status::ok;
  std::string error;  ///< one line; empty if all went well
  std::vector<VectorProductSample> samples;
  std::optional<LinearFit> fit;  ///< slopes a and b; nothing where the runs were stopped
};

/// Runs the scenario, complete, with every t_w of 1 to 4 and t_s of 1, 2, 3, 5 and 8, each in a
/// process of its own; all links take t_w.
VectorProductFit vector_product_fit(const Json& scenario, const std::string& scenario_name,
                                    const ChildOptions& children,
                                    const std::atomic<bool>& stop_requested);

Json to_json(const VectorProductFit& fit);
std::string to_text(const VectorProductFit& fit);

}  // namespace swapfly
