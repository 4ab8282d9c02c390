#include "model/packet/flit_layout.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

const unsigned sizes[] = {1, 2, 3, 4, 5, 8, 9, 16, 17, 1023, 1024};

std::vector<BitField> header_fields(const FlitLayout& layout) {
  return {layout.hops,       layout.skip,  layout.gamma_star, layout.pi_star,
          layout.delta_star, layout.gamma, layout.pi,         layout.delta};
}

TEST(FlitLayout, FieldsFollowEachOtherWithoutGapOrOverlap) {
  for (const unsigned K : sizes) {
    for (const unsigned M : sizes) {
      for (unsigned payload = 8; payload <= 64; payload += 8) {
        const FlitLayout layout(K, M, payload);
        unsigned next = 0;
        for (const BitField& field : header_fields(layout)) {
          ASSERT_EQ(field.low, next);
          ASSERT_GE(field.width, 1U);
          next += field.width;
        }
        ASSERT_EQ(layout.header_bits, next);
        ASSERT_LE(layout.header_bits, 64U);
        for (const BitField& field : {layout.packet, layout.label, layout.payload}) {
          ASSERT_EQ(field.low, next);
          next += field.width;
        }
        ASSERT_EQ(layout.flit_bits, next);
        ASSERT_EQ(layout.payload.width, payload);
        ASSERT_EQ(layout.packet.width, 32U);
        ASSERT_EQ(layout.label.width, 32U);
      }
    }
  }
}

TEST(FlitLayout, PortFieldsAreAsWideAsTheirNumbersNeed) {
  const auto width = [](unsigned K) { return FlitLayout(K, 1, 64).gamma.width; };
  EXPECT_EQ(width(1), 1U);
  EXPECT_EQ(width(2), 1U);
  EXPECT_EQ(width(3), 2U);
  EXPECT_EQ(width(4), 2U);
  EXPECT_EQ(width(5), 3U);
  EXPECT_EQ(width(1024), 10U);
  const FlitLayout layout(2, 9, 64);
  EXPECT_EQ(layout.gamma.width, 1U);
  EXPECT_EQ(layout.pi.width, 4U);
  EXPECT_EQ(layout.delta.width, 4U);
}

std::uint16_t random_field(Random& random, unsigned size) {
  return random.one_in(4) ? every_port : static_cast<std::uint16_t>(random.below(size));
}

Flit random_flit(Random& random, unsigned K, unsigned M, unsigned payload_bits) {
  Flit flit;
  flit.header = {static_cast<std::uint8_t>(random.below(16)), random.one_in(2),
                 random_field(random, K), random_field(random, M), random_field(random, M)};
  flit.packet = static_cast<std::uint32_t>(random.word());
  flit.label = static_cast<std::uint32_t>(random.word());
  flit.payload = random.word() >> (64 - payload_bits);
  return flit;
}

TEST(FlitLayout, PackedFlitsComeBackAsTheyWere) {
  for (std::uint64_t seed = 1; seed <= 20000; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const unsigned K = sizes[random.below(std::size(sizes))];
    const unsigned M = sizes[random.below(std::size(sizes))];
    const unsigned payload = 8 * random.between(1, 8);
    const FlitLayout layout(K, M, payload);
    const Flit flit = random_flit(random, K, M, payload);
    FlitLayout::Words words{0xFFFFFFFFU, 0xFFFFFFFFU};  // what was there before must not matter
    layout.pack(flit, words);
    ASSERT_EQ(words.size(), layout.words());
    ASSERT_EQ(layout.unpack(words), flit);
    ASSERT_EQ(layout.unpack_header(layout.pack_header(flit.header)), flit.header);
    // No bit beyond the flit is ever set.
    if (layout.flit_bits % 32 != 0) {
      ASSERT_EQ(words.back() >> layout.flit_bits % 32, 0U);
    }
  }
}

TEST(FlitLayout, EveryBitLiesWhereItsFieldSays) {
  const FlitLayout layout(5, 9, 64);
  const auto bit_set = [](const FlitLayout::Words& words, unsigned bit) {
    return (words[bit / 32] >> bit % 32 & 1U) != 0;
  };
  const auto expect_alone = [&](const Flit& flit, unsigned bit) {
    FlitLayout::Words words;
    layout.pack(flit, words);
    for (unsigned other = 0; other < layout.flit_bits; ++other) {
      ASSERT_EQ(bit_set(words, other), other == bit) << "bit " << other << " for " << bit;
    }
  };
  Flit flit;
  for (unsigned i = 0; i < 4; ++i) {
    flit = {};
    flit.header.hops = static_cast<std::uint8_t>(1U << i);
    expect_alone(flit, layout.hops.low + i);
    flit = {};
    flit.header.pi = static_cast<std::uint16_t>(1U << i);
    expect_alone(flit, layout.pi.low + i);
    flit = {};
    flit.header.delta = static_cast<std::uint16_t>(1U << i);
    expect_alone(flit, layout.delta.low + i);
  }
  for (unsigned i = 0; i < 3; ++i) {
    flit = {};
    flit.header.gamma = static_cast<std::uint16_t>(1U << i);
    expect_alone(flit, layout.gamma.low + i);
  }
  for (unsigned i = 0; i < 32; ++i) {
    flit = {};
    flit.packet = 1U << i;
    expect_alone(flit, layout.packet.low + i);
    flit = {};
    flit.label = 1U << i;
    expect_alone(flit, layout.label.low + i);
  }
  for (unsigned i = 0; i < 64; ++i) {
    flit = {};
    flit.payload = 1ULL << i;
    expect_alone(flit, layout.payload.low + i);
  }
  flit = {};
  flit.header.skip = true;
  expect_alone(flit, layout.skip.low);
  flit.header = {0, false, every_port, 0, 0};
  expect_alone(flit, layout.gamma_star.low);
  flit.header = {0, false, 0, every_port, 0};
  expect_alone(flit, layout.pi_star.low);
  flit.header = {0, false, 0, 0, every_port};
  expect_alone(flit, layout.delta_star.low);
}

TEST(FlitLayout, TheHeadersNumberIsTheFlitsLowestBits) {
  const FlitLayout layout(1024, 1024, 8);
  Random random(7);
  for (int i = 0; i < 200; ++i) {
    const Flit flit = random_flit(random, 1024, 1024, 8);
    FlitLayout::Words words;
    layout.pack(flit, words);
    const std::uint64_t low = words[0] | std::uint64_t{words[1]} << 32U;
    ASSERT_EQ(layout.pack_header(flit.header), low & ((1ULL << layout.header_bits) - 1));
  }
}

TEST(FlitLayout, AStarIsCarriedAsItsBitAndTheNumberZero) {
  const FlitLayout layout(4, 4, 64);
  const std::uint64_t bits = layout.pack_header({0, false, every_port, every_port, every_port});
  EXPECT_EQ(bits, 1ULL << layout.gamma_star.low | 1ULL << layout.pi_star.low |
                      1ULL << layout.delta_star.low);
}

TEST(FlitLayout, RefusesPayloadsThatAreNoBytes) {
  for (const unsigned bits : {0U, 4U, 7U, 9U, 63U, 65U, 72U, 128U}) {
    try {
      FlitLayout layout(4, 4, bits);
      ADD_FAILURE() << bits << " bits were accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_EQ(error.what(),
                "the payload is " + std::to_string(bits) + " bits; accepted: 8, 16, ..., 64");
    }
  }
}

}  // namespace
}  // namespace swapfly
