// The all-to-all of [D2], in doubly parallel rounds, and a better order of them.
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
constexpr HopClocks five_clocks{2, 3, 3, 1};
constexpr HopClocks unequal_links{1, 1, 4, 1};

/// An all-to-all of an item each on all of a network.
struct Exchange {
  SwappedDragonfly topology;
  unsigned s = 1;
  HopClocks clocks = one_clock;

  std::uint64_t K() const { return topology.K(); }
  std::uint64_t M() const { return topology.M(); }
  std::uint64_t rounds() const { return K() * M() * M() / s; }
  /// What the paper says of schedule 1, in hops: K M^2/s rounds, at most K M delays, and the last
  /// round's two other hops.
  std::uint64_t published_hops() const { return rounds() + K() * M() + 2; }
};

ClaimCase exchange_case(const Exchange& exchange, const char* schedule, const char* pace,
                        std::vector<ClaimFigure> figures) {
  Json workload = {
      {"kind", "all_to_all"}, {"s", exchange.s}, {"schedule", schedule}, {"pace", pace}};
  return {to_string(exchange.topology),
          fmt::format("s = {}, R = {}, pace {}, {}", exchange.s, exchange.rounds(), pace,
                      to_string(exchange.clocks)),
          scenario_for(exchange.topology, exchange.clocks, workload), std::move(figures)};
}

PublishedClaim rounds() {
  PublishedClaim claim{
      "a2a.rounds",
      "K M^2/s rounds of s vectors bring an item from every router to every router",
      "K M^2/s rounds, (K M^2)^2 items",
      "K M^2/s rounds",
      "[D2]",
      "",
      {}};
  for (const Exchange& exchange :
       std::vector<Exchange>{{{2, 2}, 1},
                             {{4, 4}, 2},
                             {{4, 4, boolean, boolean}, 4},
                             {{6, 4, cyclic, boolean}, 2, two_router_clocks},
                             {{3, 9}, 3, unequal_links},
                             {{4, 6, boolean, cyclic}, 2},
                             {{4, 8}, 4, five_clocks}}) {
    const std::uint64_t routers = exchange.K() * exchange.M() * exchange.M();
    const auto published = static_cast<double>(exchange.rounds());
    claim.cases.push_back(
        exchange_case(exchange, "3", "hop",
                      {{"rounds", "/all_to_all/rounds", exchange.rounds(), published},
                       {"items", "/packets/delivered", routers * routers, {}}}));
  }
  return claim;
}

/// Steps for which schedule 1 waits in the paper's order of rounds, at a lag of two hops.
std::uint64_t delays(const Exchange& exchange) {
  const std::uint64_t square = std::uint64_t{exchange.s} * exchange.s;
  const std::uint64_t k = exchange.K() / exchange.s;
  const std::uint64_t bound = exchange.K() * exchange.M();
  return k == 1 ? bound - square : k % 2 == 0 ? bound : bound + square;
}

PublishedClaim schedule1() {
  PublishedClaim claim{
      "a2a.schedule1",
      "a round every hop, delayed where its first hops would meet the last ones of the round two "
      "hops before",
      "(K M^2/s + D + 2) t_w, D delays: K M - s^2 if K = s, K M if K/s is even, K M + s^2 else",
      "K M^2/s rounds, at most K M delays",
      "[D2]",
      "in the paper's order of rounds the bound is exceeded by s^2 where K/s is odd and above 1",
      {}};
  for (const Exchange& exchange : std::vector<Exchange>{{{2, 4}, 2},
                                                        {{4, 4, boolean, boolean}, 2},
                                                        {{3, 5}, 1, two_router_clocks},
                                                        {{6, 8}, 2},
                                                        {{3, 6}, 3, five_clocks},
                                                        {{4, 8}, 4},
                                                        {{5, 10}, 5}}) {
    const std::uint64_t hops = exchange.rounds() + delays(exchange) + 2;
    const std::uint64_t hop = exchange.clocks.local();
    const auto published = static_cast<double>(exchange.published_hops() * hop);
    claim.cases.push_back(exchange_case(exchange, "1", "hop",
                                        {{"clocks", "/cycles", hops * hop, published},
                                         {"delays", "/all_to_all/delays", delays(exchange),
                                          static_cast<double>(exchange.K() * exchange.M())}}));
  }
  return claim;
}

/// Schedules 2 and 3, which take `hops` a round and delay none.
PublishedClaim paced(PublishedClaim claim, const char* schedule, std::uint64_t hops) {
  for (const Exchange& exchange : std::vector<Exchange>{{{3, 3}, 3},
                                                        {{4, 4}, 4, two_router_clocks},
                                                        {{4, 4, boolean, boolean}, 2},
                                                        {{3, 5}, 1},
                                                        {{6, 4, cyclic, boolean}, 2, five_clocks},
                                                        {{4, 8}, 4}}) {
    const std::uint64_t all = hops * exchange.rounds();
    const std::uint64_t odd = hops == 2 ? exchange.rounds() % 2 : 0;
    const std::uint64_t hop = exchange.clocks.local();
    claim.cases.push_back(
        exchange_case(exchange, schedule, "hop",
                      {{"clocks", "/cycles", (all + odd) * hop, static_cast<double>(all * hop)}}));
  }
  return claim;
}

PublishedClaim schedule2() {
  return paced({"a2a.schedule2",
                "two rounds in 4 hops, starting in hops 0, 1, 4, 5, 8, 9, ...",
                "2 K M^2/s t_w, and t_w more if the rounds are odd in number",
                "2 K M^2/s hops",
                "[D2]",
                "",
                {}},
               "2", 2);
}

PublishedClaim schedule3() {
  return paced({"a2a.schedule3",
                "a round when the one before has crossed its 3 hops",
                "3 K M^2/s t_w",
                "3 K M^2/s hops",
                "[D2]",
                "",
                {}},
               "3", 3);
}

PublishedClaim no_delay() {
  PublishedClaim claim{
      "a2a.no_delay",
      "a round every clock in an order in which none meets another: no delay at all",
      "K M^2/s + 3 t_w - 1; a round a hop: (K M^2/s + 2) t_w; unequal links: K M^2/s + 2 t_local + "
      "t_global - 1",
      "K M^2/s + K M + 2 hops at most, by schedule 1",
      "[D2]",
      "better than published",
      {}};
  const auto add = [&claim](const Exchange& exchange, const char* pace, std::uint64_t clocks) {
    const HopClocks& hop = exchange.clocks;
    std::optional<double> published;
    if (hop.local() == hop.global()) {
      published = static_cast<double>(exchange.published_hops() * hop.local());
    }
    claim.cases.push_back(exchange_case(
        exchange, "no_delay", pace,
        {{"clocks", "/cycles", clocks, published}, {"delays", "/all_to_all/delays", 0, {}}}));
  };
  for (const Exchange& exchange : std::vector<Exchange>{{{2, 4}, 2},
                                                        {{3, 6}, 3, two_router_clocks},
                                                        {{4, 8}, 4},
                                                        {{3, 9}, 3, five_clocks},
                                                        {{2, 8}, 2, unequal_links},
                                                        {{4, 8, boolean, boolean}, 4, five_clocks},
                                                        {{5, 15}, 5},
                                                        {{8, 16}, 8}}) {
    add(exchange, "clock", exchange.rounds() + exchange.clocks.three_hops() - 1);
  }
  for (const Exchange& exchange :
       std::vector<Exchange>{{{3, 6}, 3, two_router_clocks}, {{4, 8}, 4, five_clocks}}) {
    add(exchange, "hop", (exchange.rounds() + 2) * exchange.clocks.local());
  }
  return claim;
}

/// The items of `routers` routers, on fewer of them: n^2/(J L^2 s) rounds, rounded up.
std::uint64_t scaled(std::uint64_t routers, std::uint64_t J, std::uint64_t L, std::uint64_t s) {
  return (routers * routers + J * L * L * s - 1) / (J * L * L * s);
}

/// Some of a network, chosen or given.
struct Inside {
  SwappedDragonfly outer;
  std::array<std::uint64_t, 3> shape;  ///< J, L, s
  bool given = false;                  ///< or found by the program
  std::uint64_t items = 1;
  std::optional<double> published = {};
  std::optional<double> published_for_all = {};
};

ClaimCase inside_case(const Inside& inside) {
  const auto [J, L, s] = inside.shape;
  const std::uint64_t rounds = inside.items * inside.items * J * L * L / s;
  Json workload = {{"kind", "all_to_all"}, {"items", inside.items}};
  if (inside.given) {
    workload["cabinets"] = J;
    workload["drawers"] = L;
    workload["s"] = s;
  } else {
    workload["inside"] = "best";
  }
  return {fmt::format("D3({},{}) in {}", J, L, to_string(inside.outer)),
          fmt::format("{}, s = {}, X = {}, {}", inside.given ? "given" : "best", s, inside.items,
                      to_string(one_clock)),
          scenario_for(inside.outer, one_clock, workload),
          {{"rounds", "/all_to_all/rounds", rounds, inside.published},
           {"rounds for all items", "/all_to_all/scaled_rounds",
            scaled(inside.outer.routers(), J, L, s), inside.published_for_all},
           {"clocks", "/cycles", rounds + 2, {}}}};
}

PublishedClaim inside() {
  PublishedClaim claim{
      "a2a.inside",
      "on a D3(J,L) inside D3(K,M), where J and L have a larger common divisor: fewer rounds for "
      "the same items",
      "X^2 J L^2/s rounds for X items a router, (K M^2)^2/(J L^2 s) for the items of all routers",
      "D3(5,15) in D3(7,16): 225 rounds, 569 for all items, against 1792 with s = 1 on D3(7,16)",
      "[D2]",
      "225 (1792/1125)^2 is 570.9; 569 comes of 1792/1125 rounded to 1.59. J = 7, L = 14, s = 7, "
      "the "
      "largest J L^2 s, takes 196 rounds, 335 for all items",
      {}};
  for (const Inside& inside : std::vector<Inside>{{{7, 16}, {5, 15, 5}, true, 1, 225, 569},
                                                  {{7, 16}, {7, 14, 7}},
                                                  {{5, 7}, {3, 6, 3}},
                                                  {{5, 7}, {2, 4, 2}, true, 3},
                                                  {{4, 9, boolean, cyclic}, {4, 8, 4}},
                                                  {{8, 8, boolean, boolean}, {3, 6, 3}, true, 2}}) {
    claim.cases.push_back(inside_case(inside));
  }
  return claim;
}

PublishedClaim superior() {
  PublishedClaim claim{
      "a2a.superior",
      "faster than Johnsson-Ho's all-to-all on the hypercube emulated on D3(2^k,2^m), s = min(2^k, "
      "2^(m-1)), wherever links can carry that in its published time",
      "K M^2/s + 2 < (2/3)(P/2) hops for k > 1 and m > 2; for k = 1 or m < 3, (2/3)(P/2) is less "
      "than max(2 K (M - 1), M^2 - M/K), which the capacity of links demands",
      "faster for every k, m > 0",
      "[D2]",
      "the published time of the emulation is below what links can carry for k = 1 or m < 3, where "
      "the claim does not hold",
      {}};
  for (const Exchange& exchange : std::vector<Exchange>{
           {{4, 8}, 4}, {{4, 16}, 4}, {{8, 8, boolean, boolean}, 4}, {{16, 8}, 4}}) {
    const auto nodes = static_cast<double>(exchange.K() * exchange.M() * exchange.M());
    claim.cases.push_back(
        exchange_case(exchange, "no_delay", "clock",
                      {{"clocks", "/cycles", exchange.rounds() + 2, nodes / 2 * 2 / 3}}));
  }
  constexpr std::uint64_t most = 6;
  constexpr std::uint64_t possible = (most - 1) * (most - 2);
  const SwappedDragonfly smallest(2, 2);
  claim.cases.push_back(
      {fmt::format("D3(2^k,2^m), k, m up to {}", most),
       "by formulas",
       scenario_for(smallest, one_clock, {{"kind", "all_to_all"}}),
       {{"networks where the published time is possible", "/grid/possible", possible, most * most},
        {"of these, networks where no_delay is faster", "/grid/no_delay_faster", possible,
         possible},
        {"others where no_delay is faster", "/grid/no_delay_faster_elsewhere", 0,
         most * most - possible}},
       "costs all_to_all",
       {"--grid", std::to_string(most)}});
  return claim;
}

}  // namespace

std::vector<PublishedClaim> all_to_all_claims() {
  return {rounds(), schedule1(), schedule2(), schedule3(), no_delay(), inside(), superior()};
}

}  // namespace swapfly
