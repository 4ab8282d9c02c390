#include "testbench/comparison/crossovers.hpp"

#include <algorithm>
#include <cmath>

#include "model/schedules/block_cut.hpp"

namespace swapfly {
namespace {

/// Follows the lead from length to length.
class Lead {
 public:
  explicit Lead(const ClocksOfLength& clocks_of) : clocks_of_(clocks_of) {}

  /// False once there are no clocks.
  bool starts_at(std::uint64_t flits) {
    const auto clocks = clocks_of_(flits);
    if (clocks) leader_ = fastest(*clocks);
    return clocks.has_value();
  }

  bool goes_on(std::uint64_t low, std::uint64_t high) {
    const auto clocks = clocks_of_(high);
    if (!clocks) return false;
    const std::string next = fastest(*clocks, leader_);
    if (next == leader_) return true;
    if (high - low > 1) {
      const std::uint64_t middle = low + (high - low) / 2;
      return goes_on(low, middle) && goes_on(middle, high);
    }
    changes_.push_back({leader_, next, high});
    leader_ = next;
    return true;
  }

  const std::vector<ChangeOfFastest>& changes() const { return changes_; }

 private:
  const ClocksOfLength& clocks_of_;
  std::string leader_;
  std::vector<ChangeOfFastest> changes_;
};

/// By the formula, with the better of the two whole numbers of blocks next to its best.
double best_published(const CostedAlgorithm& costed, CollectiveRequest request,
                      std::uint64_t flits) {
  const CollectiveAlgorithm& algorithm = collective_algorithm(costed.name);
  const auto message = static_cast<double>(flits);
  const auto most = static_cast<double>(BlockCut::most_blocks(flits, algorithm.parts));
  const double best = best_blocks(algorithm, request, costed.alpha, costed.beta, message);
  const auto clocks = [&](double blocks) {
    request.blocks = static_cast<std::uint64_t>(std::clamp(blocks, 1.0, most));
    return published_clocks(algorithm, request, costed.alpha, costed.beta, message);
  };
  return std::min(clocks(std::floor(best)), clocks(std::ceil(best)));
}

}  // namespace

std::string fastest(const ClocksByAlgorithm& clocks, const std::string& leader) {
  const auto least =
      std::min_element(clocks.begin(), clocks.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  const auto leading = clocks.find(leader);
  const bool keeps = leading != clocks.end() && leading->second == least->second;
  return keeps ? leader : least->first;
}

std::vector<ChangeOfFastest> changes_of_fastest(const std::vector<std::uint64_t>& lengths,
                                                const ClocksOfLength& clocks_of) {
  if (lengths.empty()) return {};
  Lead lead(clocks_of);
  bool known = lead.starts_at(lengths.front());
  for (std::size_t i = 1; known && i < lengths.size(); ++i) {
    known = lead.goes_on(lengths[i - 1], lengths[i]);
  }
  return lead.changes();
}

std::optional<std::uint64_t> published_crossover(const CollectiveRequest& request,
                                                 const CostedAlgorithm& from,
                                                 const CostedAlgorithm& to) {
  const auto faster = [&](std::uint64_t flits) {
    return best_published(to, request, flits) < best_published(from, request, flits);
  };
  constexpr std::uint64_t longest = 1ULL << 26U;
  std::uint64_t high = 1;
  while (!faster(high)) {
    if (high == longest) return std::nullopt;
    high *= 2;
  }
  std::uint64_t low = high / 2;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (faster(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace swapfly
