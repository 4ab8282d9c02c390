#include "model/workloads/transpose.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace swapfly {
namespace {

constexpr Clock first_clock = 1;

MatrixLayout layout_of(const WorkloadContext& context, const Operands& operands) {
  const ProductShape shape =
      best_shape(context.topology, operands.n, operands.shape,
                 [](const MatrixLayout& layout) { return layout.blocks() * layout.blocks(); });
  return {context.topology, shape, operands.n};
}

}  // namespace

Transpose::Transpose(const WorkloadContext& context, Operands operands)
    : context_(context), layout_(layout_of(context, operands)) {
  const std::uint64_t n = layout_.n();
  if (layout_.padded() > ~std::uint32_t{0} / layout_.padded()) {
    throw std::invalid_argument(fmt::format(
        "workload.n is {}; accepted: fewer elements than labels can tell apart, 2^32", n));
  }
  matrix_ = operands.right
                ? std::move(*operands.right)
                : generated_matrix(n, n, Arithmetic(operands.numbers, context.payload_bits),
                                   context.seed);
  found_ = {n, n, std::vector<std::uint64_t>(n * n)};
  times_written_.resize(n * n);
}

WorkloadNeeds Transpose::needs() const {
  WorkloadNeeds needs;
  needs.lanes = layout_.folds();
  for (unsigned gamma = 0; gamma < layout_.topology().K(); ++gamma) {
    needs.headers.push_back({2, true, static_cast<std::uint16_t>(gamma), 0, 0});
  }
  return needs;
}

void Transpose::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  for (std::uint64_t i = 0; i < layout_.n(); ++i) {
    for (std::uint64_t j = 0; j < layout_.n(); ++j) {
      send(fabric.nic(layout_.topology().id(layout_.matrix_place(i, j))), i, j);
    }
  }
}

void Transpose::send(NicCore& nic, std::uint64_t i, std::uint64_t j) const {
  const SwappedDragonfly& topology = layout_.topology();
  const unsigned from = topology.coordinates(nic.node()).c;
  const unsigned to = layout_.t_of(j) + layout_.column_of(i) * layout_.L();
  Departure departure;
  departure.due = first_clock + i / layout_.unit() * layout_.blocks() + j / layout_.unit();
  departure.lane = layout_.t_of(j) / layout_.R();
  const unsigned gamma = difference(topology.cabinet_group(), to, from, topology.K());
  departure.header = {2, true, static_cast<std::uint16_t>(gamma), 0, 0};
  departure.label = static_cast<std::uint32_t>(i * layout_.n() + j);
  departure.payload = matrix_.at(i, j);
  nic.send(departure);
}

void Transpose::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    const std::uint64_t i = arrival.flit.label / layout_.n();
    const std::uint64_t j = arrival.flit.label % layout_.n();
    if (i >= layout_.n() || nic.node() != layout_.topology().id(layout_.matrix_place(j, i))) {
      ++strays_;
      continue;
    }
    found_.at(j, i) = arrival.flit.payload;
    std::uint8_t& times = times_written_[j * layout_.n() + i];
    if (times < 2) ++times;
  }
}

std::uint64_t Transpose::expected_copies() const { return layout_.n() * layout_.n(); }

bool Transpose::data_ok() const {
  const bool once = std::all_of(times_written_.begin(), times_written_.end(),
                                [](std::uint8_t times) { return times == 1; });
  if (strays_ > 0 || !once) return false;
  for (std::uint64_t i = 0; i < layout_.n(); ++i) {
    for (std::uint64_t j = 0; j < layout_.n(); ++j) {
      if (found_.at(i, j) != matrix_.at(j, i)) return false;
    }
  }
  return true;
}

std::vector<Claim> Transpose::claims(const RunFigures& figures) const {
  const std::string hop = hops_formula(context_, 0, 1);
  const bool one = layout_.blocks() == 1;
  return {exact_time("transpose.one_hop", one ? hop : hop + " + X^2 - 1", clocks(),
                     one ? "1 hop" : "", figures)};
}

}  // namespace swapfly
