#include "model/packet/flit_layout.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {
namespace {

/// Bits that hold the numbers 0..size-1; at least one, since a wire of no bits is none.
unsigned index_bits(unsigned size) {
  unsigned bits = 1;
  while ((1ULL << bits) < size) ++bits;
  return bits;
}

std::uint64_t low_bits(unsigned width) { return width >= 64 ? ~0ULL : (1ULL << width) - 1; }

void put(FlitLayout::Words& words, BitField field, std::uint64_t value) {
  for (unsigned done = 0; done < field.width;) {
    const unsigned bit = field.low + done;
    const unsigned shift = bit % 32;
    const unsigned taken = std::min(32 - shift, field.width - done);
    words[bit / 32] |= static_cast<std::uint32_t>(((value >> done) & low_bits(taken)) << shift);
    done += taken;
  }
}

std::uint64_t get(const FlitLayout::Words& words, BitField field) {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < field.width;) {
    const unsigned bit = field.low + done;
    const unsigned shift = bit % 32;
    const unsigned taken = std::min(32 - shift, field.width - done);
    value |= ((std::uint64_t{words[bit / 32]} >> shift) & low_bits(taken)) << done;
    done += taken;
  }
  return value;
}

std::uint64_t number(std::uint16_t field) { return field == every_port ? 0 : field; }

std::uint64_t get(std::uint64_t word, BitField field) {
  return (word >> field.low) & low_bits(field.width);
}

std::uint16_t port_field(std::uint64_t word, BitField star, BitField value) {
  return get(word, star) != 0 ? every_port : static_cast<std::uint16_t>(get(word, value));
}

}  // namespace

FlitLayout::FlitLayout(unsigned K, unsigned M, unsigned payload_bits) {
  if (payload_bits < 8 || payload_bits > 64 || payload_bits % 8 != 0) {
    throw std::invalid_argument("the payload is " + std::to_string(payload_bits) +
                                " bits; accepted: 8, 16, ..., 64");
  }
  // b up to 15 leaves room for every virtual-channel count the router takes.
  constexpr unsigned hop_bits = 4;
  const auto place = [this](BitField& field, unsigned width) {
    field = {flit_bits, width};
    flit_bits += width;
  };
  place(hops, hop_bits);
  place(skip, 1);
  place(gamma_star, 1);
  place(pi_star, 1);
  place(delta_star, 1);
  place(gamma, index_bits(K));
  place(pi, index_bits(M));
  place(delta, index_bits(M));
  header_bits = flit_bits;
  place(packet, tag_half_bits);
  place(label, tag_half_bits);
  place(payload, payload_bits);
}

std::uint64_t FlitLayout::pack_header(const Header& header) const {
  const auto at = [](BitField field, std::uint64_t value) { return value << field.low; };
  return at(hops, header.hops) | at(skip, header.skip ? 1 : 0) |
         at(gamma_star, header.gamma == every_port ? 1 : 0) |
         at(pi_star, header.pi == every_port ? 1 : 0) |
         at(delta_star, header.delta == every_port ? 1 : 0) | at(gamma, number(header.gamma)) |
         at(pi, number(header.pi)) | at(delta, number(header.delta));
}

Header FlitLayout::unpack_header(std::uint64_t bits) const {
  Header header;
  header.hops = static_cast<std::uint8_t>(get(bits, hops));
  header.skip = get(bits, skip) != 0;
  header.gamma = port_field(bits, gamma_star, gamma);
  header.pi = port_field(bits, pi_star, pi);
  header.delta = port_field(bits, delta_star, delta);
  return header;
}

void FlitLayout::pack(const Flit& flit, Words& to) const {
  to.assign(words(), 0);
  put(to, {0, header_bits}, pack_header(flit.header));
  put(to, packet, flit.packet);
  put(to, label, flit.label);
  put(to, payload, flit.payload);
}

Flit FlitLayout::unpack(const Words& from) const {
  Flit flit;
  flit.header = unpack_header(get(from, {0, header_bits}));
  flit.packet = static_cast<std::uint32_t>(get(from, packet));
  flit.label = static_cast<std::uint32_t>(get(from, label));
  flit.payload = get(from, payload);
  return flit;
}

}  // namespace swapfly
