#pragma once

#include <optional>

#include "model/schedules/block_cut.hpp"
#include "model/schedules/block_plan.hpp"
#include "model/workloads/combine.hpp"
#include "model/workloads/content.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

enum class BlockMode {
  /// The plan's steps in lock-step: a block of step s starts in clock 1 + s * step_clocks.
  steps,
  /// A block is forwarded as soon as it and a lane are there; of several, that of the lowest step.
  free,
};
std::string_view name_of(BlockMode mode);

struct BlockCollectiveParameters {
  std::string algorithm;  ///< its name, for claims
  BlockOperation operation = BlockOperation::broadcast;
  BlockPlan plan;
  std::vector<RouterId> place;  ///< [rank] where the processor is
  Rank root = 0;                ///< not of a scan
  std::uint64_t flits = 1;      ///< of a message
  CombineOperator combine = CombineOperator::sum;
  BlockMode mode = BlockMode::steps;
  Clock step_clocks = 1;
  /// Routes of one colour that share a link; without any, the clocks of the steps are exact.
  std::uint64_t shared_links = 0;
};

/// A collective operation by trains of flits, NIC to NIC, as its plan says. A NIC knows its own
/// streams, its clock, and what has come to it; it sends one block at a time on each of its lanes
/// (one lane where the scenario gives no more, and in steps always), and never one that it does not
/// have: in steps a block that comes too late is sent on too late, and counted.
class BlockCollective : public Workload {
 public:
  /// A label holds the place in the message and the kind of the stream.
  static constexpr std::uint64_t longest_message = 1ULL << 26U;

  /// Throws std::logic_error for a plan in which somebody passes on what nobody sends it.
  BlockCollective(const WorkloadContext& context, BlockCollectiveParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override { return expected_copies_; }
  bool data_ok() const override;
  /// In steps, where no two routes of a colour share a link: the time.
  std::vector<Claim> claims(const RunFigures& figures) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const BlockCollectiveParameters& parameters() const { return parameters_; }
  const BlockCut& cut() const { return cut_; }
  /// Clocks of the whole operation in lock-step where no block ever waits.
  Clock clocks_in_step() const;
  /// Clocks from the first one until block 0 of every part is where it must go; nothing as long as
  /// it is not, or if nothing is sent.
  std::optional<Clock> first_block_clocks() const;
  /// Clocks from the first one until all blocks are; nothing as long as they are not.
  std::optional<Clock> last_block_clocks() const;
  /// Blocks sent later than their step; 0 in `free`.
  std::uint64_t late_blocks() const { return late_blocks_; }

 private:
  /// What a processor has of a stream that leads to it.
  struct Inbox {
    unsigned part = 0;
    BlockKind kind = BlockKind::down;
    Content words;               ///< of the part, in order
    std::uint64_t received = 0;  ///< flits; they come in their order
    std::uint64_t blocks = 0;    ///< complete
    std::vector<Clock> ready;    ///< [block] when what it causes can be arbitrated
  };
  /// A stream that leads away from a processor.
  struct Outbox {
    BlockStream stream;
    Header header;
    std::vector<std::size_t> needs;  ///< inboxes of which a block is needed before it can be sent
    std::uint64_t next = 0;          ///< block
  };
  struct Processor {
    std::vector<Inbox> inboxes;
    std::vector<Outbox> outboxes;
    std::vector<Clock> lane_free;  ///< [lane] the first clock in which it can begin a block
  };

  void add_stream(const BlockStream& stream);
  void choose_needs(Rank rank, Outbox& outbox) const;
  void take(NicCore& nic, Rank rank, const Flit& flit);
  void send_ready(NicCore& nic, Rank rank);
  void send_block(NicCore& nic, Rank rank, unsigned lane, Outbox& outbox);
  bool finished(Outbox& outbox) const;
  Clock earliest(const Processor& processor, const Outbox& outbox) const;
  const Inbox* inbox(Rank rank, unsigned part, BlockKind kind) const;
  std::uint64_t own(Rank rank, std::uint64_t place) const;
  std::uint64_t outgoing(Rank rank, const BlockStream& stream, std::uint64_t place) const;
  std::uint64_t combined(Rank rank, unsigned part, std::uint64_t place, bool with_left,
                         bool with_right) const;
  std::optional<std::uint64_t> result(Rank rank, unsigned part, std::uint64_t place) const;
  bool holds_result(Rank rank, const Content& expected) const;
  bool is_final(Rank rank, const Inbox& inbox) const;
  template <class Pick>
  std::optional<Clock> latest(const Pick& pick) const;

  WorkloadContext context_;
  BlockCollectiveParameters parameters_;
  BlockCut cut_;
  std::vector<Rank> rank_of_;  ///< [node]; `nobody` where no processor is
  std::vector<Processor> processors_;
  std::uint64_t expected_copies_ = 0;
  std::uint64_t late_blocks_ = 0;
  bool astray_ = false;  ///< a flit came that no stream brings, or not in its order
};

}  // namespace swapfly
