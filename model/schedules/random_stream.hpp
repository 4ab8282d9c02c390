#pragma once

#include <cmath>
#include <cstdint>

namespace swapfly {

/// A well-mixed 64-bit value of two others: data whose owner and place a receiver can recompute.
inline std::uint64_t mixed_value(std::uint64_t seed, std::uint64_t index) {
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014) over a Weyl sequence.
  std::uint64_t value = seed * 0xD1B54A32D192ED03ULL + (index + 1) * 0x9E3779B97F4A7C15ULL;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31);
}

/// A stream of random numbers of eight bytes of state, so that every node can have its own and the
/// order in which nodes are stepped changes nothing. The same on every machine and library.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t stream) : key_(mixed_value(seed, stream)) {}

  std::uint64_t next() { return mixed_value(key_, count_++); }
  /// 0 to bound - 1. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(next()) * bound >> 64);
  }
  /// From 0 up to, not including, 1.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// Trials until the first success, at least 1, of independent ones of probability `chance` > 0.
  std::uint64_t trials(double chance) {
    if (chance >= 1) return 1;
    const double count = std::log1p(-unit()) / std::log1p(-chance);
    return 1 + (count < 1e18 ? static_cast<std::uint64_t>(count) : 1000000000000000000ULL);
  }

 private:
  std::uint64_t key_;
  std::uint64_t count_ = 0;
};

}  // namespace swapfly
