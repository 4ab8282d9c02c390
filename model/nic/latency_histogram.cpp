#include "model/nic/latency_histogram.hpp"

#include <algorithm>
#include <cmath>

namespace swapfly {

std::uint64_t LatencyHistogram::percentile(double fraction) const {
  const auto wanted = std::max<std::uint64_t>(
      1, static_cast<std::uint64_t>(std::ceil(fraction * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (std::uint64_t clocks = 0; clocks < common_.size(); ++clocks) {
    seen += common_[clocks];
    if (seen >= wanted) return clocks;
  }
  for (const auto& [clocks, times] : rare_) {
    seen += times;
    if (seen >= wanted) return clocks;
  }
  return 0;
}

std::vector<std::pair<std::uint64_t, std::uint64_t>> LatencyHistogram::counts() const {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  for (std::uint64_t clocks = 0; clocks < common_.size(); ++clocks) {
    if (common_[clocks] > 0) counts.emplace_back(clocks, common_[clocks]);
  }
  counts.insert(counts.end(), rare_.begin(), rare_.end());
  return counts;
}

}  // namespace swapfly
