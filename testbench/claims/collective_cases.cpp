#include "testbench/claims/collective_cases.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

Json workload_of(const Operation& operation) {
  Json workload = {{"kind", operation.kind},
                   {"processors", operation.processors},
                   {"message", operation.message},
                   {"mode", "steps"},
                   {"place", operation.place}};
  if (operation.kind != "binomial_tree") workload["blocks"] = operation.blocks;
  if (operation.kind == "two_tree_reduce" || operation.kind == "two_tree_scan") {
    workload["operator"] = "matrix_product";
  }
  return workload;
}

}  // namespace

std::uint64_t ceiling_log2(std::uint64_t n) {
  std::uint64_t exponent = 0;
  while ((std::uint64_t{1} << exponent) < n) ++exponent;
  return exponent;
}

SwappedDragonfly network_for(std::uint64_t processors) {
  if (processors <= 18) return {2, 3};
  if (processors <= 64) return {4, 4};
  return {5, 8};
}

ClaimCase case_of(const SwappedDragonfly& topology, const Operation& operation,
                  std::vector<ClaimFigure> figures) {
  return {to_string(topology),
          fmt::format("{}, P = {}, m = {}, k = {}, {}", operation.kind, operation.processors,
                      operation.message, operation.blocks, to_string(operation.clocks)),
          scenario_for(topology, operation.clocks, workload_of(operation)), std::move(figures)};
}

ClaimCase timed(Operation operation, std::uint64_t steps, std::uint64_t parts) {
  operation.place = "drawer_order";
  const SwappedDragonfly drawer(1, static_cast<unsigned>(operation.processors));
  const std::uint64_t flits = operation.message / (parts * operation.blocks);
  const std::uint64_t step = operation.clocks.local() + operation.clocks.nic - 1 + flits;
  // The result is there when it is ejected; nothing is caused by it.
  const std::uint64_t clocks = steps * step - operation.clocks.nic;
  return case_of(drawer, operation,
                 {{"clocks", "/cycles", clocks, static_cast<double>(steps * step)}});
}

}  // namespace swapfly
