#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "model/schedules/block_plan.hpp"

namespace swapfly::test {

/// Whether in every step each processor sends at most one block and receives at most one; the first
/// thing that is wrong, or nothing. Streams are arithmetic progressions of steps, so that two of
/// one processor meet exactly if their first steps differ by a multiple of the period that is less
/// than all their blocks take.
inline std::string port_clash(const BlockPlan& plan) {
  struct Use {
    bool sends;
    Rank rank;
    std::uint64_t residue, first;
  };
  std::vector<Use> uses;
  for (const BlockStream& stream : plan.streams) {
    const std::uint64_t residue = stream.first_step % plan.period;
    uses.push_back({true, stream.from, residue, stream.first_step});
    uses.push_back({false, stream.to, residue, stream.first_step});
  }
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    return std::tie(a.sends, a.rank, a.residue, a.first) <
           std::tie(b.sends, b.rank, b.residue, b.first);
  });
  for (std::size_t i = 1; i < uses.size(); ++i) {
    const Use& a = uses[i - 1];
    const Use& b = uses[i];
    if (a.sends == b.sends && a.rank == b.rank && a.residue == b.residue &&
        b.first - a.first < plan.period * plan.blocks) {
      return "rank " + std::to_string(a.rank) + (a.sends ? " sends" : " receives") +
             " two blocks in step " + std::to_string(b.first);
    }
  }
  return {};
}

/// Plays a plan with one list of ranks for each operand, so that what is combined in the wrong
/// order shows. Independent of how workloads work out what a block needs: a processor knows what it
/// holds, and sends what its operation asks for. Where the operator commutes, `in_order` is false:
/// a result needs every operand once, in any order.
class PlanPlayer {
 public:
  using Operand = std::vector<Rank>;

  PlanPlayer(const BlockPlan& plan, BlockOperation operation, Rank root, bool in_order = true)
      : plan_(plan), operation_(operation), root_(root), in_order_(in_order) {}

  /// The first thing that is wrong; nothing if all is right.
  std::string play() {
    struct Event {
      std::uint64_t step, block;
      const BlockStream* stream;
    };
    std::vector<Event> events;
    for (const BlockStream& stream : plan_.streams) {
      for (std::uint64_t block = 0; block < plan_.blocks; ++block) {
        events.push_back({plan_.step_of(stream, block), block, &stream});
      }
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.step < b.step; });
    for (std::size_t i = 0; i < events.size();) {
      // What is received in a step can be sent in the next one only.
      std::vector<std::pair<Key, Operand>> received;
      const std::uint64_t step = events[i].step;
      for (; i < events.size() && events[i].step == step; ++i) {
        const BlockStream& stream = *events[i].stream;
        const std::optional<Operand> sent = sending(stream, events[i].block);
        const std::string name = std::to_string(stream.from) + " -> " + std::to_string(stream.to) +
                                 ", part " + std::to_string(stream.part) + ", block " +
                                 std::to_string(events[i].block) + ", step " + std::to_string(step);
        if (!sent) return name + ": sent before it is there";
        received.push_back({{stream.to, stream.part, events[i].block, stream.kind}, *sent});
      }
      for (auto& [key, operand] : received) {
        if (!held_.emplace(key, std::move(operand)).second) return "received twice";
      }
    }
    return outcome();
  }

 private:
  using Key = std::tuple<Rank, unsigned, std::uint64_t, BlockKind>;

  const Operand* held(Rank rank, unsigned part, std::uint64_t block, BlockKind kind) const {
    const auto found = held_.find({rank, part, block, kind});
    return found == held_.end() ? nullptr : &found->second;
  }
  bool brings(Rank rank, unsigned part, BlockKind kind) const {
    return std::any_of(plan_.streams.begin(), plan_.streams.end(), [&](const BlockStream& stream) {
      return stream.to == rank && stream.part == part && stream.kind == kind;
    });
  }
  /// What a processor has of these kinds and its own, in order; nothing if some of it is still to
  /// come.
  std::optional<Operand> joined(Rank rank, unsigned part, std::uint64_t block, bool above,
                                bool left, bool own, bool right) const {
    Operand all;
    const auto add = [&](bool wanted, BlockKind kind) {
      if (!wanted || !brings(rank, part, kind)) return true;
      const Operand* operand = held(rank, part, block, kind);
      if (operand != nullptr) all.insert(all.end(), operand->begin(), operand->end());
      return operand != nullptr;
    };
    if (!add(above, BlockKind::down) || !add(left, BlockKind::from_left)) return std::nullopt;
    if (own) all.push_back(rank);
    if (!add(right, BlockKind::from_right)) return std::nullopt;
    return all;
  }
  std::optional<Operand> sending(const BlockStream& stream, std::uint64_t block) const {
    const auto all = [&](bool above, bool left, bool own, bool right) {
      return joined(stream.from, stream.part, block, above, left, own, right);
    };
    if (operation_ == BlockOperation::broadcast)
      return all(true, false, stream.from == root_, false);
    const bool down = stream.kind == BlockKind::down;
    if (!down || operation_ == BlockOperation::reduce) return all(false, true, true, true);
    if (stream.to < stream.from) return all(true, false, false, false);
    return all(true, true, true, false);
  }
  std::string outcome() const {
    Operand everybody;
    for (Rank rank = 0; rank < plan_.processors; ++rank) {
      everybody.push_back(rank);
      if (operation_ == BlockOperation::reduce && rank + 1 < plan_.processors) continue;
      const Rank at = operation_ == BlockOperation::reduce ? root_ : rank;
      for (unsigned part = 0; part < plan_.parts; ++part) {
        for (std::uint64_t block = 0; block < plan_.blocks; ++block) {
          std::optional<Operand> found = result(at, part, block);
          if (found && !in_order_) std::sort(found->begin(), found->end());
          if (found != expected(everybody)) {
            return "rank " + std::to_string(at) + " has the wrong result of part " +
                   std::to_string(part) + ", block " + std::to_string(block);
          }
        }
      }
    }
    return {};
  }
  std::optional<Operand> result(Rank rank, unsigned part, std::uint64_t block) const {
    const bool sent_on =
        operation_ == BlockOperation::reduce && brings(rank, part, BlockKind::down);
    if (operation_ == BlockOperation::broadcast || sent_on) {
      return joined(rank, part, block, true, false, rank == root_ && !sent_on, false);
    }
    const bool scan = operation_ == BlockOperation::scan;
    return joined(rank, part, block, scan, true, true, !scan);
  }
  Operand expected(const Operand& everybody) const {
    return operation_ == BlockOperation::broadcast ? Operand{root_} : everybody;
  }

  const BlockPlan& plan_;
  BlockOperation operation_;
  Rank root_;
  bool in_order_;
  std::map<Key, Operand> held_;
};

}  // namespace swapfly::test
