#include "testbench/waves/header_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace swapfly {
namespace {

constexpr const char* idle = "-";

unsigned hexadecimal_digits(unsigned bits) { return (bits + 3) / 4; }

}  // namespace

std::size_t HeaderNames::longest() const {
  std::size_t longest = 0;
  for (const std::uint64_t packed : seen_) {
    longest = std::max(longest, to_string(layout_.unpack_header(packed)).size());
  }
  return longest;
}

std::string HeaderNames::filter() const {
  std::vector<std::uint64_t> headers(seen_.begin(), seen_.end());
  std::sort(headers.begin(), headers.end());

  const unsigned digits = hexadecimal_digits(layout_.header_bits);
  const unsigned wire_digits = hexadecimal_digits(layout_.header_bits + 2);
  std::string text = fmt::format("{:0{}x} {}\n", 0, wire_digits, idle);
  for (const std::uint64_t packed : headers) {
    const std::string name = to_string(layout_.unpack_header(packed));
    const std::uint64_t valid = 1ULL << layout_.header_bits;
    for (const unsigned beat : {0U, 1U}) {
      const std::uint64_t shown = (valid | packed) << 1U | beat;
      text += fmt::format("{:0{}x} {}\n", shown, wire_digits, name);
    }
    // Where both signals show as many digits, 0 is no flit, not the header [0;g0,p0,d0].
    if (packed == 0 && digits == wire_digits) continue;
    text += fmt::format("{:0{}x} {}\n", packed, digits, name);
  }
  return text;
}

}  // namespace swapfly
