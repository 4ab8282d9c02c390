#include "model/schedules/power_iteration_plan.hpp"

#include <algorithm>

namespace swapfly {

PowerIterationPlan::PowerIterationPlan(const MatrixLayout& layout, const ProductClocks& clocks)
    : clocks_(clocks),
      forward_(layout, product_order(ProductLayout::swapped, Accumulation::forward), clocks),
      mirrored_(layout, product_order(ProductLayout::mirrored, Accumulation::forward), clocks),
      gather_(compare(layout.items() - 1) + clocks.global + clocks.nic),
      back_(std::max(cross(0) + clocks.global + clocks.nic, cross(sums - 1) + 1)) {}

}  // namespace swapfly
