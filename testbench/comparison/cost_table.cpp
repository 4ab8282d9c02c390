#include "testbench/comparison/cost_table.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

template <class Number>
Json or_null(const std::optional<Number>& number) {
  return number ? Json(*number) : Json(nullptr);
}

std::string or_dash(const std::string& text) { return text.empty() ? "-" : text; }

}  // namespace

Json to_json(const std::vector<CostLine>& lines) {
  Json json = Json::array();
  for (const CostLine& line : lines) {
    json.push_back({{"algorithm", line.algorithm},
                    {"network", line.network},
                    {"formula", line.formula},
                    {"source", line.source},
                    {"clocks", or_null(line.clocks)},
                    {"measured", or_null(line.measured)},
                    {"conflicts", line.measured ? Json(line.conflicts) : Json(nullptr)}});
  }
  return json;
}

std::string to_text(const std::vector<CostLine>& lines) {
  std::string out =
      "| algorithm | network | clocks by formula | | measured | conflicts + stalls | source |\n"
      "|---|---|---|---:|---:|---:|---|\n";
  for (const CostLine& line : lines) {
    out +=
        fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", line.algorithm, line.network,
                    or_dash(line.formula), line.clocks ? fmt::format("{:.6g}", *line.clocks) : "-",
                    line.measured ? std::to_string(*line.measured) : "-",
                    line.measured ? std::to_string(line.conflicts) : "-", or_dash(line.source));
  }
  return out;
}

}  // namespace swapfly
