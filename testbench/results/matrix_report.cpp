#include "testbench/results/matrix_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

Block block_of(const MatrixLayout& layout, std::uint64_t rounds, Clock clocks) {
  Block block;
  block.name = "matrix";
  block.json = {{"n", layout.n()},
                {"rows", layout.L()},
                {"columns", layout.R()},
                {"folds", layout.folds()},
                {"blocks", layout.blocks()},
                {"rounds", rounds},
                {"clocks", {{"planned", clocks}}}};
  block.lines.push_back(fmt::format(
      "n = {} on {} x {} cabinets: {} of n = {}, each router stands for {}", layout.n(), layout.L(),
      layout.R(), layout.blocks() == 1 ? "one block" : fmt::format("{} blocks", layout.blocks()),
      layout.unit(), layout.folds()));
  return block;
}

/// Clocks counted from the first arbitration.
void add_phase(Block& block, std::string_view name, Clock first, Clock last) {
  block.json["phases"].push_back({{"name", name}, {"first", first}, {"last", last}});
  block.lines.push_back(fmt::format("{:<12} clocks {} to {}", name, first, last));
}

}  // namespace

Block vector_matrix_report(const VectorMatrix& workload) {
  const ProductPlan& plan = workload.plan();
  Block block = block_of(workload.layout(), workload.layout().items(), plan.clocks());
  block.json["layout"] = name_of(workload.parameters().layout);
  block.json["clocks"]["formula"] = workload.formula();
  block.json["clocks"]["published"] = workload.layout().items() * plan.published_clocks();
  for (const ProductPlan::Phase& phase : plan.phases()) {
    add_phase(block, phase.name, phase.first, phase.last);
  }
  if (workload.parameters().accumulation == Accumulation::reversed) {
    block.json["elements"] = {{"of_product", workload.elements_of_product()},
                              {"of_row_sums", workload.elements_of_row_sums()}};
    block.lines.push_back(fmt::format(
        "reversed accumulation: {} of {} elements are those of V*A, {} are V(i) times the sum of "
        "row i",
        workload.elements_of_product(), workload.layout().n(), workload.elements_of_row_sums()));
  }
  return block;
}

Block matrix_matrix_report(const MatrixMatrix& workload) {
  const MatrixMatrixPlan& plan = workload.plan();
  const MatrixLayout& layout = workload.layout();
  Block block = block_of(layout, plan.rounds(), plan.clocks());
  block.json["schedule"] = name_of(plan.schedule());
  block.json["clocks"]["formula"] = workload.formula();
  block.json["clocks"]["published"] = plan.rounds() * plan.published_round();
  const std::uint64_t last_row = layout.n() - 1;
  add_phase(block, "broadcasts", 0, plan.last_broadcast());
  add_phase(block, "sums", plan.first_sum(0, 0), plan.clocks());
  block.lines.push_back(
      fmt::format("schedule {}: {} rows, row {} starts in clock {}; published: {} rounds of {} "
                  "clocks",
                  name_of(plan.schedule()), layout.n(), last_row, plan.broadcast(last_row, 0),
                  plan.rounds(), plan.published_round()));
  return block;
}

Block transpose_report(const Transpose& workload) {
  const MatrixLayout& layout = workload.layout();
  Block block = block_of(layout, layout.blocks() * layout.blocks(), workload.clocks());
  add_phase(block, "transpose", 0, workload.clocks());
  return block;
}

Block power_iteration_report(const PowerIteration& workload) {
  const PowerIterationPlan& plan = workload.plan();
  const std::vector<double>& values = workload.eigenvalues();
  Block block;
  block.name = "power_iteration";
  block.json = {{"n", workload.layout().n()},
                {"rows", workload.layout().L()},
                {"columns", workload.layout().R()},
                {"iterations", values.size()},
                {"converged", workload.converged()},
                {"clocks",
                 {{"iteration", plan.period()},
                  {"products", plan.mirrored_start() + plan.mirrored().clocks()}}},
                {"eigenvalue", nullptr},
                {"eigenvalues", values},
                {"eigenvector", nullptr}};
  block.lines.push_back(fmt::format(
      "n = {} on {} x {} cabinets; an iteration takes {} clocks, {} of them for its two products",
      workload.layout().n(), workload.layout().L(), workload.layout().R(), plan.period(),
      plan.mirrored_start() + plan.mirrored().clocks()));
  if (values.empty()) return block;
  block.json["eigenvalue"] = values.back();
  block.json["eigenvector"] = workload.eigenvector();
  block.lines.push_back(fmt::format("eigenvalue {:.15g} after {} iterations, {}", values.back(),
                                    values.size(),
                                    workload.converged() ? "converged" : "not converged"));
  return block;
}

}  // namespace swapfly
