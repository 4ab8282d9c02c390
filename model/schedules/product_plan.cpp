#include "model/schedules/product_plan.hpp"

#include <algorithm>

namespace swapfly {
namespace {

bool global_first(HopOrder order) { return order == HopOrder::global_local; }

}  // namespace

ProductPlan::ProductPlan(const MatrixLayout& layout, const ProductOrder& order,
                         const ProductClocks& clocks)
    : order_(order),
      clocks_(clocks),
      broadcasts_(global_first(order.broadcast) ? layout.blocks() : layout.items()),
      sums_(global_first(order.sums) ? layout.items() : layout.blocks()) {
  first_sum_ = broadcast(broadcasts_ - 1) + broadcast_clocks() + clocks_.nic;
  second_sum_ = first_sum_ + first_hop() + clocks_.nic;
  home_ = second_sum_ + second_hop() + clocks_.nic;
  if (!order_.home) return;
  const std::uint64_t free = first_sum(sums_ - 1) + 1;
  home_delay_ = free > home_ ? free - home_ : 0;
  home_ += home_delay_;
}

std::uint64_t ProductPlan::first_hop() const {
  return global_first(order_.sums) ? clocks_.global : clocks_.local;
}

std::uint64_t ProductPlan::second_hop() const {
  return global_first(order_.sums) ? clocks_.local : clocks_.global;
}

std::uint64_t ProductPlan::clocks() const { return phases().back().last; }

std::vector<ProductPlan::Phase> ProductPlan::phases() const {
  std::vector<Phase> phases = {
      {"broadcast", broadcast(0), broadcast(broadcasts_ - 1) + broadcast_clocks()},
      {"first sums", first_sum(0), first_sum(sums_ - 1) + first_hop()},
      {"second sums", second_sum(0), second_sum(sums_ - 1) + second_hop()}};
  if (order_.home) phases.push_back({"home", home(0), home(sums_ - 1) + clocks_.global});
  return phases;
}

}  // namespace swapfly
