#include "model/workloads/power_iteration.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

#include "model/workloads/vector_matrix.hpp"

namespace swapfly {
namespace {

constexpr Clock first_clock = 1;
constexpr VectorSlot slot{0, 0};
const Arithmetic reals(NumberKind::real, 64);

MatrixLayout layout_of(const WorkloadContext& context, const PowerIterationParameters& parameters) {
  const std::uint64_t n = parameters.matrix.rows;
  const ProductShape shape =
      best_shape(context.topology, n, parameters.shape, [&](const MatrixLayout& layout) {
        return PowerIterationPlan(layout, product_clocks(context)).period();
      });
  return {context.topology, shape, n};
}

double dot(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b,
           double* magnitude) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double term = Arithmetic::value(a[i]) * Arithmetic::value(b[i]);
    sum += term;
    *magnitude += std::abs(term);
  }
  return sum;
}

}  // namespace

PowerIteration::PowerIteration(const WorkloadContext& context, PowerIterationParameters parameters)
    : context_(context),
      parameters_(std::move(parameters)),
      engine_(layout_of(context, parameters_), parameters_.matrix, reals),
      plan_(engine_.layout(), product_clocks(context)),
      nodes_(context.topology.routers()) {
  const std::uint64_t most = engine_.most_products() / 2;
  if (parameters_.iterations > most) {
    throw std::invalid_argument(
        fmt::format("workload.iterations is {}; accepted for n = {}: 1 to {}",
                    parameters_.iterations, layout().n(), most));
  }
  for (Node& node : nodes_) {
    node.parts.resize(layout().M());
    node.crossed.resize(layout().R());
  }
  add_cycle();
  const std::vector<std::uint64_t> start = generated_vector(layout().n(), reals, context.seed);
  for (std::uint64_t i = 0; i < start.size(); ++i) engine_.set_operand(0, i, start[i]);
}

Clock PowerIteration::cycle_start(std::uint64_t cycle) const {
  return first_clock + cycle * plan_.period();
}

void PowerIteration::add_cycle() {
  const Clock start = cycle_start(cycles_begun_++);
  const std::vector<std::uint64_t> unknown(layout().n());
  engine_.add({plan_.forward().order(), slot, slot, starts_of(plan_.forward(), start), unknown});
  engine_.add({plan_.mirrored().order(), slot, slot,
               starts_of(plan_.mirrored(), start + plan_.mirrored_start()), unknown});
}

WorkloadNeeds PowerIteration::needs() const {
  WorkloadNeeds needs;
  needs.lanes = engine_.route().lanes();
  needs.headers = engine_.route().headers(plan_.forward().order());
  const std::vector<Header> more = engine_.route().headers(plan_.mirrored().order());
  needs.headers.insert(needs.headers.end(), more.begin(), more.end());
  needs.headers.push_back(engine_.route().to_drawer().header);
  return needs;
}

void PowerIteration::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  engine_.broadcast_everywhere(fabric, 0);
}

void PowerIteration::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    if (arrival.flit.label >= ProductEngine::label_limit) {
      take(nic, arrival);
    } else if (const auto element = engine_.take(nic, arrival)) {
      finish(nic, arrival, *element);
    }
  }
}

void PowerIteration::send(NicCore& nic, const Arrival& arrival, Clock due, const ProductSend& how,
                          Phase phase, unsigned sum, std::uint64_t place,
                          std::uint64_t payload) const {
  Departure departure;
  departure.due = due;
  departure.lane = how.lane;
  departure.header = how.header;
  departure.label = ProductEngine::label_limit | static_cast<std::uint32_t>(phase) << phase_bit |
                    sum << sum_bit | static_cast<std::uint32_t>(place);
  departure.payload = payload;
  departure.final = false;
  nic.answer(arrival, departure);
}

/// An element of y goes on at once, and to where z will be; one of z waits for its y.
void PowerIteration::finish(NicCore& nic, const Arrival& arrival,
                            const ProductEngine::Finished& element) {
  const std::uint64_t cycle = element.product / 2;
  if (element.product != forward_of(cycle)) {
    ++nodes_[nic.node()].finished;
    gather_when_ready(nic, arrival);
    return;
  }
  const std::uint64_t word =
      element.index < layout().n() ? engine_.result(element.product)[element.index] : 0;
  const std::uint64_t item = layout().item_of(element.index);
  engine_.set_operand(element.product + 1, element.index, word);
  engine_.broadcast(nic, &arrival, element.product + 1, item);
  send(nic, arrival, cycle_start(cycle) + plan_.compare(item), engine_.route().home(),
       Phase::compare, 0, item, word);
}

void PowerIteration::take(NicCore& nic, const Arrival& arrival) {
  const std::uint32_t label = arrival.flit.label;
  const unsigned sum = label >> sum_bit & 3U;
  const std::uint64_t place = label & ((1U << sum_bit) - 1);
  switch (static_cast<Phase>(label >> phase_bit & 3U)) {
    case Phase::compare:
      ++nodes_[nic.node()].compared;
      gather_when_ready(nic, arrival);
      return;
    case Phase::gather:
      take_part(nic, arrival, sum, place);
      return;
    case Phase::cross:
      take_crossing(nic, arrival, sum, place);
      return;
    case Phase::back:
      take_total(nic, arrival, sum);
      return;
  }
}

void PowerIteration::gather_when_ready(NicCore& nic, const Arrival& arrival) {
  Node& node = nodes_[nic.node()];
  const Coordinates at = context_.topology.coordinates(nic.node());
  const unsigned r = at.c / layout().L();
  const std::uint64_t items = layout().items_at(r);
  if (node.compared < items || node.finished < items) return;
  node.compared = node.finished = 0;
  Sums parts{};
  for (std::uint64_t item = 0; item < layout().items(); ++item) {
    const std::optional<std::uint64_t> index = layout().index_of(item, r, at.p);
    if (!index || *index >= layout().n()) continue;
    const double y = Arithmetic::value(engine_.result(forward_of(node.cycle))[*index]);
    const double z = Arithmetic::value(engine_.result(forward_of(node.cycle) + 1)[*index]);
    parts[0] += y * z;
    parts[1] += y * y;
    parts[2] += z * z;
  }
  for (unsigned sum = 0; sum < parts.size(); ++sum) {
    send(nic, arrival, cycle_start(node.cycle) + plan_.gather(sum), engine_.route().to_drawer(),
         Phase::gather, sum, at.p, Arithmetic::word(parts[sum]));
  }
}

void PowerIteration::take_part(NicCore& nic, const Arrival& arrival, unsigned sum,
                               std::uint64_t sender) {
  Node& node = nodes_[nic.node()];
  node.parts[sender][sum] = Arithmetic::value(arrival.flit.payload);
  if (++node.gathered[sum] < layout().M()) return;
  node.gathered[sum] = 0;
  double total = 0;
  for (const Sums& part : node.parts) total += part[sum];
  const Coordinates at = context_.topology.coordinates(nic.node());
  for (unsigned column = 0; column < layout().R(); ++column) {
    send(nic, arrival, cycle_start(node.cycle) + plan_.cross(sum),
         engine_.route().to_column(at, column), Phase::cross, sum, at.c / layout().L(),
         Arithmetic::word(total));
  }
}

/// What crosses is not this router's vector's: it may have none.
void PowerIteration::take_crossing(NicCore& nic, const Arrival& arrival, unsigned sum,
                                   std::uint64_t column) {
  Node& node = nodes_[nic.node()];
  node.crossed[column][sum] = Arithmetic::value(arrival.flit.payload);
  if (++node.crossings[sum] < layout().R()) return;
  node.crossings[sum] = 0;
  double total = 0;
  for (const Sums& crossed : node.crossed) total += crossed[sum];
  const std::uint64_t cycle = node.crossed_sums++ / PowerIterationPlan::sums;
  send(nic, arrival, cycle_start(cycle) + plan_.back(sum), engine_.route().home(), Phase::back, sum,
       0, Arithmetic::word(total));
}

void PowerIteration::take_total(NicCore& nic, const Arrival& arrival, unsigned sum) {
  Node& node = nodes_[nic.node()];
  node.totals[sum] = Arithmetic::value(arrival.flit.payload);
  if (++node.totals_there < PowerIterationPlan::sums) return;
  node.totals_there = 0;
  end_cycle(nic, arrival);
}

bool PowerIteration::ends_after(std::uint64_t cycle) const {
  if (cycle + 1 >= parameters_.iterations) return true;
  if (cycle == 0) return false;
  const double now = eigenvalues_[cycle];
  return std::abs(now - eigenvalues_[cycle - 1]) <= parameters_.tolerance * std::abs(now);
}

bool PowerIteration::converged() const {
  const std::size_t cycles = eigenvalues_.size();
  return cycles > 1 && std::abs(eigenvalues_[cycles - 1] - eigenvalues_[cycles - 2]) <=
                           parameters_.tolerance * std::abs(eigenvalues_[cycles - 1]);
}

void PowerIteration::end_cycle(NicCore& nic, const Arrival& arrival) {
  Node& node = nodes_[nic.node()];
  const std::uint64_t cycle = node.cycle++;
  const double eigenvalue = node.totals[0] / node.totals[1];
  if (eigenvalues_.size() == cycle) eigenvalues_.push_back(eigenvalue);
  // By the bits: no number is not equal to itself.
  disagreed_ = disagreed_ || Arithmetic::word(eigenvalues_[cycle]) != Arithmetic::word(eigenvalue);
  if (ends_after(cycle)) return;
  if (cycles_begun_ == cycle + 1) add_cycle();
  const std::uint32_t next = forward_of(cycle + 1);
  const Coordinates at = context_.topology.coordinates(nic.node());
  const double length = std::sqrt(node.totals[2]);
  for (std::uint64_t item = 0; item < layout().items(); ++item) {
    const auto index = layout().index_of(item, at.c / layout().L(), at.p);
    if (!index || *index >= layout().n()) continue;
    const double z = Arithmetic::value(engine_.result(next - 1)[*index]);
    engine_.set_operand(next, *index, Arithmetic::word(z / length));
  }
  for (std::uint64_t block = 0; block < layout().blocks(); ++block) {
    engine_.broadcast(nic, &arrival, next, block);
  }
}

std::uint64_t PowerIteration::expected_copies() const {
  return cycles_begun_ *
         (engine_.copies(plan_.forward().order()) + engine_.copies(plan_.mirrored().order()));
}

std::vector<double> PowerIteration::eigenvector() const {
  std::vector<double> vector;
  double magnitude = 0;
  const std::vector<std::uint64_t>& z = engine_.result(forward_of(cycles_begun_ - 1) + 1);
  const double length = std::sqrt(dot(z, z, &magnitude));
  vector.reserve(z.size());
  for (const std::uint64_t word : z) vector.push_back(Arithmetic::value(word) / length);
  return vector;
}

bool PowerIteration::cycle_is_right(std::uint64_t cycle) const {
  const std::uint64_t n = layout().n();
  const std::uint32_t forward = forward_of(cycle);
  const std::vector<std::uint64_t>& y = engine_.result(forward);
  const std::vector<std::uint64_t>& z = engine_.result(forward + 1);
  const DenseMatrix x{1, n, engine_.product(forward).operand};
  if (!engine_.complete(forward) || !engine_.complete(forward + 1)) return false;
  if (!is_product({1, n, y}, x, engine_.matrix(), false, reals)) return false;
  if (!is_product({1, n, z}, {1, n, y}, engine_.matrix(), true, reals)) return false;
  double of_yz = 0;
  double of_yy = 0;
  const double expected = dot(y, z, &of_yz) / dot(y, y, &of_yy);
  const double unit = static_cast<double>(n + 4) * 0x1.0p-51;
  if (!(std::abs(eigenvalues_[cycle] - expected) <= unit * (of_yz / of_yy))) return false;
  if (cycle + 1 == cycles_begun_) return true;
  double length = 0;
  dot(z, z, &length);
  for (std::uint64_t i = 0; i < n; ++i) {
    const double next = Arithmetic::value(z[i]) / std::sqrt(length);
    const double sent = Arithmetic::value(engine_.product(forward + 2).operand[i]);
    if (!(std::abs(sent - next) <= unit * std::abs(next))) return false;
  }
  return true;
}

bool PowerIteration::data_ok() const {
  if (disagreed_ || eigenvalues_.size() != cycles_begun_) return false;
  for (std::uint64_t cycle = 0; cycle < cycles_begun_; ++cycle) {
    if (!cycle_is_right(cycle)) return false;
  }
  return true;
}

std::vector<Claim> PowerIteration::claims(const RunFigures& figures) const {
  const std::uint64_t cycles = eigenvalues_.size();
  if (cycles == 0) return {};
  return {exact_time(
      "power_iteration.time",
      fmt::format("{} cycles of {} clocks, without the last t_s", cycles, plan_.period()),
      (cycles - 1) * plan_.period() + plan_.clocks(), "", figures)};
}

}  // namespace swapfly
