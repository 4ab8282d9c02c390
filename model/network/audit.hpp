#pragma once

#include <string>
#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly {

/// What is amiss in a network that has come to rest: a line a fault, none if every buffer is empty,
/// every credit is home, and no packet is open.
std::vector<std::string> audit(const Fabric& fabric);

}  // namespace swapfly
