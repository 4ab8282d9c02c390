#pragma once

#include <cstdint>
#include <vector>

namespace swapfly {

/// A row of bits of a size fixed at construction, with the word-wise access that the clocked cores
/// need (std::vector<bool> has none, std::bitset fixes its size at compile time).
class BitSet {
 public:
  BitSet() = default;
  explicit BitSet(unsigned bits) : words_((bits + 63) / 64) {}

  void set(unsigned bit) { words_[bit / 64] |= std::uint64_t{1} << bit % 64; }
  void reset(unsigned bit) { words_[bit / 64] &= ~(std::uint64_t{1} << bit % 64); }
  bool test(unsigned bit) const { return (words_[bit / 64] >> bit % 64 & 1) != 0; }
  void clear() {
    for (std::uint64_t& word : words_) word = 0;
  }
  bool any() const {
    for (const std::uint64_t word : words_) {
      if (word != 0) return true;
    }
    return false;
  }
  unsigned count() const {
    unsigned total = 0;
    for (const std::uint64_t word : words_) {
      total += static_cast<unsigned>(__builtin_popcountll(word));
    }
    return total;
  }

  /// Calls visit(bit) for every set bit, lowest first. `visit` may reset the bit it is given.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (unsigned word = 0; word < words_.size(); ++word) {
      for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
        visit(word * 64 + static_cast<unsigned>(__builtin_ctzll(rest)));
      }
    }
  }

  /// The first set bit at or after `start`, else the first set bit of all. Requires any().
  unsigned first_from(unsigned start) const {
    unsigned word = start / 64;
    std::uint64_t rest = words_[word] & (~std::uint64_t{0} << start % 64);
    while (rest == 0) {
      if (++word == words_.size()) word = 0;
      rest = words_[word];
    }
    return word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace swapfly
