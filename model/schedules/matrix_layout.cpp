#include "model/schedules/matrix_layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace swapfly {

MatrixLayout::MatrixLayout(const SwappedDragonfly& topology, const ProductShape& shape,
                           std::uint64_t n)
    : topology_(topology), shape_(shape), n_(n) {
  if (n == 0) throw std::invalid_argument("workload.n is 0; accepted: 1 or more");
  if (shape.rows == 0 || shape.rows > topology.K()) {
    throw std::invalid_argument(fmt::format("workload.rows is {}; accepted on {}: 1 to {}",
                                            shape.rows, to_string(topology), topology.K()));
  }
  const unsigned most = std::min(shape.rows, topology.K() / shape.rows);
  if (shape.columns == 0 || shape.columns > most) {
    throw std::invalid_argument(
        fmt::format("workload.columns is {}; accepted on {} with workload.rows {}: 1 to {}",
                    shape.columns, to_string(topology), shape.rows, most));
  }
}

std::optional<std::uint64_t> MatrixLayout::index_of(std::uint64_t item, unsigned r,
                                                    unsigned v) const {
  const std::uint64_t t = r + item % folds() * R();
  if (t >= L()) return std::nullopt;
  return index(item / folds(), static_cast<unsigned>(t), v);
}

std::uint64_t MatrixLayout::items_at(unsigned r) const {
  return blocks() * ((L() - r + R() - 1) / R());
}

}  // namespace swapfly
