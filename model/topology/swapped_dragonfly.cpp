#include "model/topology/swapped_dragonfly.hpp"

#include <stdexcept>

namespace swapfly {
namespace {

void require_size(const char* name, unsigned size, Group group) {
  if (size < 1 || size > SwappedDragonfly::largest_size) {
    throw std::invalid_argument(std::string(name) + " is " + std::to_string(size) +
                                "; accepted: 1 to " +
                                std::to_string(SwappedDragonfly::largest_size));
  }
  if (group == Group::boolean && !is_power_of_two(size)) {
    throw std::invalid_argument(std::string(name) + " is " + std::to_string(size) +
                                "; accepted in the boolean group: a power of two");
  }
}

}  // namespace

SwappedDragonfly::SwappedDragonfly(unsigned cabinets, unsigned drawers, Group cabinet_group,
                                   Group drawer_group)
    : cabinets_(cabinets),
      drawers_(drawers),
      cabinet_group_(cabinet_group),
      drawer_group_(drawer_group) {
  require_size("K", cabinets, cabinet_group);
  require_size("M", drawers, drawer_group);
  const std::uint64_t count = std::uint64_t{cabinets} * drawers * drawers;
  if (count > most_routers) {
    throw std::invalid_argument("K*M*M is " + std::to_string(count) + " routers; accepted: up to " +
                                std::to_string(most_routers));
  }
}

std::uint64_t SwappedDragonfly::local_links() const {
  return std::uint64_t{drawer_count()} * drawers_ * (drawers_ - 1) / 2;
}

std::uint64_t SwappedDragonfly::global_links() const {
  const std::uint64_t link_ends = std::uint64_t{routers()} * cabinets_;
  const std::uint64_t self_loops = drawer_count();
  return (link_ends - self_loops) / 2;
}

std::string to_string(const SwappedDragonfly& topology) {
  std::string text =
      "D3(" + std::to_string(topology.K()) + "," + std::to_string(topology.M()) + ")";
  if (topology.cabinet_group() == topology.drawer_group()) {
    if (topology.cabinet_group() == Group::boolean) text += " boolean";
  } else {
    text += " c " + std::string(name_of(topology.cabinet_group())) + ", p " +
            std::string(name_of(topology.drawer_group()));
  }
  return text;
}

std::string port_name(const SwappedDragonfly& topology, Port port) {
  return (topology.kind(port) == PortKind::local ? "local" : "global") +
         std::to_string(topology.number(port));
}

std::string to_string(const Coordinates& at) {
  return "(" + std::to_string(at.c) + "," + std::to_string(at.d) + "," + std::to_string(at.p) + ")";
}

}  // namespace swapfly
