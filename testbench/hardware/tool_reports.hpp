#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "testbench/scenario/key_table.hpp"

namespace swapfly {

/// What a router is built of.
struct CellCount {
  std::map<std::string, std::uint64_t> kinds;
  double area = 0;  ///< square micrometres; 0 where the technology knows none

  std::uint64_t all() const;
  /// Those whose kind begins so.
  std::uint64_t of(const std::string& prefix) const;
};

/// The longest path between two registers.
struct CriticalPath {
  double period = 0;    ///< the shortest clock with which it keeps time, in ns
  unsigned levels = 0;  ///< cells between the registers
  std::string from;     ///< the register at its start
  std::string to;       ///< the register, or output, at its end
};

/// Reads what `stat` of yosys says of one module. Throws std::invalid_argument if it says nothing.
CellCount cells_of_yosys(const std::string& report);

/// Reads the report of nextpnr-ice40 (--report) on a circuit with one clock. Throws
/// std::invalid_argument for anything else.
CriticalPath path_of_nextpnr(const Json& report);

/// Reads the path that `report_checks` of OpenSTA found, between edges of one clock. Throws
/// std::invalid_argument for anything else.
CriticalPath path_of_opensta(const std::string& report);

}  // namespace swapfly
