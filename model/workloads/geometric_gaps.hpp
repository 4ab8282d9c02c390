#pragma once

#include <array>
#include <cstddef>

#include "model/schedules/random_stream.hpp"

namespace swapfly {

/// The same distribution as RandomStream::trials(), for one chance that many draws share: a table
/// stands for the logarithms. Mostly one random number a draw.
class GeometricGaps {
 public:
  /// `chance` is above 0 and at most 1.
  explicit GeometricGaps(double chance) : chance_(chance) {
    double beyond = 1;
    for (std::uint64_t& threshold : beyond_) {
      beyond *= 1 - chance;
      const double scaled = beyond * 0x1.0p64;
      threshold = scaled < 0x1.0p64 ? static_cast<std::uint64_t>(scaled) : ~std::uint64_t{0};
    }
  }

  /// Trials until the first success, at least 1.
  std::uint64_t draw(RandomStream& random) const {
    const std::uint64_t number = random.next();
    for (std::size_t failures = 0; failures < beyond_.size(); ++failures) {
      if (number >= beyond_[failures]) return failures + 1;
    }
    // So many failures say nothing about the trials to come.
    return beyond_.size() + random.trials(chance_);
  }

 private:
  double chance_;
  /// [i]: the chance that the first i + 1 trials fail, in units of 2^-64.
  std::array<std::uint64_t, 64> beyond_{};
};

}  // namespace swapfly
