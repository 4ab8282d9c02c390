#pragma once

#include <cstdint>

namespace swapfly::test {

/// ceil(log2 n), 0 for n < 2.
inline std::uint64_t ceiling_log2(std::uint64_t n) {
  std::uint64_t exponent = 0;
  while ((std::uint64_t{1} << exponent) < n) ++exponent;
  return exponent;
}

}  // namespace swapfly::test
