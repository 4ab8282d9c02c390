#include "model/workloads/vector_matrix.hpp"

#include <fmt/core.h>

#include <stdexcept>

namespace swapfly {
namespace {

/// The first clock in which a flit can be arbitrated.
constexpr Clock first_clock = 1;
/// Streams of the seed: the same numbers never stand for two things.
constexpr std::uint64_t matrix_stream = 1;

MatrixLayout layout_of(const WorkloadContext& context, const VectorMatrixParameters& parameters) {
  // The published way back is compared where the product itself would be.
  const ProductOrder order = product_order(parameters.layout, Accumulation::forward);
  const ProductShape shape =
      best_shape(context.topology, parameters.operands.n, parameters.operands.shape,
                 [&](const MatrixLayout& layout) {
                   return ProductPlan(layout, order, product_clocks(context)).clocks();
                 });
  return {context.topology, shape, parameters.operands.n};
}

DenseMatrix matrix_of(const WorkloadContext& context, const Operands& operands) {
  if (operands.right) return *operands.right;
  return generated_matrix(operands.n, operands.n,
                          Arithmetic(operands.numbers, context.payload_bits),
                          context.seed + matrix_stream);
}

void require_slot(const char* key, const VectorSlot& slot, const MatrixLayout& layout) {
  if (slot.s < layout.L() && slot.u < layout.M()) return;
  throw std::invalid_argument(
      fmt::format("workload.{} is [{}, {}]; accepted on {} rows of cabinets of {}: [s, u] up to "
                  "[{}, {}]",
                  key, slot.s, slot.u, layout.L(), to_string(layout.topology()), layout.L() - 1,
                  layout.M() - 1));
}

std::uint64_t equal_elements(const std::vector<std::uint64_t>& a,
                             const std::vector<std::uint64_t>& b) {
  std::uint64_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i] ? 1 : 0;
  return equal;
}

}  // namespace

ProductClocks product_clocks(const WorkloadContext& context) {
  return {context.local_hop, context.global_hop, context.nic};
}

std::vector<std::uint64_t> generated_vector(std::uint64_t n, const Arithmetic& arithmetic,
                                            std::uint64_t seed) {
  return generated_matrix(1, n, arithmetic, seed).words;
}

std::string hops_formula(const WorkloadContext& context, unsigned local, unsigned global) {
  if (context.local_hop == context.global_hop) {
    return local + global == 1 ? "t_w" : fmt::format("{} t_w", local + global);
  }
  if (local == 0) return global == 1 ? "t_global" : fmt::format("{} t_global", global);
  return fmt::format("{} t_local + {} t_global", local, global);
}

VectorMatrix::VectorMatrix(const WorkloadContext& context, VectorMatrixParameters parameters)
    : context_(context),
      parameters_(std::move(parameters)),
      engine_(layout_of(context, parameters_), matrix_of(context, parameters_.operands),
              Arithmetic(parameters_.operands.numbers, context.payload_bits)),
      plan_(engine_.layout(), product_order(parameters_.layout, parameters_.accumulation),
            product_clocks(context)) {
  if (parameters_.layout != ProductLayout::out_of_place) parameters_.to = parameters_.from;
  require_slot("from", parameters_.from, layout());
  require_slot("to", parameters_.to, layout());
  if (engine_.most_products() == 0) {
    throw std::invalid_argument(
        fmt::format("workload.n is {}, {} items a router; accepted: fewer items than labels can "
                    "tell apart",
                    parameters_.operands.n, layout().items()));
  }
  Product product{
      plan_.order(), parameters_.from, parameters_.to, starts_of(plan_, first_clock), {}};
  product.operand =
      parameters_.operands.left
          ? parameters_.operands.left->words
          : generated_vector(parameters_.operands.n, engine_.arithmetic(), context.seed);
  engine_.add(std::move(product));
}

WorkloadNeeds VectorMatrix::needs() const {
  WorkloadNeeds needs;
  needs.lanes = engine_.route().lanes();
  needs.headers = engine_.route().headers(plan_.order());
  return needs;
}

void VectorMatrix::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  engine_.broadcast_everywhere(fabric, 0);
}

void VectorMatrix::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) engine_.take(nic, arrival);
}

std::uint64_t VectorMatrix::expected_copies() const { return engine_.copies(plan_.order()); }

DenseMatrix VectorMatrix::found() const { return {1, layout().n(), engine_.result(0)}; }

DenseMatrix VectorMatrix::operand() const { return {1, layout().n(), engine_.product(0).operand}; }

bool VectorMatrix::data_ok() const {
  if (!engine_.complete(0)) return false;
  if (parameters_.accumulation == Accumulation::reversed) return is_row_sums();
  return is_product(found(), operand(), engine_.matrix(),
                    parameters_.layout == ProductLayout::mirrored, engine_.arithmetic());
}

/// Row i of A times a vector that holds V(i) throughout.
bool VectorMatrix::is_row_sums() const {
  const std::uint64_t n = layout().n();
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto row = engine_.matrix().words.begin() + static_cast<std::ptrdiff_t>(i * n);
    const DenseMatrix left{1, n, {row, row + static_cast<std::ptrdiff_t>(n)}};
    const DenseMatrix right{n, 1, std::vector<std::uint64_t>(n, operand().words[i])};
    if (!is_product({1, 1, {engine_.result(0)[i]}}, left, right, false, engine_.arithmetic())) {
      return false;
    }
  }
  return true;
}

std::vector<std::uint64_t> VectorMatrix::row_sums() const {
  const Arithmetic& arithmetic = engine_.arithmetic();
  std::vector<std::uint64_t> sums(layout().n());
  for (std::uint64_t i = 0; i < layout().n(); ++i) {
    for (std::uint64_t j = 0; j < layout().n(); ++j) {
      const std::uint64_t term =
          arithmetic.multiply(engine_.product(0).operand[i], engine_.matrix().at(i, j));
      sums[i] = arithmetic.add(sums[i], term);
    }
  }
  return sums;
}

std::uint64_t VectorMatrix::elements_of_product() const {
  return equal_elements(
      engine_.result(0),
      direct_product(operand(), engine_.matrix(), parameters_.layout == ProductLayout::mirrored,
                     engine_.arithmetic())
          .words);
}

std::uint64_t VectorMatrix::elements_of_row_sums() const {
  return equal_elements(engine_.result(0), row_sums());
}

std::string VectorMatrix::formula() const {
  const bool home = plan_.order().home;
  std::string formula = hops_formula(context_, 2, home ? 3 : 2) + (home ? " + 3 t_s" : " + 2 t_s");
  if (layout().folds() == 1) {
    if (layout().blocks() > 1) formula += " + 2(X - 1)";
  } else {
    formula += " + (X - 1) + (XF - 1)";
  }
  if (plan_.home_delay() > 0) {
    formula += fmt::format(" + {} (the last hop waits)", plan_.home_delay());
  }
  return formula;
}

std::vector<Claim> VectorMatrix::claims(const RunFigures& figures) const {
  if (parameters_.accumulation == Accumulation::reversed) {
    Claim erratum;
    erratum.id = "vecmat.erratum";
    erratum.formula = "n elements are V(i) times the sum of row i";
    erratum.expected = layout().n();
    erratum.measured = elements_of_row_sums();
    erratum.published = "V*A";
    erratum.unit = "elements";
    // Doubles may be rounded otherwise.
    erratum.ok = parameters_.operands.numbers == NumberKind::real
                     ? is_row_sums()
                     : erratum.measured == erratum.expected;
    return {erratum};
  }
  const bool blocks = layout().blocks() > 1 || layout().folds() > 1;
  std::string id = "vecmat." + std::string(name_of(parameters_.layout));
  if (blocks) id = layout().folds() > 1 ? "vecmat.replicated" : "vecmat.blocks";
  const std::uint64_t rounds = layout().items();
  const std::string hops = plan_.order().home ? "5 hops" : "4 hops";
  return {exact_time(id, formula(), plan_.clocks(),
                     rounds == 1 ? hops : fmt::format("{} rounds of {}", rounds, hops), figures)};
}

std::vector<std::string> VectorMatrix::notes() const {
  if (parameters_.accumulation == Accumulation::forward) return {};
  return {"the reversed accumulation gives V(i) times the sum of row i, not V*A"};
}

}  // namespace swapfly
