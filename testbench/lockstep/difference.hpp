#pragma once

#include <stdexcept>
#include <string>

#include "model/router/router_parameters.hpp"

namespace swapfly {

/// Where model and RTL first differ.
struct Difference {
  Clock clock = 0;
  RouterId router = 0;
  std::string router_path;  ///< "cabinet1.drawer2.router0", as in waveforms
  std::string router_name;  ///< "router (1,2,0)"
  std::string port;         ///< "output local2", "lane 0", "the whole router"
  std::string field;        ///< "valid", "header", ...
  std::string model;
  std::string rtl;
};

/// "clock 5, router (1,2,0), output local2: header is [2;g0,p1,d0] in the model, ... in RTL"
std::string to_string(const Difference& difference);

/// Ends a run in lock-step.
class LockstepMismatch : public std::runtime_error {
 public:
  explicit LockstepMismatch(Difference difference)
      : std::runtime_error("lock-step: " + to_string(difference)),
        difference_(std::move(difference)) {}
  const Difference& difference() const { return difference_; }

 private:
  Difference difference_;
};

}  // namespace swapfly
