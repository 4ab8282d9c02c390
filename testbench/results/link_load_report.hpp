#pragma once

#include "model/metrics/link_load.hpp"
#include "testbench/results/result.hpp"

namespace swapfly {

/// Mean and highest load by kind of link, as `link_load`; with `every_link`, every link too.
Block link_load_report(const LinkLoads& loads, bool every_link);

/// "global1 of router 27 (1,2,3)"
std::string link_name(const SwappedDragonfly& topology, RouterId router, Port port);

}  // namespace swapfly
