#include "model/workloads/content.hpp"

namespace swapfly {

Content cut_into_flits(const std::vector<std::uint8_t>& bytes, unsigned payload_bits) {
  const std::size_t size = payload_bits / 8;
  Content content((bytes.size() + size - 1) / size);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    content[i / size] |= std::uint64_t{bytes[i]} << (i % size * 8);
  }
  return content;
}

Content generated_flits(std::uint64_t count, unsigned payload_bits, std::uint64_t seed) {
  Content content(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    content[i] = mixed_value(seed, i) >> (64 - payload_bits);
  }
  return content;
}

NodeMemories::NodeMemories(std::uint64_t nodes, std::uint64_t flits)
    : flits_(flits), words_(nodes * flits), times_written_(nodes * flits) {}

void NodeMemories::store(std::uint64_t node, std::uint64_t place, std::uint64_t payload) {
  if (place >= flits_) {
    out_of_range_ = true;
    return;
  }
  words_[node * flits_ + place] = payload;
  std::uint8_t& times = times_written_[node * flits_ + place];
  if (times < 2) ++times;
}

bool NodeMemories::holds(std::uint64_t node, const Content& content) const {
  if (out_of_range_ || content.size() != flits_) return false;
  for (std::uint64_t place = 0; place < flits_; ++place) {
    const std::uint64_t index = node * flits_ + place;
    if (times_written_[index] != 1 || words_[index] != content[place]) return false;
  }
  return true;
}

}  // namespace swapfly
