#include "testbench/lockstep/difference.hpp"

#include <fmt/core.h>

namespace swapfly {

std::string to_string(const Difference& difference) {
  return fmt::format("clock {}, {}, {}: {} is {} in the model, {} in RTL", difference.clock,
                     difference.router_name, difference.port, difference.field, difference.model,
                     difference.rtl);
}

}  // namespace swapfly
