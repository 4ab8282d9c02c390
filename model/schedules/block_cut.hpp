#pragma once

#include <cstdint>

namespace swapfly {

/// A message of `flits` flits, cut into `parts` parts of `blocks` blocks each, whose sizes differ
/// by at most one flit, the larger ones first. Parts and their blocks lie one behind the other.
struct BlockCut {
  std::uint64_t flits = 1;
  unsigned parts = 1;
  std::uint64_t blocks = 1;

  std::uint64_t pieces() const { return parts * blocks; }
  /// Where a block begins in the message; that of block `blocks` is where the part ends.
  std::uint64_t start(unsigned part, std::uint64_t block) const {
    const std::uint64_t piece = part * blocks + block;
    const std::uint64_t larger = flits % pieces();
    return piece * (flits / pieces()) + (piece < larger ? piece : larger);
  }
  std::uint64_t size(unsigned part, std::uint64_t block) const {
    return start(part, block + 1) - start(part, block);
  }
  std::uint64_t part_size(unsigned part) const { return start(part, blocks) - start(part, 0); }
  std::uint64_t largest() const { return (flits + pieces() - 1) / pieces(); }
  /// At most one block may be empty: the last of the last part, of a message that has an odd number
  /// of flits.
  static std::uint64_t most_blocks(std::uint64_t flits, unsigned parts) {
    return (flits + parts - 1) / parts;
  }
};

}  // namespace swapfly
