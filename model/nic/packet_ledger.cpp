#include "model/nic/packet_ledger.hpp"

#include <stdexcept>
#include <string>

namespace swapfly {

PacketLedger::PacketLedger(RouterId nodes) : count_bits_(31), sources_(nodes) {
  while (count_bits_ > 1 && ((nodes - 1) >> (32 - count_bits_)) != 0) --count_bits_;
}

void PacketLedger::grow(Source& source) {
  const std::size_t size = source.ring.empty() ? 2 : source.ring.size() * 2;
  if (size > (std::size_t{1} << count_bits_)) {
    throw std::length_error("node " + std::to_string(&source - sources_.data()) +
                            " has more than " + std::to_string(std::size_t{1} << count_bits_) +
                            " packets under way at once, more than packet ids tell apart");
  }
  std::vector<PacketRecord> old(size);
  old.swap(source.ring);
  for (const PacketRecord& record : old) {
    if (record.copies_left > 0) slot(source, record.id) = record;
  }
}

PacketRecord& PacketLedger::open(RouterId source_id) {
  Source& source = sources_[source_id];
  if (source.ring.empty()) grow(source);
  const std::uint32_t mask = (std::uint32_t{1} << count_bits_) - 1;
  const std::uint32_t count = source.next++ & mask;
  while (slot(source, count).copies_left > 0) grow(source);
  PacketRecord& record = slot(source, count);
  record.id = source_id << count_bits_ | count;
  ++open_packets_;
  return record;
}

PacketRecord* PacketLedger::find(PacketId id) {
  if (source_of(id) >= sources_.size()) return nullptr;
  Source& source = sources_[source_of(id)];
  if (source.ring.empty()) return nullptr;
  PacketRecord& record = slot(source, id);
  return record.id == id && record.copies_left > 0 ? &record : nullptr;
}

void PacketLedger::deliver(PacketRecord& record) {
  if (--record.copies_left == 0) --open_packets_;
}

}  // namespace swapfly
