#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/packet/flit.hpp"

namespace swapfly {

/// Where a field of the flit lies on the wires.
struct BitField {
  unsigned low = 0;
  unsigned width = 0;
};

/// The one packed layout of a flit, from bit 0 upwards:
///
///   b | skip | γ is * | π is * | δ is * | γ | π | δ | packet | label | payload
///
/// The header comes first, so that header bits keep their places whatever the payload is. A field
/// that holds `*` has its star bit set and its number 0. Widths follow from K, M, the hops a header
/// may start with, and the payload width.
class FlitLayout {
 public:
  /// Bits of `packet` and of `label`.
  static constexpr unsigned tag_half_bits = 32;

  /// Throws std::invalid_argument unless payload_bits is a multiple of 8 from 8 to 64.
  FlitLayout(unsigned K, unsigned M, unsigned payload_bits);

  BitField hops{}, skip{}, gamma_star{}, pi_star{}, delta_star{}, gamma{}, pi{}, delta{};
  BitField packet{}, label{}, payload{};
  unsigned header_bits = 0;
  unsigned flit_bits = 0;

  using Words = std::vector<std::uint32_t>;
  /// 32-bit words, lowest first, as a Verilated wide port takes them.
  unsigned words() const { return (flit_bits + 31) / 32; }
  void pack(const Flit& flit, Words& words) const;
  Flit unpack(const Words& words) const;

  /// The header alone, as the number a waveform shows. Fits 64 bits for every accepted K and M.
  std::uint64_t pack_header(const Header& header) const;
  Header unpack_header(std::uint64_t bits) const;
};

}  // namespace swapfly
