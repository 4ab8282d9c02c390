#include "model/workloads/collective.hpp"

#include <fmt/core.h>

namespace swapfly {

std::vector<std::string> Collective::notes() const {
  const std::uint64_t shared = parameters().shared_links;
  if (shared == 0) return {};
  return {fmt::format(
      "workload.place is {}: streams of one step share links {} times, so blocks come late{}",
      name_of(choice_.place), shared,
      choice_.place == PlacementKind::planned ? "; no better placement was found" : "")};
}

}  // namespace swapfly
