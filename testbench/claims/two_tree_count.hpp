#pragma once

#include <cstdint>

namespace swapfly {

// Steps of two trees ([T]), counted edge by edge for claims: from the closed form of a node's
// parent and by trying every colouring, with no part of model/schedules in it.

/// Steps until both halves' block 0 is everywhere, p processors in the trees and a source besides;
/// the least over all colourings. Every further block takes 2 more. p at least 1.
std::uint64_t counted_first_block(std::uint64_t p);

/// Of a broadcast over p processors and a source, k blocks in either half.
std::uint64_t counted_broadcast_steps(std::uint64_t p, std::uint64_t k);

/// Of a prefix sum over P processors, all of them in the trees, without the sums that nobody needs:
/// up and then down, in the colouring that counted_first_block() takes; of equally good ones the
/// first, in which what colours can be exchanged begins with colour 0. P at least 1.
std::uint64_t counted_scan_steps(std::uint64_t P, std::uint64_t k);

}  // namespace swapfly
