#pragma once

#include <vector>

#include "model/nic/packet_ledger.hpp"
#include "model/packet/flit.hpp"

namespace swapfly {

class NicCore;

/// A flit that reached its node, with what the ledger knew of its packet.
struct Arrival {
  Flit flit;
  PacketRecord record;
};

/// What a node does: the algorithm's side of the NIC. One program may serve every node; nic.node()
/// tells which one it runs on.
class Program {
 public:
  virtual ~Program() = default;

  /// Runs at most once a clock: when flits arrive, and when a clock comes that was asked for with
  /// nic.call_at(). All flits that arrive in a clock are handed over together.
  virtual void run(NicCore& nic, const std::vector<Arrival>& arrivals) = 0;
};

}  // namespace swapfly
