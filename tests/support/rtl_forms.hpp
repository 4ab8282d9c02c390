#pragma once

#include <algorithm>
#include <string>

#include "testbench/cosim/rtl_builds.hpp"

namespace swapfly::test {

/// Whether this build has a form of the RTL, "router:2x2": only the release preset has all of them.
inline bool rtl_built(const std::string& form) {
  const auto& builds = rtl_builds();
  return std::any_of(builds.begin(), builds.end(),
                     [&form](const RtlBuild& build) { return specification(build.shape) == form; });
}

}  // namespace swapfly::test
