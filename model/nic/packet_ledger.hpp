#pragma once

#include <cstdint>
#include <vector>

#include "model/packet/header.hpp"
#include "model/router/router_parameters.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// Which packet of which source, as the flit's tag carries it: the source in the high bits, a count
/// of that source's packets, modulo what is left, in the low ones.
using PacketId = std::uint32_t;

/// What is known of a packet while a copy of it is under way.
struct PacketRecord {
  Header header;               ///< as the source's NIC sent it
  Clock created = 0;           ///< when what it carries came to be
  Clock first_arbitrated = 0;  ///< when the first flit that carried it could be arbitrated
  Clock injected = 0;          ///< when this packet could be arbitrated at its source router
  std::uint64_t copies_left = 0;
  /// A final copy is one the workload counts; a hand-over between NICs is not.
  bool final = true;
  PacketId id = 0;
};

/// The records of all packets under way. Bookkeeping of the simulation, not hardware: it tells
/// latencies, and it tells loss and duplication from their counts.
class PacketLedger {
 public:
  explicit PacketLedger(RouterId nodes);

  /// A record for a packet of `source`, with its id; the caller fills in the rest, `copies_left`
  /// at least 1. The reference holds until the source's next packet.
  /// Throws std::length_error if the source's count has come round to a packet still under way.
  PacketRecord& open(RouterId source);
  /// Null if no such packet is under way.
  PacketRecord* find(PacketId id);
  const PacketRecord* find(PacketId id) const { return const_cast<PacketLedger*>(this)->find(id); }
  /// One copy has arrived; the last one closes the record. Requires find(record.id) == &record.
  void deliver(PacketRecord& record);

  RouterId source_of(PacketId id) const { return id >> count_bits_; }
  std::uint64_t open_packets() const { return open_packets_; }

 private:
  // A ring per source, indexed by the packet's count, doubled when a straggler is in the way.
  struct Source {
    std::uint32_t next = 0;
    std::vector<PacketRecord> ring;
  };
  PacketRecord& slot(Source& source, std::uint32_t count) {
    return source.ring[count & (source.ring.size() - 1)];
  }
  void grow(Source& source);

  unsigned count_bits_;
  std::uint64_t open_packets_ = 0;
  std::vector<Source> sources_;
};

}  // namespace swapfly
