#pragma once

#include <cstdint>
#include <string_view>

namespace swapfly {

/// How two payloads become one in a reduction or a prefix sum. All are associative; values are
/// modulo 2^payload bits.
enum class CombineOperator {
  sum,
  exclusive_or,
  maximum,
  /// 2x2 integer matrices, a quarter of the payload an entry, row by row, the first lowest; entries
  /// are modulo 2^(payload bits / 4). The order of the operands matters.
  matrix_product,
};

std::string_view name_of(CombineOperator how);
bool commutes(CombineOperator how);

/// `left` combined with `right`, in this order.
std::uint64_t combine(CombineOperator how, std::uint64_t left, std::uint64_t right,
                      unsigned payload_bits);

}  // namespace swapfly
