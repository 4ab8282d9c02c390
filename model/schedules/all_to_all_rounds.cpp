#include "model/schedules/all_to_all_rounds.hpp"

#include <algorithm>

namespace swapfly {
namespace {

/// The digit of `number` for a loop of `size` passes; what is left is that of the loops around it.
unsigned digit(std::uint64_t& number, std::uint64_t size) {
  const auto value = static_cast<unsigned>(number % size);
  number /= size;
  return value;
}

/// The de Bruijn sequence of words of two letters: every ordered pair of `letters` letters follows
/// in it exactly once, cyclically (the Lyndon words of one and two letters, in their order).
std::vector<std::uint16_t> pair_sequence(unsigned letters) {
  std::vector<std::uint16_t> sequence;
  sequence.reserve(std::size_t{letters} * letters);
  for (unsigned first = 0; first < letters; ++first) {
    sequence.push_back(static_cast<std::uint16_t>(first));
    for (unsigned second = first + 1; second < letters; ++second) {
      sequence.push_back(static_cast<std::uint16_t>(first));
      sequence.push_back(static_cast<std::uint16_t>(second));
    }
  }
  return sequence;
}

}  // namespace

Header all_to_all_header(const AllToAllShape& shape, const AllToAllRound& round, unsigned lane) {
  const auto port = [&](unsigned rotation, unsigned block) {
    return static_cast<std::uint16_t>((lane + rotation) % shape.s + block * shape.s);
  };
  return {3, false, port(0, round.c), port(round.mu, round.a), port(round.nu, round.b)};
}

AllToAllRound published_round(const AllToAllShape& shape, std::uint64_t place) {
  AllToAllRound round;
  round.c = digit(place, shape.k());
  round.a = digit(place, shape.m());
  round.b = digit(place, shape.m());
  round.nu = digit(place, shape.s);
  round.mu = digit(place, shape.s);
  return round;
}

InterleavedRounds::InterleavedRounds(const AllToAllShape& shape, std::uint64_t passes,
                                     std::uint64_t lag)
    : shape_(shape),
      rounds_(shape.rounds() * passes),
      lag_(lag),
      vertices_(pair_sequence(shape.m())) {}

std::uint64_t InterleavedRounds::along(std::uint64_t place) const {
  const std::uint64_t trail = place % lag_;
  const std::uint64_t longer = rounds_ % lag_;
  return trail * (rounds_ / lag_) + std::min(trail, longer) + place / lag_;
}

AllToAllRound InterleavedRounds::round(std::uint64_t place) const {
  const std::uint64_t position = along(place);
  const std::size_t edge = position % vertices_.size();
  const std::size_t next = edge + 1 == vertices_.size() ? 0 : edge + 1;
  std::uint64_t walk = position / vertices_.size();
  AllToAllRound round;
  round.a = vertices_[next];
  round.b = vertices_[edge] + 1U == shape_.m() ? 0 : vertices_[edge] + 1U;
  round.c = digit(walk, shape_.k());
  round.nu = digit(walk, shape_.s);
  round.mu = digit(walk, shape_.s);
  return round;
}

std::uint64_t InterleavedRounds::pass(std::uint64_t place) const {
  return along(place) / shape_.rounds();
}

}  // namespace swapfly
