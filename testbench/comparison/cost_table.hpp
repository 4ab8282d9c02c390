#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// What an algorithm costs by a formula that somebody gave, and what it took here, if it ran here.
struct CostLine {
  std::string algorithm;
  std::string network;
  std::string formula;                ///< of the clocks; empty if nobody gave one
  std::string source;                 ///< who gave it
  std::optional<double> clocks = {};  ///< by the formula
  std::optional<std::uint64_t> measured = {};
  std::uint64_t conflicts = 0;  ///< and stalls, where it was measured
};

Json to_json(const std::vector<CostLine>& lines);
/// A Markdown table.
std::string to_text(const std::vector<CostLine>& lines);

}  // namespace swapfly
