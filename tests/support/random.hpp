#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace swapfly::test {

/// Random numbers that are the same on every machine for the same seed. A test that uses them names
/// the seed with SCOPED_TRACE.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t word() { return engine_(); }
  /// 0..limit-1.
  unsigned below(unsigned limit) { return static_cast<unsigned>(engine_() % limit); }
  /// first..last.
  unsigned between(unsigned first, unsigned last) { return first + below(last - first + 1); }
  bool one_in(unsigned times) { return below(times) == 0; }

  template <class Item>
  void shuffle(std::vector<Item>& items) {
    for (std::size_t left = items.size(); left > 1; --left) {
      std::swap(items[left - 1], items[below(static_cast<unsigned>(left))]);
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace swapfly::test
