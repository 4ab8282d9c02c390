#include "testbench/results/difference_report.hpp"

namespace swapfly {

Block difference_report(const Difference& difference) {
  return {"difference",
          {{"clock", difference.clock},
           {"router", difference.router},
           {"path", difference.router_path},
           {"port", difference.port},
           {"field", difference.field},
           {"model", difference.model},
           {"rtl", difference.rtl}},
          {}};
}

}  // namespace swapfly
