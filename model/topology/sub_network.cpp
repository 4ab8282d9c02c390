#include "model/topology/sub_network.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {
namespace {

unsigned checked_size(const char* name, const std::vector<unsigned>& values, unsigned limit) {
  std::vector<unsigned> sorted = values;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty()) {
    throw std::invalid_argument(std::string(name) + " is empty; accepted: at least one value");
  }
  if (sorted.back() >= limit) {
    throw std::invalid_argument(std::string(name) + " holds " + std::to_string(sorted.back()) +
                                "; accepted: 0 to " + std::to_string(limit - 1));
  }
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) {
    throw std::invalid_argument(std::string(name) + " holds " + std::to_string(*twice) +
                                " twice; accepted: distinct values");
  }
  return static_cast<unsigned>(values.size());
}

unsigned index_of(const std::vector<unsigned>& values, unsigned value) {
  return static_cast<unsigned>(std::find(values.begin(), values.end(), value) - values.begin());
}

bool holds(const std::vector<unsigned>& values, unsigned value) {
  return index_of(values, value) < values.size();
}

}  // namespace

SubNetwork::SubNetwork(const SwappedDragonfly& outer, std::vector<unsigned> cabinets,
                       std::vector<unsigned> drawers, Group cabinet_group, Group drawer_group)
    : outer_(outer),
      inner_(checked_size("the set of cabinets", cabinets, outer.K()),
             checked_size("the set of drawers", drawers, outer.M()), cabinet_group, drawer_group),
      cabinets_(std::move(cabinets)),
      drawers_(std::move(drawers)) {}

bool SubNetwork::contains(const Coordinates& outer) const {
  return holds(cabinets_, outer.c) && holds(drawers_, outer.d) && holds(drawers_, outer.p);
}

Coordinates SubNetwork::to_inner(const Coordinates& outer) const {
  return {index_of(cabinets_, outer.c), index_of(drawers_, outer.d), index_of(drawers_, outer.p)};
}

Port SubNetwork::physical_port(const Coordinates& at, Port port) const {
  const Coordinates from = to_outer(at);
  const Coordinates to = to_outer(inner_.across(at, port));
  if (inner_.kind(port) == PortKind::local) {
    return outer_.local_port(difference(outer_.drawer_group(), to.p, from.p, outer_.M()));
  }
  return outer_.global_port(difference(outer_.cabinet_group(), to.c, from.c, outer_.K()));
}

}  // namespace swapfly
