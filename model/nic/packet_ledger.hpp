#pragma once

#include <array>
#include <cstdint>
#include <memory>
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
  /// at least 1. The reference holds until the next packet.
  /// Throws std::length_error if the source's count has come round to a packet still under way.
  PacketRecord& open(RouterId source);
  /// Null if no such packet is under way.
  PacketRecord* find(PacketId id);
  const PacketRecord* find(PacketId id) const { return const_cast<PacketLedger*>(this)->find(id); }
  /// One copy has arrived; the last one closes the record. Requires find(record.id) == &record.
  void deliver(PacketRecord& record) {
    if (--record.copies_left == 0) close(record);
  }

  RouterId source_of(PacketId id) const { return id >> count_bits_; }
  std::uint64_t open_packets() const { return open_packets_; }

 private:
  using Place = std::uint32_t;  ///< in records_
  static constexpr Place none = ~Place{0};

  /// Where the records of a source's packets are: a ring indexed by the packet's count, doubled
  /// when a straggler is in the way. Mostly a few are under way, and their places lie right here.
  class Source {
   public:
    std::uint32_t next = 0;

    Source() { few_.fill(none); }
    std::uint32_t size() const { return size_; }
    Place& operator[](std::uint32_t count) {
      return (size_ == few_.size() ? few_.data() : many_.get())[count & (size_ - 1)];
    }
    /// Twice as large and empty.
    void grow();

   private:
    std::uint32_t size_ = 8;
    std::array<Place, 8> few_{};
    std::unique_ptr<Place[]> many_;
  };

  void grow(Source& source);
  void close(PacketRecord& record);

  unsigned count_bits_;
  std::uint64_t open_packets_ = 0;
  std::vector<Source> sources_;
  // Records are used again last in, first out, so that few packets touch little memory.
  std::vector<PacketRecord> records_;
  std::vector<Place> free_;
};

}  // namespace swapfly
