#pragma once

#include <string>

#include "testbench/hardware/hardware_measurement.hpp"
#include "testbench/latency/tw_measurement.hpp"

namespace swapfly {

/// The clock of a router, and with it t_w in nanoseconds: `at_rest` has t_w in clocks. Both require
/// a measurement that is ok.
Json to_json(const HardwareMeasurement& hardware, const ZeroLoad& at_rest);
std::string to_text(const HardwareMeasurement& hardware, const ZeroLoad& at_rest);

}  // namespace swapfly
