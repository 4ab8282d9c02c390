#pragma once

#include <cstdint>

namespace swapfly {

/// Rows of bits as runs of 64-bit words in larger arrays: the clocked cores keep one bit a FIFO,
/// output or credit, and look at a word at a time.

constexpr unsigned words_for(unsigned bits) { return (bits + 63) / 64; }

inline void set_bit(std::uint64_t* words, unsigned bit) {
  words[bit / 64] |= std::uint64_t{1} << bit % 64;
}
inline void reset_bit(std::uint64_t* words, unsigned bit) {
  words[bit / 64] &= ~(std::uint64_t{1} << bit % 64);
}
inline bool test_bit(const std::uint64_t* words, unsigned bit) {
  return (words[bit / 64] >> bit % 64 & 1) != 0;
}

/// Calls visit(bit) for every bit set in `word`, lowest first, counted from `first`.
template <class Visit>
void for_each_bit(std::uint64_t word, unsigned first, Visit&& visit) {
  for (; word != 0; word &= word - 1) {
    visit(first + static_cast<unsigned>(__builtin_ctzll(word)));
  }
}

}  // namespace swapfly
