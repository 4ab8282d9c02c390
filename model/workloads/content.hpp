#pragma once

#include <cstdint>
#include <vector>

namespace swapfly {

/// The payloads of a train of flits, one a flit.
using Content = std::vector<std::uint64_t>;

/// Bytes cut into payloads of payload_bits, first byte lowest; the last is filled up with zeros.
Content cut_into_flits(const std::vector<std::uint8_t>& bytes, unsigned payload_bits);

/// `count` payloads that depend on the seed and on their place.
Content generated_flits(std::uint64_t count, unsigned payload_bits, std::uint64_t seed);

/// A well-mixed 64-bit value of two others: data whose owner and place a receiver can recompute.
inline std::uint64_t mixed_value(std::uint64_t seed, std::uint64_t index) {
  // The finaliser of SplitMix64 (Steele, Lea, Flood 2014) over a Weyl sequence.
  std::uint64_t value = seed * 0xD1B54A32D192ED03ULL + (index + 1) * 0x9E3779B97F4A7C15ULL;
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBULL;
  return value ^ (value >> 31);
}

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
