#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/schedules/all_to_all_rounds.hpp"

namespace swapfly {

/// When the rounds of a doubly parallel all-to-all start ([D2]; no_delay improves on it).
enum class AllToAllSchedule {
  schedule1,  ///< a round every step, delayed where it would meet the one two hops before
  schedule2,  ///< two rounds in 4 hops, starting 0, 1, 4, 5, 8, 9, ...
  schedule3,  ///< a round when the one before has crossed its 3 hops
  no_delay,   ///< a round every step, in an order in which none meets another
};

/// What a step of the schedules is.
enum class Pace {
  hop,    ///< a local hop of t_w clocks, as the paper has it
  clock,  ///< a clock: links carry a flit in every one, whatever their length
};

/// "1", "2", "3", "no_delay"
std::string_view name_of(AllToAllSchedule schedule);
/// "hop", "clock"
std::string_view name_of(Pace pace);

/// Whether rounds start in every step. Then a round's last hops and another's first hops in the
/// same step need different blocks of ports, so that s is at most M/2.
bool follows_step_by_step(AllToAllSchedule schedule);
/// Whether the lanes divide K and M and are not too many for the schedule; K and M not 0.
bool allows(AllToAllSchedule schedule, const AllToAllShape& shape);

struct AllToAllRequest {
  AllToAllShape shape;
  AllToAllSchedule schedule = AllToAllSchedule::no_delay;
  Pace pace = Pace::clock;
  /// X: every router has X of the all-to-all's nodes, so that X^2 items go from each to each.
  unsigned items = 1;
  unsigned local_hop = 1;   ///< t_w of local ports, clocks
  unsigned global_hop = 1;  ///< t_w of global ports, clocks
};

/// A doubly parallel all-to-all as start times. No clock runs here.
///
/// A round uses, at every router, the local ports of block b when it starts, the global ports of
/// block c after t_local, and the local ports of block a after t_local + t_global; each once. One
/// round starts in a clock, so that only a round's first hops can meet another's last hops, which
/// started t_local + t_global clocks earlier: the lag, in steps. At the pace of hops of unequal
/// links the lag may be no whole number of steps; then rounds never meet.
///
/// At the pace of clocks schedules 2 and 3 start as many rounds at a time as a hop has clocks: 2
/// t_w in every 4 t_w, and t_w in every 3 t_w (t_local + t_global in twice that, and t_local in 2
/// t_local + t_global).
class AllToAllPlan {
 public:
  static constexpr unsigned most_items = 64;
  static constexpr std::uint64_t most_rounds = 1U << 28U;

  /// Throws std::invalid_argument, naming what is accepted, for lanes that do not divide K and M or
  /// are too many for the schedule, no items or too many.
  explicit AllToAllPlan(const AllToAllRequest& request);

  const AllToAllRequest& request() const { return request_; }
  /// X^2 K M^2 / s.
  std::uint64_t rounds() const { return passes() * request_.shape.rounds(); }
  AllToAllRound round(std::uint64_t number) const;
  /// Which of the items of a pair of routers round `number` carries: 0 to X^2 - 1.
  std::uint64_t pass(std::uint64_t number) const;
  /// The clock in which a round starts, counted from the start of the first.
  std::uint64_t start(std::uint64_t number) const;
  /// Clocks of all rounds: what a run must take.
  std::uint64_t clocks() const { return start(rounds() - 1) + round_clocks(); }
  /// 2 t_local + t_global.
  std::uint64_t round_clocks() const;
  /// Steps between a round's first and last local hop; 0 if that is no whole number.
  std::uint64_t lag() const { return lag_; }
  std::uint64_t step_clocks() const { return step_; }
  /// Steps for which rounds of schedule 1 were delayed; 0 of the others.
  std::uint64_t delays() const { return delays_.size(); }

  /// K M for an item of each pair: the published bound on the delays of schedule 1. In the
  /// published order, at t_w = 1, they are K M - s^2 if k is 1, K M if it is even, and K M + s^2 if
  /// it is odd.
  std::uint64_t published_delays() const;
  /// What [D2] gives, in hops: 3 R or 2 R; of schedule 1 the rounds, the bound on delays and the
  /// last round's two other hops; of no_delay the same, which it improves on.
  std::uint64_t published_hops() const;

 private:
  std::uint64_t passes() const { return std::uint64_t{request_.items} * request_.items; }
  void check() const;
  void choose_starts();
  void find_delays();

  AllToAllRequest request_;
  std::uint64_t step_ = 1;  ///< clocks
  std::uint64_t lag_ = 1;
  std::uint64_t period_ = 1;              ///< clocks
  std::vector<std::uint64_t> starts_{0};  ///< within a period
  std::vector<std::uint64_t> delays_;     ///< [delay] the round that waits, in rising order
  std::optional<InterleavedRounds> interleaved_;
};

/// Hops below which no all-to-all of an item each is done on D3(K,M), by the capacity of its links
/// alone: max(2 K (M - 1), M^2 - M/K). A router with d ≠ p sends its K M^2 items over at least
/// 2 K (M - 1)^2 local hops, at M - 1 ports; all but the M items for its own drawer over a global
/// hop at least, at K ports.
double link_capacity_hops(unsigned K, unsigned M);

}  // namespace swapfly
