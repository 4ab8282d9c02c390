#include "testbench/cosim/pins.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/support/every_header.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(Pins, HoldWhatWasPutAndNothingElseChanges) {
  constexpr unsigned seed = 1;
  SCOPED_TRACE("seed 1");
  Random random(seed);
  std::array<std::uint32_t, 9> port{};
  std::vector<bool> expected(port.size() * 32);
  Pins pins(port);
  ASSERT_EQ(pins.bits(), expected.size());
  for (unsigned round = 0; round < 20000; ++round) {
    const unsigned width = random.between(1, 57);
    const unsigned low = random.below(static_cast<unsigned>(expected.size()) - width + 1);
    const std::uint64_t value = random.word() & ((std::uint64_t{1} << width) - 1);
    pins.put(low, width, value);
    for (unsigned bit = 0; bit < width; ++bit) expected[low + bit] = (value >> bit & 1) != 0;
    ASSERT_EQ(pins.get(low, width), value);
    for (unsigned bit = 0; bit < expected.size(); ++bit) {
      ASSERT_EQ((port[bit / 32] >> bit % 32 & 1) != 0, expected[bit]) << "bit " << bit;
    }
  }
}

template <class Port>
void expect_last_bit_reached() {
  Port port{};
  Pins pins(port);
  pins.set(pins.bits() - 1);
  EXPECT_EQ(port, static_cast<Port>(Port{1} << (pins.bits() - 1)));
  EXPECT_EQ(pins.count_set(0, static_cast<unsigned>(pins.bits())), 1U);
  pins.clear();
  EXPECT_EQ(port, 0);
}

TEST(Pins, AreThoseOfAnyIntegerPort) {
  expect_last_bit_reached<std::uint8_t>();
  expect_last_bit_reached<std::uint16_t>();
  expect_last_bit_reached<std::uint32_t>();
  expect_last_bit_reached<std::uint64_t>();
}

TEST(Pins, SetBitsAreVisitedInOrderWhereverTheyLie) {
  std::array<std::uint32_t, 8> port{};
  Pins pins(port);
  const std::vector<unsigned> bits{3, 58, 59, 60, 116, 117, 200};
  for (const unsigned bit : bits) pins.set(bit);
  std::vector<unsigned> visited;
  pins.for_each_set(3, 198, [&](unsigned bit) { visited.push_back(bit + 3); });
  EXPECT_EQ(visited, bits);
  EXPECT_EQ(pins.count_set(4, 197), 6U);
  EXPECT_EQ(pins.count_set(4, 196), 5U);
}

TEST(Pins, AFlitComesBackAsItWasPutAtAnyPlace) {
  constexpr unsigned seed = 2;
  SCOPED_TRACE("seed 2");
  Random random(seed);
  for (const unsigned payload : {8U, 32U, 40U, 64U}) {
    const FlitLayout layout(3, 5, payload);
    std::array<std::uint32_t, 12> port{};
    Pins pins(port);
    const std::size_t last = pins.bits() - layout.flit_bits;
    for (std::size_t low = 0; low <= last; ++low) {
      Flit flit;
      flit.header = {4, true, 2, every_port, 4};
      flit.packet = static_cast<std::uint32_t>(random.word());
      flit.label = static_cast<std::uint32_t>(random.word());
      flit.payload = random.word() >> (64 - payload);
      put_flit(pins, low, layout, packed(layout, flit));
      ASSERT_EQ(unpacked(layout, get_flit(pins, low, layout)), flit);
      // As FlitLayout packs it.
      FlitLayout::Words words;
      layout.pack(flit, words);
      for (unsigned bit = 0; bit < layout.flit_bits; ++bit) {
        ASSERT_EQ(pins.get(low + bit, 1), words[bit / 32] >> bit % 32 & 1);
      }
    }
  }
}

}  // namespace
}  // namespace swapfly
