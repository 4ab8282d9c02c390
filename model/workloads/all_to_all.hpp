#pragma once

#include "model/schedules/all_to_all_plan.hpp"
#include "model/topology/sub_network.hpp"
#include "model/workloads/tally.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

/// Who takes part in an all-to-all, and with what.
struct AllToAllMembers {
  unsigned J = 1;  ///< the first J cabinets
  unsigned L = 1;  ///< of each, the routers with d and p below L
  /// X: X^2 items go from every router to every other, as if each were X nodes.
  unsigned items = 1;
};

/// All-to-all, by whatever algorithm: every router of a D3(J,L) has X^2 distinct items for every
/// router of it. An item is worked out from its sender, its receiver and its number, which the
/// label tells (but for the receiver), so that a receiver can check each without holding any: a
/// wrong or misplaced item has the wrong payload, and a count and a sum of labels tell one that is
/// missing or came twice.
class AllToAll : public Workload {
 public:
  static constexpr unsigned most_items = AllToAllPlan::most_items;

  void start(Fabric& fabric) override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;
  bool data_ok() const override;

  /// The D3(J,L) that takes part.
  const SubNetwork& network() const { return network_; }
  unsigned items() const { return items_; }
  /// X^2: items of a pair of routers.
  std::uint64_t passes() const { return std::uint64_t{items_} * items_; }
  /// Clocks below which nobody is done, by the capacity of links that carry a flit a clock.
  double capacity_clocks() const;
  /// Of the run so far. Requires start().
  RunFigures figures() const;

 protected:
  /// Throws std::invalid_argument for what AllToAllMembers may not hold.
  AllToAll(const WorkloadContext& context, const AllToAllMembers& members);

  /// A router that takes part, by its number in the D3(J,L).
  struct Member {
    RouterId number = 0;
    Coordinates at;  ///< in the D3(J,L)
  };
  /// Sends what is due first.
  virtual void begin(NicCore& nic, const Member& member) = 0;
  /// Once a clock in which something came or that was asked for, all arrivals being checked.
  virtual void proceed(NicCore& nic, const Member& member,
                       const std::vector<Arrival>& arrivals) = 0;

  const WorkloadContext& context() const { return context_; }
  const SwappedDragonfly& inner() const { return network_.inner(); }
  bool is_whole_network() const { return inner().routers() == context_.topology.routers(); }
  /// Fills in the label and the payload.
  void load(Departure& departure, RouterId sender, RouterId receiver, std::uint64_t pass) const {
    departure.label = label(sender, pass);
    departure.payload = payload(departure.label, receiver);
  }
  RouterId sender_of(const Flit& flit) const { return flit.label & sender_mask; }
  std::uint64_t pass_of(const Flit& flit) const { return flit.label >> sender_bits; }
  /// What a router has for itself need not be sent.
  void keep_own_items();

 private:
  static constexpr unsigned sender_bits = 20;
  static constexpr std::uint32_t sender_mask = (1U << sender_bits) - 1;
  static_assert(SwappedDragonfly::most_routers <= 1U << sender_bits);
  static_assert(most_items * most_items <= 1U << (32 - sender_bits));
  static constexpr RouterId nobody = ~RouterId{0};

  static std::uint32_t label(RouterId sender, std::uint64_t pass) {
    return static_cast<std::uint32_t>(pass << sender_bits | sender);
  }
  std::uint64_t payload(std::uint32_t label, RouterId receiver) const {
    const std::uint64_t place = std::uint64_t{label} << sender_bits | receiver;
    return mixed_value(context_.seed, place) >> (64 - context_.payload_bits);
  }
  void check(RouterId receiver, const Flit& flit);

  WorkloadContext context_;
  SubNetwork network_;
  unsigned items_;
  std::vector<RouterId> numbers_;  ///< [router] in the D3(J,L); `nobody` outside
  std::vector<Tally> received_;    ///< [number] labels
  std::uint64_t wrong_ = 0;        ///< items with the wrong payload, or outside the D3(J,L)
  const Fabric* fabric_ = nullptr;
};

}  // namespace swapfly
