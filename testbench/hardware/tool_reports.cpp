#include "testbench/hardware/tool_reports.hpp"

#include <numeric>
#include <sstream>
#include <stdexcept>
#include <vector>

namespace swapfly {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool starts_with(const std::string& text, const std::string& prefix) {
  return text.rfind(prefix, 0) == 0;
}

/// The register that a cell is, by its name in rtl/: without the way there, which is the same for
/// all, and without what tools have added.
std::string register_name(std::string cell) {
  const std::string router = "u_router.";
  const std::size_t below = cell.find(router);
  if (below != std::string::npos) cell.erase(0, below + router.size());
  for (const char* addition : {"_SB_", "$"}) cell.erase(std::min(cell.find(addition), cell.size()));
  return cell;
}

/// As in "[^] u_cell/Y (NAND2X1)": the kind of the cell; empty where the words name none.
std::string kind_of_cell(const std::vector<std::string>& words) {
  if (words.size() != 5 || (words[2] != "^" && words[2] != "v")) return "";
  return words[4].substr(1, words[4].size() - 2);
}

}  // namespace

std::uint64_t CellCount::all() const { return of(""); }

std::uint64_t CellCount::of(const std::string& prefix) const {
  return std::accumulate(kinds.begin(), kinds.end(), std::uint64_t{0},
                         [&](std::uint64_t sum, const auto& kind) {
                           return sum + (starts_with(kind.first, prefix) ? kind.second : 0);
                         });
}

CellCount cells_of_yosys(const std::string& report) {
  CellCount cells;
  bool counting = false;
  std::istringstream stream(report);
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> words = words_of(line);
    if (starts_with(line, "   Chip area for module")) cells.area = std::stod(words.back());
    if (counting && words.size() == 2) cells.kinds[words[0]] = std::stoull(words[1]);
    counting = starts_with(line, "   Number of cells:") || (counting && words.size() == 2);
  }
  if (cells.kinds.empty()) throw std::invalid_argument("no cells in the report of yosys");
  return cells;
}

CriticalPath path_of_nextpnr(const Json& report) {
  try {
    const Json& clocks = report.at("fmax");
    if (clocks.size() != 1) throw std::invalid_argument("not one clock in the report of nextpnr");
    const std::string edge = "posedge " + clocks.begin().key();
    for (const Json& path : report.at("critical_paths")) {
      if (path.at("from") != edge || path.at("to") != edge) continue;
      const Json& steps = path.at("path");
      CriticalPath found;
      found.period = 1000 / clocks.front().at("achieved").get<double>();
      for (const Json& step : steps) found.levels += step.at("type") == "logic" ? 1 : 0;
      // What the first step comes from is the cell it leads to, or a neighbour.
      found.from = register_name(steps.at(0).at("to").at("cell").get<std::string>());
      found.to = register_name(steps.at(steps.size() - 1).at("to").at("cell").get<std::string>());
      return found;
    }
  } catch (const Json::exception& error) {
    throw std::invalid_argument(std::string("in the report of nextpnr: ") + error.what());
  }
  throw std::invalid_argument("no path between registers in the report of nextpnr");
}

CriticalPath path_of_opensta(const std::string& report) {
  CriticalPath found;
  double capture = 0;
  bool complete = false;
  std::istringstream stream(report);
  for (std::string line; std::getline(stream, line);) {
    const std::vector<std::string> words = words_of(line);
    if (words.size() < 2) continue;
    if (words[0] == "Startpoint:") found.from = register_name(words[1]);
    if (words[0] == "Endpoint:") found.to = register_name(words[1]);
    // Twice: at the start of the path, and a period later at its end.
    if (words.size() == 6 && words[2] == "clock" && words[5] == "edge)") {
      capture = std::stod(words[1]);
    }
    const std::string kind = kind_of_cell(words);
    if (!kind.empty() && !starts_with(kind, "DFF")) ++found.levels;
    if (words[1] == "slack") {
      found.period = capture - std::stod(words[0]);
      complete = true;
    }
  }
  if (!complete) throw std::invalid_argument("no path in the report of OpenSTA");
  return found;
}

}  // namespace swapfly
