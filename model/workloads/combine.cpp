#include "model/workloads/combine.hpp"

#include <algorithm>

namespace swapfly {
namespace {

std::uint64_t low_bits(std::uint64_t value, unsigned bits) {
  return bits == 64 ? value : value & ((1ULL << bits) - 1);
}

std::uint64_t matrix_product(std::uint64_t left, std::uint64_t right, unsigned entry_bits) {
  const auto entry = [entry_bits](std::uint64_t matrix, unsigned row, unsigned column) {
    return low_bits(matrix >> ((2 * row + column) * entry_bits), entry_bits);
  };
  std::uint64_t product = 0;
  for (unsigned row = 0; row < 2; ++row) {
    for (unsigned column = 0; column < 2; ++column) {
      const std::uint64_t value = entry(left, row, 0) * entry(right, 0, column) +
                                  entry(left, row, 1) * entry(right, 1, column);
      product |= low_bits(value, entry_bits) << ((2 * row + column) * entry_bits);
    }
  }
  return product;
}

}  // namespace

std::string_view name_of(CombineOperator how) {
  switch (how) {
    case CombineOperator::exclusive_or:
      return "exclusive_or";
    case CombineOperator::maximum:
      return "maximum";
    case CombineOperator::matrix_product:
      return "matrix_product";
    case CombineOperator::sum:
      break;
  }
  return "sum";
}

bool commutes(CombineOperator how) { return how != CombineOperator::matrix_product; }

std::uint64_t combine(CombineOperator how, std::uint64_t left, std::uint64_t right,
                      unsigned payload_bits) {
  switch (how) {
    case CombineOperator::exclusive_or:
      return left ^ right;
    case CombineOperator::maximum:
      return std::max(left, right);
    case CombineOperator::matrix_product:
      return matrix_product(left, right, payload_bits / 4);
    case CombineOperator::sum:
      break;
  }
  return low_bits(left + right, payload_bits);
}

}  // namespace swapfly
