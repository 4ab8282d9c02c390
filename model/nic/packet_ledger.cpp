#include "model/nic/packet_ledger.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {

PacketLedger::PacketLedger(RouterId nodes) : count_bits_(31), sources_(nodes) {
  while (count_bits_ > 1 && ((nodes - 1) >> (32 - count_bits_)) != 0) --count_bits_;
}

void PacketLedger::Source::grow() {
  size_ *= 2;
  many_ = std::make_unique<Place[]>(size_);
  std::fill_n(many_.get(), size_, none);
}

void PacketLedger::grow(Source& source) {
  if (source.size() * std::uint64_t{2} > (std::uint64_t{1} << count_bits_)) {
    throw std::length_error("node " + std::to_string(&source - sources_.data()) +
                            " has more than " + std::to_string(std::size_t{1} << count_bits_) +
                            " packets under way at once, more than packet ids tell apart");
  }
  std::vector<Place> places;
  for (std::uint32_t count = 0; count < source.size(); ++count) {
    if (source[count] != none) places.push_back(source[count]);
  }
  source.grow();
  for (const Place place : places) source[records_[place].id] = place;
}

PacketRecord& PacketLedger::open(RouterId source_id) {
  Source& source = sources_[source_id];
  const std::uint32_t mask = (std::uint32_t{1} << count_bits_) - 1;
  const std::uint32_t count = source.next & mask;
  while (source[count] != none) grow(source);
  ++source.next;
  if (free_.empty()) {
    free_.push_back(static_cast<Place>(records_.size()));
    records_.emplace_back();
  }
  const Place place = free_.back();
  free_.pop_back();
  source[count] = place;
  PacketRecord& record = records_[place];
  record.id = source_id << count_bits_ | count;
  ++open_packets_;
  return record;
}

PacketRecord* PacketLedger::find(PacketId id) {
  if (source_of(id) >= sources_.size()) return nullptr;
  const Place place = sources_[source_of(id)][id];
  return place != none && records_[place].id == id ? &records_[place] : nullptr;
}

void PacketLedger::close(PacketRecord& record) {
  Place& place = sources_[source_of(record.id)][record.id];
  free_.push_back(place);
  place = none;
  --open_packets_;
}

}  // namespace swapfly
