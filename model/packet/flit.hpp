#pragma once

#include <cstdint>

#include "model/packet/header.hpp"

namespace swapfly {

/// One flit, which is one packet: header, tag and payload. A longer message is a train of flits.
/// (A pending mask per flit, which is how the router duplicates, is deadlock-free for single-flit
/// packets only.)
struct Flit {
  Header header;
  /// The tag's first half: which packet of which source this is. See PacketId.
  std::uint32_t packet = 0;
  /// The tag's second half: the workload's own, for instance a place in a message.
  std::uint32_t label = 0;
  /// Only the low `payload bits` of the network are ever set.
  std::uint64_t payload = 0;

  friend bool operator==(const Flit& a, const Flit& b) {
    return a.header == b.header && a.packet == b.packet && a.label == b.label &&
           a.payload == b.payload;
  }
  friend bool operator!=(const Flit& a, const Flit& b) { return !(a == b); }
};

static_assert(sizeof(Flit) == 24, "three words: a flit is copied once per hop");

}  // namespace swapfly
