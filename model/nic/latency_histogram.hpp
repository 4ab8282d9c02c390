#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace swapfly {

/// Exact counts of latencies in clocks; percentiles are therefore exact too.
class LatencyHistogram {
 public:
  void add(std::uint64_t clocks) {
    if (clocks < common_.size()) {
      ++common_[clocks];
    } else {
      ++rare_[clocks];
    }
    ++count_;
    sum_ += clocks;
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t sum() const { return sum_; }
  double mean() const {
    return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
  }
  /// The smallest latency that at least `fraction` of all do not exceed; 0 of none.
  std::uint64_t percentile(double fraction) const;
  std::uint64_t min() const { return percentile(0); }
  std::uint64_t max() const { return percentile(1); }
  /// The latencies that there were, each with its count, in rising order.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts() const;

 private:
  std::uint64_t count_ = 0;
  std::uint64_t sum_ = 0;
  std::vector<std::uint64_t> common_ = std::vector<std::uint64_t>(4096);
  std::map<std::uint64_t, std::uint64_t> rare_;
};

}  // namespace swapfly
