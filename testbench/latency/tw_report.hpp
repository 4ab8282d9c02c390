#pragma once

#include <string>
#include <vector>

#include "testbench/latency/tw_measurement.hpp"

namespace swapfly {

/// Measurements of one network, an engine each, as JSON and as tables.
Json to_json(const std::vector<TwMeasurement>& measurements);
std::string to_text(const std::vector<TwMeasurement>& measurements, const NetworkScenario& network);

/// "D3(4,4), router.latency 1, link.local 0, link.global 0, router.vcs 2, depth 8"
std::string network_line(const NetworkScenario& network);

}  // namespace swapfly
