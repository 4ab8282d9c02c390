// M broadcasts from one node ([D2] section 4). What is expected is written down here from the
// formulas of docs/broadcast.md; the schedules of model/schedules have no part in it.
#include <fmt/core.h>

#include "testbench/claims/claim_scenario.hpp"
#include "testbench/claims/published_claim.hpp"

namespace swapfly {
namespace {

constexpr Group cyclic = Group::cyclic;
constexpr Group boolean = Group::boolean;

struct Broadcast {
  SwappedDragonfly topology;
  Coordinates source;
  std::uint64_t messages = 0;  ///< X
  HopClocks clocks;

  bool diagonal() const { return source.d == source.p; }  // q = d
  /// X / M, as the literature counts.
  double rounds_of_all_trees() const { return static_cast<double>(messages) / topology.M(); }
  /// R, where a round is a message by each of `trees` trees.
  std::uint64_t rounds(std::uint64_t trees) const { return (messages + trees - 1) / trees; }
};

/// What is expected of a case, and what is published; both in clocks.
struct Figures {
  std::uint64_t expected = 0;
  double published = 0;
};

struct Setting {
  const char* tree = "depth4";
  const char* schedule = "";
  bool multicast = true;
};

ClaimCase broadcast_case(const Broadcast& broadcast, const Setting& setting, const Figures& figures,
                         const char* how = "") {
  const Coordinates& source = broadcast.source;
  Json scenario = scenario_for(broadcast.topology, broadcast.clocks,
                               {{"kind", "m_broadcast"},
                                {"source", {source.c, source.d, source.p}},
                                {"messages", broadcast.messages},
                                {"tree", setting.tree},
                                {"schedule", setting.schedule}});
  if (!setting.multicast) put(scenario, "router.multicast", false);
  return {to_string(broadcast.topology),
          fmt::format("{}from {}, q {} d, X = {}, {}", how, to_string(source),
                      broadcast.diagonal() ? "=" : "≠", broadcast.messages,
                      to_string(broadcast.clocks)),
          scenario,
          {{"clocks", "/cycles", figures.expected, figures.published}}};
}

PublishedClaim one_round() {
  PublishedClaim claim{"bcast.one_round",
                       "M messages from one node to all, by M trees at once",
                       "t_s + 5 t_w",
                       "t_s + 5 t_w",
                       "[D2]",
                       "",
                       {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{2, 2}, {1, 0, 1}, 2, {}},
                              {{4, 4}, {1, 2, 3}, 4, {}},
                              {{4, 4, boolean, boolean}, {3, 1, 1}, 4, {2, 0, 0, 3}},
                              {{3, 5}, {2, 4, 0}, 5, {1, 2, 2, 2}},
                              {{6, 3}, {5, 2, 2}, 3, {3, 0, 0, 1}},
                              {{4, 6, boolean, cyclic}, {0, 0, 5}, 6, {1, 0, 0, 4}},
                              {{4, 8}, {3, 7, 2}, 8, {1, 1, 4, 5}},
                              {{8, 8}, {6, 3, 3}, 8, {2, 1, 1, 2}}}) {
    const std::uint64_t clocks = broadcast.clocks.nic + broadcast.clocks.five_hops();
    claim.cases.push_back(
        broadcast_case(broadcast, {"depth4", "one_round"}, {clocks, static_cast<double>(clocks)}));
  }
  return claim;
}

PublishedClaim without_duplication() {
  PublishedClaim claim{
      "bcast.without_duplication",
      "M messages by M trees where routers do not duplicate and NICs copy at every hop",
      "5 t_w + 4 t_s",
      "5 t_w + 5 t_s",
      "[D2]",
      "a message passes four NICs on its way, that of the tree's root and three more; the paper "
      "counts five",
      {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{2, 2}, {1, 1, 1}, 2, {}},
                              {{4, 4}, {1, 2, 3}, 4, {}},
                              {{4, 4, boolean, boolean}, {2, 1, 1}, 4, {2, 0, 0, 3}},
                              {{3, 5}, {2, 4, 0}, 5, {1, 2, 2, 2}},
                              {{6, 3}, {5, 2, 2}, 3, {1, 0, 0, 4}},
                              {{4, 8}, {3, 7, 2}, 8, {1, 1, 4, 5}}}) {
    const std::uint64_t hops = broadcast.clocks.five_hops();
    const std::uint64_t nic = broadcast.clocks.nic;
    claim.cases.push_back(broadcast_case(broadcast, {"depth4", "one_round", false},
                                         {hops + 4 * nic, static_cast<double>(hops + 5 * nic)}));
  }
  return claim;
}

PublishedClaim unchained() {
  PublishedClaim claim{
      "bcast.unchained",
      "X messages, a round every 5 hops; a depth-3 tree every 3 hops",
      "R 5 t_w + t_s, and 1 more if t_s mod 5 t_w is t_w, or 3 t_w and q = d; depth 3: 3 X t_w",
      "5X/M hops; depth 3: 3X hops",
      "[D2] section 4",
      "the paper leaves out t_s; where the hand-over would meet a tree, t_s is a clock longer",
      {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 3}, 32, {}},
                              {{4, 4, boolean, boolean}, {1, 2, 2}, 32, {1, 0, 0, 3}},
                              {{3, 5}, {2, 4, 0}, 35, {2, 0, 0, 1}},
                              {{6, 3}, {5, 1, 1}, 31, {1, 2, 2, 4}},
                              {{4, 8}, {3, 7, 2}, 64, {1, 0, 0, 2}}}) {
    const std::uint64_t hop = broadcast.clocks.local();
    const std::uint64_t phase = broadcast.clocks.nic % (5 * hop);
    const bool meets = phase == hop || (broadcast.diagonal() && phase == 3 * hop);
    const std::uint64_t nic = broadcast.clocks.nic + (meets ? 1 : 0);
    claim.cases.push_back(
        broadcast_case(broadcast, {"depth4", "unchained"},
                       {broadcast.rounds(broadcast.topology.M()) * 5 * hop + nic,
                        broadcast.rounds_of_all_trees() * 5 * static_cast<double>(hop)}));
  }
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 3}, 32, {}}, {{3, 5}, {2, 4, 4}, 20, {2, 0, 0, 3}}}) {
    const std::uint64_t clocks = broadcast.messages * broadcast.clocks.three_hops();
    claim.cases.push_back(broadcast_case(broadcast, {"depth3", "unchained"},
                                         {clocks, static_cast<double>(clocks)}, "depth 3, "));
  }
  return claim;
}

PublishedClaim published() {
  PublishedClaim claim{
      "bcast.published",
      "X messages, all M trees every third hop",
      "(R - 1) 3 t_w + 5 t_w + t_s, t_s raised to a multiple of 3 t_w if t_s mod 3 t_w is 2 t_w, "
      "or "
      "t_w and q = d",
      "3X/M hops",
      "[D2] section 4",
      "the paper leaves out the 2 t_w + t_s that the last round takes beyond its 3 t_w; where the "
      "hand-over would meet a tree, t_s has to be longer",
      {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 3}, 32, {}},
                              {{4, 4}, {1, 2, 2}, 32, {}},
                              {{4, 4, boolean, boolean}, {3, 0, 1}, 32, {1, 0, 0, 2}},
                              {{3, 5}, {2, 4, 0}, 37, {2, 0, 0, 4}},
                              {{6, 3}, {5, 1, 1}, 31, {1, 2, 2, 3}},
                              {{7, 5}, {4, 2, 3}, 50, {3, 0, 0, 1}},
                              {{4, 8}, {3, 7, 2}, 256, {}}}) {
    const std::uint64_t hop = broadcast.clocks.local();
    const std::uint64_t phase = broadcast.clocks.nic % (3 * hop);
    const bool meets = phase == 2 * hop || (broadcast.diagonal() && phase == hop);
    std::uint64_t nic = broadcast.clocks.nic;
    if (meets) nic += 3 * hop - phase;
    claim.cases.push_back(
        broadcast_case(broadcast, {"depth4", "published"},
                       {(broadcast.rounds(broadcast.topology.M()) - 1) * 3 * hop + 5 * hop + nic,
                        broadcast.rounds_of_all_trees() * 3 * static_cast<double>(hop)}));
  }
  return claim;
}

PublishedClaim bursts() {
  PublishedClaim claim{"bcast.bursts",
                       "X messages, rounds starting in hops 0, 1, 4, 5, 8, 9, ...: 2X/M hops; t_s "
                       "is 2 t_w mod 4 t_w",
                       "((R - 1) div 2) 4 t_w + ((R - 1) mod 2) t_w + 5 t_w + t_s; a round is M - "
                       "1 messages if q = d",
                       "3X/M hops",
                       "[D2] section 4",
                       "better than published",
                       {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 3}, 64, {1, 0, 0, 2}},
                              {{4, 4}, {1, 2, 2}, 63, {1, 0, 0, 2}},
                              {{4, 4, boolean, boolean}, {3, 0, 1}, 64, {2, 0, 0, 4}},
                              {{3, 5}, {2, 4, 0}, 67, {1, 0, 0, 6}},
                              {{7, 5}, {4, 2, 3}, 100, {1, 2, 2, 6}},
                              {{4, 8}, {3, 7, 2}, 256, {1, 0, 0, 2}}}) {
    const std::uint64_t hop = broadcast.clocks.local();
    const std::uint64_t trees = broadcast.topology.M() - (broadcast.diagonal() ? 1U : 0U);
    const std::uint64_t after_first = broadcast.rounds(trees) - 1;
    claim.cases.push_back(
        broadcast_case(broadcast, {"depth4", "bursts"},
                       {(after_first / 2 * 4 + after_first % 2 + 5) * hop + broadcast.clocks.nic,
                        broadcast.rounds_of_all_trees() * 3 * static_cast<double>(hop)}));
  }
  return claim;
}

PublishedClaim every_hop() {
  PublishedClaim claim{
      "bcast.every_hop",
      "X messages, a round every clock: M - 1 messages if q = d, else M - 2",
      "R - 1 + 5 t_w + t_s; with unequal links R - 1 + 3 t_local + 2 t_global + t_s",
      "3X/M hops",
      "[D2] section 4",
      "better than published",
      {}};
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 2}, 96, {}},
                              {{4, 4}, {1, 2, 3}, 96, {}},
                              {{4, 4, boolean, boolean}, {3, 0, 1}, 96, {2, 0, 0, 3}},
                              {{3, 5}, {2, 4, 0}, 100, {1, 2, 2, 2}},
                              {{7, 5}, {4, 3, 3}, 101, {3, 0, 0, 1}},
                              {{4, 6, boolean, cyclic}, {2, 5, 5}, 100, {1, 0, 0, 5}},
                              {{4, 8}, {3, 7, 2}, 240, {1, 1, 4, 2}},
                              {{8, 8}, {6, 3, 3}, 210, {}}}) {
    const std::uint64_t trees = broadcast.topology.M() - (broadcast.diagonal() ? 1U : 2U);
    const HopClocks& clocks = broadcast.clocks;
    claim.cases.push_back(broadcast_case(
        broadcast, {"depth4", "every_hop"},
        {broadcast.rounds(trees) - 1 + clocks.five_hops() + clocks.nic,
         broadcast.rounds_of_all_trees() * static_cast<double>(clocks.three_hops())}));
  }
  return claim;
}

PublishedClaim depth3() {
  PublishedClaim claim{
      "bcast.depth3",
      "X messages by depth-3 trees: one every hop (or every clock) if q ≠ d, every 3 hops if q = d",
      "(X - 1) t_w + 3 t_w; every clock: X - 1 + 3 t_w; q = d: 3 X t_w",
      "X hops",
      "[D2] section 4",
      "the paper leaves out the last tree's 2 t_w; where q = d the source's own last hops meet the "
      "next tree, so that a message takes 3 hops there",
      {}};
  const auto add = [&claim](const Broadcast& broadcast, const char* schedule,
                            std::uint64_t clocks_between, const char* how) {
    const std::uint64_t expected =
        (broadcast.messages - 1) * clocks_between + broadcast.clocks.three_hops();
    const std::uint64_t hops = broadcast.messages * broadcast.clocks.local();
    claim.cases.push_back(broadcast_case(broadcast, {"depth3", schedule},
                                         {expected, static_cast<double>(hops)}, how));
  };
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 3}, 64, {}},
                              {{4, 4, boolean, boolean}, {3, 0, 1}, 50, {2, 0, 0, 3}},
                              {{3, 5}, {2, 4, 0}, 33, {1, 2, 2, 1}}}) {
    add(broadcast, "published", broadcast.clocks.local(), "every hop, ");
    if (broadcast.clocks.local() > 1) add(broadcast, "every_hop", 1, "every clock, ");
  }
  for (const Broadcast& broadcast :
       std::vector<Broadcast>{{{4, 4}, {1, 2, 2}, 64, {}}, {{7, 5}, {4, 3, 3}, 20, {3, 0, 0, 2}}}) {
    add(broadcast, "published", broadcast.clocks.three_hops(), "every 3 hops, ");
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> broadcast_claims() {
  return {one_round(), without_duplication(), unchained(), published(),
          bursts(),    every_hop(),           depth3()};
}

}  // namespace swapfly
