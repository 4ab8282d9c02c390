#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/packet/header.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

enum class BroadcastTree { depth4, depth3 };

/// When rounds of a broadcast start ([D2] section 4; `bursts` and `every_hop` improve on it).
enum class BroadcastSchedule {
  one_round,  ///< a single round
  unchained,  ///< a round when the one before has crossed all its hops
  published,  ///< depth 4: a round every 3 hops; depth 3: a message every hop
  bursts,     ///< depth 4: two rounds in 4 hops, starting 0, 1, 4, 5, 8, 9, ...
  every_hop,  ///< a round every clock, leaving out the one or two trees that would clash
};

std::string_view name_of(BroadcastTree tree);
std::string_view name_of(BroadcastSchedule schedule);

struct BroadcastRequest {
  BroadcastTree tree = BroadcastTree::depth4;
  BroadcastSchedule schedule = BroadcastSchedule::one_round;
  Coordinates source;
  std::uint64_t messages = 1;
  unsigned local_hop = 1;   ///< t_w of local ports, clocks
  unsigned global_hop = 1;  ///< t_w of global ports, clocks
  unsigned nic = 1;         ///< t_s, clocks
  bool multicast = true;    ///< routers duplicate; otherwise NICs do, at every hop
};

/// M broadcasts from one source, as start times. No clock runs here.
///
/// Depth 4, from source (c,d,q): a round hands message i to router (c,d,p_i), one local hop, whose
/// NIC after t_s sends it on as [4;*,*,*]. The M trees of a round use disjoint links. What may
/// clash are rounds with each other, and only so:
///  - every tree's last local hop with the hand-over: both leave the source by local ports;
///  - tree d's first local hop with the hand-over, where q = d: only then does it touch the source;
///  - last and first local hops of the trees, and first and second global hops.
/// Starting a round every clock makes all of these meet. It turns out that then tree d alone
/// clashes with the others, and tree q with the hand-over where q ≠ d; without them a round can
/// start every clock. In the slower schedules all trees run, and t_s is lengthened until nothing
/// meets.
///
/// Depth 3: the source itself sends [3;*,*,*]. The last local hop leaves the routers (c',p',d), the
/// source among them only if q = d.
class BroadcastPlan {
 public:
  /// Throws std::invalid_argument, naming what is accepted, for a schedule that the tree or the
  /// source does not allow, or messages that do not fit one round.
  BroadcastPlan(const SwappedDragonfly& topology, const BroadcastRequest& request);

  const BroadcastRequest& request() const { return request_; }
  /// The trees of a round: p of the router each starts from. Depth 3 has one, from the source.
  const std::vector<unsigned>& trees() const { return trees_; }
  std::uint64_t rounds() const { return (request_.messages + trees_.size() - 1) / trees_.size(); }
  /// The clock in which round `round` starts, counted from the start of the first.
  std::uint64_t start(std::uint64_t round) const {
    return round / starts_.size() * period_ + starts_[round % starts_.size()];
  }
  /// Clocks between the arrival of a hand-over and the start of its tree: t_s, or longer.
  unsigned root_clocks() const { return root_clocks_; }
  /// Clocks between arrival and departure at the NICs within a tree, where these duplicate.
  unsigned relay_clocks() const { return relay_clocks_; }
  /// Clocks that a round spends in NICs.
  std::uint64_t nic_clocks() const;
  bool lengthened() const { return root_clocks_ != request_.nic || relay_clocks_ != request_.nic; }
  /// The header a tree starts with: [4;*,*,*] or [3;*,*,*].
  Header tree_header() const;
  /// Clocks of one round, from its start to the last arrival.
  std::uint64_t round_clocks() const;
  /// Clocks of all rounds: what a run must take.
  std::uint64_t clocks() const { return start(rounds() - 1) + round_clocks(); }
  /// Lanes the source needs, where routers duplicate.
  unsigned source_lanes() const;
  /// The lane of the source's own tree; hand-over i takes lane i.
  unsigned tree_lane() const;

 private:
  void choose_trees(unsigned M);
  void choose_period();
  void check_messages() const;
  void lengthen_nic_clocks();
  bool runs(unsigned tree) const;
  bool rounds_meet() const;
  bool meet(std::uint64_t first, std::uint64_t second) const;
  bool tree_meets_hand_over_in_nic() const;
  bool source_on_diagonal() const { return request_.source.p == request_.source.d; }

  BroadcastRequest request_;
  std::vector<unsigned> trees_;
  std::uint64_t period_ = 1;
  std::vector<std::uint64_t> starts_{0};  // within a period
  unsigned root_clocks_ = 1;
  unsigned relay_clocks_ = 1;
};

}  // namespace swapfly
