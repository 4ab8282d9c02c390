#include "model/schedules/all_to_all_choice.hpp"

#include <algorithm>
#include <utility>

namespace swapfly {

std::optional<AllToAllShape> fewest_rounds(const AllToAllSearch& search) {
  const auto merit = [](const AllToAllShape& shape) {
    return std::pair{shape.routers() * shape.s, shape.routers()};
  };
  std::optional<AllToAllShape> best;
  const unsigned most = std::min(search.J.value_or(search.K), search.L.value_or(search.M));
  for (unsigned s = search.s.value_or(1); s <= search.s.value_or(most); ++s) {
    // What is free is as large as s allows.
    const AllToAllShape shape{search.J.value_or(search.K / s * s),
                              search.L.value_or(search.M / s * s), s};
    if (!allows(search.schedule, shape)) continue;
    if (!best || merit(shape) > merit(*best)) best = shape;
  }
  return best;
}

std::uint64_t scaled_rounds(const AllToAllShape& shape, std::uint64_t routers) {
  const std::uint64_t a_round = shape.routers() * shape.s;
  return (routers * routers + a_round - 1) / a_round;
}

}  // namespace swapfly
