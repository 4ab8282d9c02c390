#pragma once

#include <cstdint>
#include <vector>

#include "model/schedules/random_stream.hpp"

namespace swapfly {

/// The payloads of a train of flits, one a flit.
using Content = std::vector<std::uint64_t>;

/// Bytes cut into payloads of payload_bits, first byte lowest; the last is filled up with zeros.
Content cut_into_flits(const std::vector<std::uint8_t>& bytes, unsigned payload_bits);

/// `count` payloads that depend on the seed and on their place.
Content generated_flits(std::uint64_t count, unsigned payload_bits, std::uint64_t seed);

/// What the nodes hold of a content that each of them is to receive: a word and a mark a flit.
class NodeMemories {
 public:
  NodeMemories() = default;
  NodeMemories(std::uint64_t nodes, std::uint64_t flits);

  /// Bytes that memories of this size take.
  static std::uint64_t bytes(std::uint64_t nodes, std::uint64_t flits) {
    return nodes * flits * (sizeof(std::uint64_t) + 1);
  }

  void store(std::uint64_t node, std::uint64_t place, std::uint64_t payload);
  /// Every place written exactly once, with what `content` has there.
  bool holds(std::uint64_t node, const Content& content) const;

 private:
  std::uint64_t flits_ = 0;
  bool out_of_range_ = false;
  std::vector<std::uint64_t> words_;
  std::vector<std::uint8_t> times_written_;
};

}  // namespace swapfly
