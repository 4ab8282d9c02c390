#include "model/schedules/product_route.hpp"

namespace swapfly {
namespace {

constexpr Header spread_from_swapped{3, true, every_port, 0, every_port};

}  // namespace

ProductOrder product_order(ProductLayout layout, Accumulation accumulation) {
  if (layout == ProductLayout::mirrored) {
    return {HopOrder::local_global, HopOrder::local_global, false};
  }
  if (accumulation == Accumulation::reversed) {
    return {HopOrder::global_local, HopOrder::local_global, false};
  }
  return {HopOrder::global_local, HopOrder::global_local, layout != ProductLayout::swapped};
}

Header ProductRoute::local_hop(unsigned from, unsigned to) const {
  const SwappedDragonfly& topology = layout_.topology();
  const unsigned delta = difference(topology.drawer_group(), to, from, topology.M());
  return {1, false, 0, 0, static_cast<std::uint16_t>(delta)};
}

Header ProductRoute::global_hop(unsigned from, unsigned to) const {
  const SwappedDragonfly& topology = layout_.topology();
  const unsigned gamma = difference(topology.cabinet_group(), to, from, topology.K());
  return {2, true, static_cast<std::uint16_t>(gamma), 0, 0};
}

std::vector<ProductRoute::Broadcast> ProductRoute::broadcast(HopOrder order, const Coordinates& at,
                                                             std::uint64_t block) const {
  if (order == HopOrder::local_global) return {{block, {0, spread_from_swapped}}};
  std::vector<Broadcast> sends;
  const unsigned r = at.c / layout_.L();
  for (unsigned f = 0; f < layout_.folds(); ++f) {
    const unsigned t = r + f * layout_.R();
    if (t >= layout_.L()) break;
    for (unsigned column = 0; column < layout_.R(); ++column) {
      Header header = global_hop(at.c, t + column * layout_.L());
      header.skip = false;
      header.delta = every_port;
      sends.push_back({block * layout_.folds() + f, {f * layout_.R() + column, header}});
    }
  }
  return sends;
}

ProductSend ProductRoute::first_sum(HopOrder order, const Coordinates& at,
                                    const VectorSlot& to) const {
  if (order == HopOrder::local_global) return {0, local_hop(at.p, to.u)};
  // Sums of row vectors with different s leave together.
  return {to.s, global_hop(at.c, to.s + at.c / layout_.L() * layout_.L())};
}

ProductSend ProductRoute::second_sum(HopOrder order, const Coordinates& at, const VectorSlot& to,
                                     std::uint64_t i) const {
  if (order == HopOrder::global_local) return {narrow_lane(), local_hop(at.p, to.u)};
  return {narrow_lane(), global_hop(at.c, layout_.row_place(to, i).c)};
}

ProductSend ProductRoute::home() const { return {narrow_lane() + 1, global_hop(0, 0)}; }

ProductSend ProductRoute::to_drawer() const {
  return {narrow_lane(), {1, false, 0, 0, every_port}};
}

ProductSend ProductRoute::to_column(const Coordinates& at, unsigned column) const {
  return {column, global_hop(at.c, at.c % layout_.L() + column * layout_.L())};
}

std::vector<Header> ProductRoute::headers(const ProductOrder& order) const {
  std::vector<Header> headers;
  if (order.broadcast == HopOrder::local_global) headers.push_back(spread_from_swapped);
  for (unsigned gamma = 0; gamma < layout_.topology().K(); ++gamma) {
    const auto number = static_cast<std::uint16_t>(gamma);
    if (order.broadcast == HopOrder::global_local) {
      headers.push_back({2, false, number, 0, every_port});
    }
    headers.push_back({2, true, number, 0, 0});
  }
  for (unsigned delta = 0; delta < layout_.M(); ++delta) {
    headers.push_back({1, false, 0, 0, static_cast<std::uint16_t>(delta)});
  }
  return headers;
}

}  // namespace swapfly
