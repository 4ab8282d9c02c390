#include "model/packet/sub_network_route.hpp"

namespace swapfly {

Header physical_header(const SubNetwork& network, const Coordinates& at, const Header& header) {
  const SwappedDragonfly& outer = network.outer();
  const SwappedDragonfly& inner = network.inner();
  const auto port = [&](const Coordinates& from, Port virtual_port) {
    return static_cast<std::uint16_t>(outer.number(network.physical_port(from, virtual_port)));
  };
  const Coordinates second = inner.across_local(at, header.delta);
  const Coordinates third = inner.across_global(second, header.gamma);
  Header translated = header;
  translated.delta = port(at, inner.local_port(header.delta));
  translated.gamma = port(second, inner.global_port(header.gamma));
  translated.pi = port(third, inner.local_port(header.pi));
  return translated;
}

}  // namespace swapfly
