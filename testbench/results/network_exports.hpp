#pragma once

#include <string>

#include "model/topology/swapped_dragonfly.hpp"
#include "testbench/scenario/scenario.hpp"

namespace swapfly {

/// The network as an undirected Graphviz graph: a cluster a drawer, global links dashed. Links of a
/// router to itself are left out.
std::string to_dot(const SwappedDragonfly& topology);

/// The network in the any-graph format of BookSim2: a line a router with its node and the routers
/// it is joined to, each pair once. Where links take extra clocks, the latency of the channel, 1 +
/// those, follows the router. Links of a router to itself are left out: routing tables have no use
/// for them.
std::string to_anynet(const SwappedDragonfly& topology, const LinkClocks& link);

}  // namespace swapfly
