#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "model/packet/flit_layout.hpp"
#include "model/router/bits.hpp"

namespace swapfly {

/// The bits of one port of a Verilated model, whatever type it has there: up to 8, 16, 32 or 64
/// bits are one integer, more an array of 32-bit words, lowest first. In memory all of these are
/// the same bits in the same places, if the machine has the low byte first.
class Pins {
 public:
  static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "bits are found by their byte");

  Pins() = default;
  /// The port must outlive this.
  template <class Port>
  explicit Pins(Port& port) : bytes_(reinterpret_cast<std::uint8_t*>(&port)), size_(sizeof(port)) {}

  std::size_t bits() const { return size_ * 8; }
  std::size_t bytes() const { return size_; }
  std::uint8_t* data() const { return bytes_; }

  /// `width` bits from bit `low` on; at most 57, so that eight bytes hold them.
  std::uint64_t get(std::size_t low, unsigned width) const {
    return load(low / 8) >> low % 8 & mask(width);
  }
  void put(std::size_t low, unsigned width, std::uint64_t value) {
    const std::size_t byte = low / 8;
    const unsigned shift = low % 8;
    store(byte, (load(byte) & ~(mask(width) << shift)) | value << shift);
  }
  void set(std::size_t bit) {
    bytes_[bit / 8] = static_cast<std::uint8_t>(bytes_[bit / 8] | 1U << bit % 8);
  }
  void clear() {
    if (size_ > 0) std::memset(bytes_, 0, size_);
  }

  /// Calls visit(bit - low) for every bit set among `count` from `low` on, lowest first.
  template <class Visit>
  void for_each_set(std::size_t low, unsigned count, Visit&& visit) const {
    for (unsigned done = 0; done < count; done += step) {
      for_each_bit(get(low + done, count - done < step ? count - done : step), done, visit);
    }
  }
  unsigned count_set(std::size_t low, unsigned count) const {
    unsigned found = 0;
    for_each_set(low, count, [&found](unsigned) { ++found; });
    return found;
  }

 private:
  static constexpr unsigned step = 56;

  static std::uint64_t mask(unsigned width) { return (std::uint64_t{1} << width) - 1; }
  std::size_t length_from(std::size_t byte) const {
    return size_ - byte < sizeof(std::uint64_t) ? size_ - byte : sizeof(std::uint64_t);
  }
  std::uint64_t load(std::size_t byte) const {
    std::uint64_t word = 0;
    if (byte + sizeof(word) <= size_) {
      std::memcpy(&word, bytes_ + byte, sizeof(word));
    } else {
      std::memcpy(&word, bytes_ + byte, length_from(byte));
    }
    return word;
  }
  void store(std::size_t byte, std::uint64_t word) {
    if (byte + sizeof(word) <= size_) {
      std::memcpy(bytes_ + byte, &word, sizeof(word));
    } else {
      std::memcpy(bytes_ + byte, &word, length_from(byte));
    }
  }

  std::uint8_t* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// The packed bits of a flit, in 32-bit pieces of which the header's comes first; what lock-step
/// compares.
struct PackedFlit {
  std::uint64_t header = 0;
  std::uint32_t packet = 0;
  std::uint32_t label = 0;
  std::uint64_t payload = 0;

  friend bool operator==(const PackedFlit& a, const PackedFlit& b) {
    return a.header == b.header && a.packet == b.packet && a.label == b.label &&
           a.payload == b.payload;
  }
  friend bool operator!=(const PackedFlit& a, const PackedFlit& b) { return !(a == b); }
};

inline PackedFlit packed(const FlitLayout& layout, const Flit& flit) {
  return {layout.pack_header(flit.header), flit.packet, flit.label, flit.payload};
}

inline Flit unpacked(const FlitLayout& layout, const PackedFlit& flit) {
  return {layout.unpack_header(flit.header), flit.packet, flit.label, flit.payload};
}

/// The flit that begins at bit `low`.
inline void put_flit(Pins& pins, std::size_t low, const FlitLayout& layout,
                     const PackedFlit& flit) {
  pins.put(low, layout.header_bits, flit.header);
  pins.put(low + layout.packet.low, FlitLayout::tag_half_bits, flit.packet);
  pins.put(low + layout.label.low, FlitLayout::tag_half_bits, flit.label);
  constexpr unsigned half = 32;
  const unsigned width = layout.payload.width;
  const std::size_t payload = low + layout.payload.low;
  if (width <= half) {
    pins.put(payload, width, flit.payload);
  } else {
    pins.put(payload, half, flit.payload & 0xFFFFFFFFU);
    pins.put(payload + half, width - half, flit.payload >> half);
  }
}

inline PackedFlit get_flit(const Pins& pins, std::size_t low, const FlitLayout& layout) {
  PackedFlit flit;
  flit.header = pins.get(low, layout.header_bits);
  flit.packet =
      static_cast<std::uint32_t>(pins.get(low + layout.packet.low, FlitLayout::tag_half_bits));
  flit.label =
      static_cast<std::uint32_t>(pins.get(low + layout.label.low, FlitLayout::tag_half_bits));
  constexpr unsigned half = 32;
  const unsigned width = layout.payload.width;
  const std::size_t payload = low + layout.payload.low;
  if (width <= half) {
    flit.payload = pins.get(payload, width);
  } else {
    flit.payload = pins.get(payload, half) | pins.get(payload + half, width - half) << half;
  }
  return flit;
}

}  // namespace swapfly
