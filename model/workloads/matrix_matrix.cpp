#include "model/workloads/matrix_matrix.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace swapfly {
namespace {

constexpr Clock first_clock = 1;
/// Streams of the seed.
constexpr std::uint64_t right_stream = 1;
constexpr std::uint64_t left_stream = 2;

DenseMatrix given_or_generated(const std::optional<DenseMatrix>& given, const Operands& operands,
                               const WorkloadContext& context, std::uint64_t stream) {
  if (given) return *given;
  return generated_matrix(operands.n, operands.n,
                          Arithmetic(operands.numbers, context.payload_bits),
                          context.seed + stream);
}

MatrixLayout layout_of(const WorkloadContext& context, const MatrixMatrixParameters& parameters) {
  const ProductShape shape = best_shape(
      context.topology, parameters.operands.n, parameters.operands.shape,
      [&](const MatrixLayout& layout) {
        if (parameters.schedule == MatrixSchedule::densest && layout.items() > 1) return never;
        return MatrixMatrixPlan(layout, parameters.schedule, product_clocks(context)).clocks();
      });
  return {context.topology, shape, parameters.operands.n};
}

}  // namespace

MatrixMatrix::MatrixMatrix(const WorkloadContext& context, MatrixMatrixParameters parameters)
    : context_(context),
      parameters_(std::move(parameters)),
      engine_(layout_of(context, parameters_),
              given_or_generated(parameters_.operands.right, parameters_.operands, context,
                                 right_stream),
              Arithmetic(parameters_.operands.numbers, context.payload_bits)),
      plan_(engine_.layout(), parameters_.schedule, product_clocks(context)),
      left_(given_or_generated(parameters_.operands.left, parameters_.operands, context,
                               left_stream)) {
  if (engine_.most_products() < layout().n()) {
    throw std::invalid_argument(
        fmt::format("workload.n is {}, {} items a router; accepted: fewer rows times items than "
                    "labels can tell apart",
                    layout().n(), layout().items()));
  }
  for (std::uint64_t i = 0; i < layout().n(); ++i) {
    const VectorSlot slot = layout().slot_of_row(i);
    Product row{product_order(ProductLayout::swapped, Accumulation::forward), slot, slot, {}, {}};
    row.starts.broadcast = first_clock + plan_.broadcast(i, 0);
    row.starts.first_sum = first_clock + plan_.first_sum(i, 0);
    row.starts.second_sum = first_clock + plan_.second_sum(i, 0);
    const auto first = left_.words.begin() + static_cast<std::ptrdiff_t>(i * left_.columns);
    row.operand.assign(first, first + static_cast<std::ptrdiff_t>(left_.columns));
    engine_.add(std::move(row));
  }
}

WorkloadNeeds MatrixMatrix::needs() const {
  WorkloadNeeds needs;
  needs.lanes = engine_.route().lanes();
  needs.headers = engine_.route().headers(engine_.product(0).order);
  return needs;
}

void MatrixMatrix::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  for (std::uint64_t i = 0; i < layout().n(); ++i) {
    engine_.broadcast_everywhere(fabric, static_cast<std::uint32_t>(i));
  }
}

void MatrixMatrix::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) engine_.take(nic, arrival);
}

std::uint64_t MatrixMatrix::expected_copies() const {
  return layout().n() * engine_.copies(engine_.product(0).order);
}

DenseMatrix MatrixMatrix::found() const {
  DenseMatrix found{layout().n(), layout().n(), {}};
  for (std::uint64_t i = 0; i < layout().n(); ++i) {
    const std::vector<std::uint64_t>& row = engine_.result(static_cast<std::uint32_t>(i));
    found.words.insert(found.words.end(), row.begin(), row.end());
  }
  return found;
}

bool MatrixMatrix::data_ok() const {
  for (std::uint64_t i = 0; i < layout().n(); ++i) {
    if (!engine_.complete(static_cast<std::uint32_t>(i))) return false;
  }
  return is_product(found(), left_, engine_.matrix(), false, engine_.arithmetic());
}

std::string MatrixMatrix::formula() const {
  const std::string one = hops_formula(context_, 2, 2) + " + 2 t_s";
  switch (parameters_.schedule) {
    case MatrixSchedule::rounds:
      return layout().items() == 1 ? fmt::format("n ({})", one)
                                   : fmt::format("n ({} + (X - 1) + (XF - 1))", one);
    case MatrixSchedule::densest:
      return fmt::format("{} + the start of row n, {} starts in every {} clocks", one,
                         plan_.starts().starts.size(), plan_.starts().period);
    case MatrixSchedule::phases:
      break;
  }
  return one + " + X^2 (L + F M) - 2";
}

std::vector<Claim> MatrixMatrix::claims(const RunFigures& figures) const {
  return {exact_time("matmul." + std::string(name_of(parameters_.schedule)), formula(),
                     plan_.clocks(), fmt::format("{} rounds of 4 hops", plan_.rounds()), figures)};
}

}  // namespace swapfly
