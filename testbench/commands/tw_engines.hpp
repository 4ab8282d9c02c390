#pragma once

#include <string>
#include <vector>

#include "testbench/latency/tw_measurement.hpp"

namespace swapfly {

/// The engines of `list`, names by commas; without one, the scenario's, and beside the model the
/// RTL if it was built for the scenario's router: where it was not, `warnings` says so. Throws
/// ConfigurationError.
std::vector<std::string> engines_of(const std::string& list, const NetworkScenario& network,
                                    std::vector<std::string>& warnings);

/// The request for one of several engines. A choice of what is RTL is for those that have some.
TwRequest with_engine(TwRequest request, const std::string& engine);

/// Engines are the same network: a measurement that shows others than the first has failed.
void compare_engines(std::vector<TwMeasurement>& measurements);

/// "systemc and rtl"
std::string engine_names(const std::vector<TwMeasurement>& measurements);

}  // namespace swapfly
