#pragma once

#include <string>
#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly {

/// A flit at the head of a FIFO that waits for a credit, and the FIFO whose slots are all taken.
struct Wait {
  RouterId router = 0;
  unsigned fifo = 0;
  Flit flit;
  Port output = 0;
  unsigned channel = 0;
  RouterId full_router = 0;
  unsigned full_fifo = 0;
};

/// Why nothing moves.
struct Deadlock {
  std::vector<Wait> waits;
  /// Waits each of which is for the FIFO of the next, the last for that of the first; empty if no
  /// cycle exists.
  std::vector<Wait> cycle;
};

Deadlock find_deadlock(const Fabric& fabric);

/// A line a wait: the cycle if there is one, else every wait, at most `most` of them.
std::vector<std::string> describe(const Deadlock& deadlock, const Fabric& fabric, std::size_t most);

}  // namespace swapfly
