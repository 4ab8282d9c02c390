#pragma once

#include <cstdint>
#include <string_view>

namespace swapfly {

/// An all-to-all in which every node has one partner in each of the steps 1 to nodes - 1.
enum class Pairing {
  shift,         ///< step i: node n sends to n + i, modulo the nodes
  exclusive_or,  ///< step i: n and n xor i send to each other; needs a power of two
};

/// "shift", "xor"
constexpr std::string_view name_of(Pairing pairing) {
  return pairing == Pairing::shift ? "shift" : "xor";
}

/// To whom `node` sends in a step. Requires node and step below `nodes`.
constexpr std::uint32_t receiver_of(Pairing pairing, std::uint32_t node, std::uint32_t step,
                                    std::uint32_t nodes) {
  if (pairing == Pairing::exclusive_or) return node ^ step;
  return node < nodes - step ? node + step : node - (nodes - step);
}

/// The step in which `from` sends to `to`.
constexpr std::uint32_t step_between(Pairing pairing, std::uint32_t from, std::uint32_t to,
                                     std::uint32_t nodes) {
  if (pairing == Pairing::exclusive_or) return from ^ to;
  return to >= from ? to - from : to + (nodes - from);
}

}  // namespace swapfly
