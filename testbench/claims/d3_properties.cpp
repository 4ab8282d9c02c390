// The four properties of D3(K,M), numbered as in [D2].
#include <fmt/core.h>

#include <array>

#include "testbench/claims/claim_scenario.hpp"
#include "testbench/claims/published_claim.hpp"

namespace swapfly {
namespace {

constexpr Group cyclic = Group::cyclic;
constexpr Group boolean = Group::boolean;
constexpr HopClocks one_clock{};
constexpr HopClocks two_router_clocks{2, 0, 0, 1};
constexpr HopClocks two_link_clocks{1, 2, 2, 1};
constexpr HopClocks unequal_links{1, 1, 4, 1};

/// [γ,π,δ]
using Vector = std::array<unsigned, 3>;
/// Vectors that start in one clock, several such rounds.
using Rounds = std::vector<std::vector<Vector>>;

std::vector<Vector> every_vector(unsigned K, unsigned M) {
  std::vector<Vector> vectors;
  for (unsigned gamma = 0; gamma < K; ++gamma) {
    for (unsigned pi = 0; pi < M; ++pi) {
      for (unsigned delta = 0; delta < M; ++delta) vectors.push_back({gamma, pi, delta});
    }
  }
  return vectors;
}

/// Each alone.
Rounds every_header(unsigned K, unsigned M) {
  Rounds rounds;
  for (const Vector& vector : every_vector(K, M)) rounds.push_back({vector});
  return rounds;
}

/// Every two that differ in all three fields.
Rounds every_pair(unsigned K, unsigned M) {
  Rounds rounds;
  const std::vector<Vector> vectors = every_vector(K, M);
  for (const Vector& a : vectors) {
    for (const Vector& b : vectors) {
      if (a[0] < b[0] && a[1] != b[1] && a[2] != b[2]) rounds.push_back({a, b});
    }
  }
  return rounds;
}

Rounds every_nth(const Rounds& all, std::size_t n) {
  Rounds rounds;
  for (std::size_t i = 0; i < all.size(); i += n) rounds.push_back(all[i]);
  return rounds;
}

Json permutation(const Rounds& rounds) {
  Json headers = Json::array();
  for (const std::vector<Vector>& round : rounds) {
    for (const Vector& vector : round) headers.push_back(vector);
  }
  return {{"kind", "permutation"}, {"headers", headers}, {"at_once", rounds.front().size()}};
}

/// The rounds follow each other, each when the one before has arrived.
ClaimFigure clocks_of(const Rounds& rounds, const HopClocks& clocks) {
  const std::uint64_t expected = rounds.size() * clocks.three_hops();
  return {"clocks", "/cycles", expected, static_cast<double>(expected)};
}

ClaimCase traffic(const SwappedDragonfly& topology, const HopClocks& clocks, const Rounds& rounds,
                  const char* what) {
  return {to_string(topology),
          fmt::format("R = {} {}, {}", rounds.size(), what, to_string(clocks)),
          scenario_for(topology, clocks, permutation(rounds)),
          {clocks_of(rounds, clocks)}};
}

PublishedClaim property1() {
  PublishedClaim claim{"d3.property1",
                       "every router sends one and the same header: a permutation, no conflict",
                       "3 t_w a header",
                       "3 hops, no conflict",
                       "[D2] property 1",
                       "",
                       {}};
  const auto add = [&claim](const SwappedDragonfly& topology, const HopClocks& clocks) {
    claim.cases.push_back(traffic(topology, clocks, every_header(topology.K(), topology.M()),
                                  "headers, all there are, one by one"));
  };
  add({2, 2}, one_clock);
  add({3, 3}, one_clock);
  add({4, 4}, one_clock);
  add({4, 4, boolean, boolean}, two_router_clocks);
  add({3, 5}, two_link_clocks);
  add({5, 3}, unequal_links);
  add({4, 6, boolean, cyclic}, one_clock);
  add({7, 4, cyclic, boolean}, one_clock);
  add({8, 8, boolean, boolean}, one_clock);
  return claim;
}

/// A D3(J,L) inside `outer`.
struct Inside {
  SwappedDragonfly outer;
  std::vector<unsigned> cabinets;
  std::vector<unsigned> drawers;
  HopClocks clocks;
  unsigned every = 1;  ///< of the headers, this one in how many
};

ClaimCase inside(const Inside& sub) {
  const auto J = static_cast<unsigned>(sub.cabinets.size());
  const auto L = static_cast<unsigned>(sub.drawers.size());
  const Rounds rounds = every_nth(every_header(J, L), sub.every);
  Json workload = permutation(rounds);
  workload["cabinets"] = sub.cabinets;
  workload["drawers"] = sub.drawers;
  return {fmt::format("D3({},{}) in {}", J, L, to_string(sub.outer)),
          fmt::format("R = {} of {} headers, one by one, {}", rounds.size(), J * L * L,
                      to_string(sub.clocks)),
          scenario_for(sub.outer, sub.clocks, workload),
          {clocks_of(rounds, sub.clocks), {"flits outside", "/claims/1/measured", 0, 0.0}}};
}

PublishedClaim property2() {
  PublishedClaim claim{
      "d3.property2",
      "c from a set of J, d and p from one set of L: a closed D3(J,L), NICs translating ports",
      "3 t_w a header, 0 flits at routers outside",
      "a D3(J,L)",
      "[D2] property 2",
      "",
      {}};
  const std::vector<Inside> subs = {
      {{4, 4}, {1, 3}, {0, 2, 3}, one_clock},
      {{5, 6}, {4, 0, 2}, {5, 1, 2, 4}, two_router_clocks},
      {{4, 8, boolean, boolean}, {0, 3}, {1, 2, 4, 7}, one_clock},
      {{8, 8, boolean, boolean}, {1, 2, 7}, {0, 1, 3, 5, 6}, unequal_links},
      // The sizes of the published example of an all-to-all inside a larger network.
      {{7, 16},
       {6, 0, 2, 3, 5},
       {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
       one_clock,
       97},
  };
  for (const Inside& sub : subs) claim.cases.push_back(inside(sub));
  return claim;
}

PublishedClaim property3() {
  PublishedClaim claim{"d3.property3",
                       "two headers that differ in all three fields, at once: no conflict",
                       "3 t_w a pair",
                       "3 hops, no conflict",
                       "[D2] property 3",
                       "",
                       {}};
  const auto add = [&claim](const SwappedDragonfly& topology, const HopClocks& clocks,
                            unsigned every = 1) {
    const Rounds rounds = every_nth(every_pair(topology.K(), topology.M()), every);
    claim.cases.push_back(
        traffic(topology, clocks, rounds,
                every == 1 ? "pairs, all there are, one by one" : "pairs, one by one"));
  };
  add({2, 2}, one_clock);
  add({3, 3}, one_clock);
  add({3, 4}, two_router_clocks);
  add({5, 3}, unequal_links);
  add({4, 4, boolean, boolean}, one_clock);
  add({3, 4, cyclic, boolean}, two_link_clocks);
  add({6, 5}, one_clock, 97);
  add({8, 8, boolean, boolean}, one_clock, 1999);
  return claim;
}

ClaimCase growth(const SwappedDragonfly& topology) {
  const std::uint64_t K = topology.K();
  const std::uint64_t M = topology.M();
  const std::uint64_t routers = K * M * M;
  const std::uint64_t degree = K + M - 1;
  return {to_string(topology),
          "",
          {{"topology", topology_keys(topology)}},
          {{"routers", "/walked/routers", routers, static_cast<double>(routers)},
           {"degree", "/walked/degree", degree, {}},
           {"diameter", "/walked/diameter", 3, {}},
           {"local links", "/walked/local_links", K * M * M * (M - 1) / 2, {}},
           {"global links", "/walked/global_links", (K * K * M * M - K * M) / 2, {}}},
          "info",
          {"--walk"}};
}

PublishedClaim property4() {
  PublishedClaim claim{
      "d3.property4",
      "growth linear in K, quadratic in M; found by walking every link, breadth first",
      "K M^2 routers, degree K + M - 1, diameter 3, K M^2 (M - 1)/2 local and (K^2 M^2 - K M)/2 "
      "global links",
      "linear in K, quadratic in M",
      "[D2] property 4",
      "",
      {}};
  for (const SwappedDragonfly& topology :
       {SwappedDragonfly(2, 2), SwappedDragonfly(3, 5), SwappedDragonfly(4, 4),
        SwappedDragonfly(8, 4), SwappedDragonfly(4, 8), SwappedDragonfly(8, 8),
        SwappedDragonfly(8, 8, boolean, boolean)}) {
    claim.cases.push_back(growth(topology));
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> d3_property_claims() {
  return {property1(), property2(), property3(), property4()};
}

}  // namespace swapfly
