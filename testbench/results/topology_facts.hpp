#pragma once

#include "model/topology/swapped_dragonfly.hpp"
#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// The `topology` object of every result: kind, routers, nodes, links, diameter, mean distance.
Json topology_facts(const SwappedDragonfly& topology);

/// The same by walking every link, and the degree; see LinkSurvey.
Json walked_facts(const SwappedDragonfly& topology);

}  // namespace swapfly
