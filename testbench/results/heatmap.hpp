#pragma once

#include <string>

#include "model/metrics/link_load.hpp"

namespace swapfly {

/// The load of links as a picture in SVG: a panel for local and one for global links, in each a
/// cell for every drawer (c,d), coloured by the mean load of the links that leave its routers. A
/// cell's tooltip has mean and maximum. `title` stands above.
std::string link_load_heatmap(const LinkLoads& loads, const std::string& title);

}  // namespace swapfly
