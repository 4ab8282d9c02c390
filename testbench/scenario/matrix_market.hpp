#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/workloads/dense_matrix.hpp"

namespace swapfly {

/// A matrix as a Matrix Market file (.mtx, NIST) has it, with its zeros and both halves.
struct MarketMatrix {
  NumberKind numbers = NumberKind::integer;
  bool symmetric = false;  ///< by its first line
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  /// Row by row: doubles by their bits, or signed integers.
  std::vector<std::uint64_t> words;
};

/// The most elements that are read, zeros included.
constexpr std::uint64_t most_matrix_elements = 1U << 24U;

/// Reads formats array and coordinate, fields real, double, integer and (coordinate) pattern,
/// general and symmetric. Throws ConfigurationError with a line that begins with `name`, and says
/// which line is what, and what is accepted.
MarketMatrix parse_matrix_market(std::string_view text, const std::string& name);

/// As the words of a workload; integers become doubles where `arithmetic` is real.
DenseMatrix dense(const MarketMatrix& matrix, const Arithmetic& arithmetic);

}  // namespace swapfly
