#pragma once

#include "model/packet/header.hpp"
#include "model/topology/sub_network.hpp"

namespace swapfly {

/// The header [3;γ,π,δ] of ports that take `at`, a place in the sub-network, where the virtual
/// ports of `header` would ([D2] property 2). Requires three hops and no `*`.
Header physical_header(const SubNetwork& network, const Coordinates& at, const Header& header);

}  // namespace swapfly
