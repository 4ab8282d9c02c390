#pragma once

#include <cstdint>
#include <vector>

#include "model/packet/header.hpp"

namespace swapfly {

/// A doubly parallel all-to-all on D3(K,M): K = k s, M = m s ([D2]).
struct AllToAllShape {
  unsigned K = 1;
  unsigned M = 1;
  unsigned s = 1;  ///< lanes: vectors of a round; divides K and M

  unsigned k() const { return K / s; }
  unsigned m() const { return M / s; }
  std::uint64_t routers() const { return std::uint64_t{K} * M * M; }
  /// Rounds in which every vector, and so an item for every router, is sent once.
  std::uint64_t rounds() const { return routers() / s; }
};

/// A round: lane t of every router sends by the vector (γ,π,δ) = (t + c s, (t + μ) mod s + a s,
/// (t + ν) mod s + b s). Its first hops use the local ports of block b, its last ones those of
/// block a, each once at every router.
struct AllToAllRound {
  unsigned mu = 0;  ///< 0 to s - 1
  unsigned nu = 0;  ///< 0 to s - 1
  unsigned a = 0;   ///< 0 to m - 1
  unsigned b = 0;   ///< 0 to m - 1
  unsigned c = 0;   ///< 0 to k - 1

  friend bool operator==(const AllToAllRound& x, const AllToAllRound& y) {
    return x.mu == y.mu && x.nu == y.nu && x.a == y.a && x.b == y.b && x.c == y.c;
  }
};

/// [3;γ,π,δ] of lane `lane` in a round. Requires lane < s.
Header all_to_all_header(const AllToAllShape& shape, const AllToAllRound& round, unsigned lane);

/// Round `place` of the published order, loops μ, ν, b, a, c with c innermost. The order begins
/// again every shape.rounds() places.
AllToAllRound published_round(const AllToAllShape& shape, std::uint64_t place);

/// An order of rounds in which no round's b is the a of the round `lag` places before it.
///
/// A round is an edge from (b - 1) mod m to a. Every vertex has s^2 k m edges out and as many in,
/// so an Eulerian circuit takes every round once, and along it the next b is always a + 1, which is
/// not a. Cut into `lag` trails, lengths differing by at most one and the longer ones first, and
/// with the trails interleaved, the round `lag` places before is the one before along the circuit.
/// The circuit walks the m^2 edges of the complete graph again and again, as the binary words of
/// two letters follow each other in a de Bruijn sequence, each time with another (μ,ν,c).
class InterleavedRounds {
 public:
  /// `passes` times every round. Requires m > 1 and lag > 0.
  InterleavedRounds(const AllToAllShape& shape, std::uint64_t passes, std::uint64_t lag);

  AllToAllRound round(std::uint64_t place) const;
  /// How often the round has been there before: 0 to passes - 1.
  std::uint64_t pass(std::uint64_t place) const;

 private:
  /// Where along the circuit, walked as often as it takes.
  std::uint64_t along(std::uint64_t place) const;

  AllToAllShape shape_;
  std::uint64_t rounds_;
  std::uint64_t lag_;
  std::vector<std::uint16_t> vertices_;  ///< of the circuit of m^2 edges
};

}  // namespace swapfly
