#pragma once

#include <cstdint>
#include <vector>

namespace swapfly {

/// A processor's place in the order of a collective operation; the first is 0.
using Rank = unsigned;

/// What a collective operation does with the processors' messages.
enum class BlockOperation {
  broadcast,  ///< the root's message to every processor
  reduce,     ///< all messages combined, in the order of the ranks, at the root
  scan,       ///< at every processor the messages up to its own combined: the inclusive prefix sum
};

/// What the blocks of a stream hold, as the processor that receives them sees it.
enum class BlockKind : std::uint8_t {
  down,        ///< the message itself, a result, or in a scan all that lies left of its subtree
  from_left,   ///< the operands of a subtree left of it, combined
  from_right,  ///< those of a subtree right of it
};

/// All blocks of one part of the message that one processor sends to another, in their order.
struct BlockStream {
  Rank from = 0;
  Rank to = 0;
  unsigned part = 0;  ///< of the message; the parts of two trees are its halves
  BlockKind kind = BlockKind::down;
  std::uint64_t first_step = 0;  ///< of block 0; block j goes j periods later
};

inline bool operator==(const BlockStream& a, const BlockStream& b) {
  return a.from == b.from && a.to == b.to && a.part == b.part && a.kind == b.kind &&
         a.first_step == b.first_step;
}

/// Who sends which block to whom in which step of a collective operation, in the one-port model: in
/// a step every processor sends at most one block and receives at most one ([T]). Steps
/// are counted from 0; how many clocks one takes is for whoever runs the plan to say.
struct BlockPlan {
  unsigned processors = 1;
  unsigned parts = 1;
  std::uint64_t blocks = 1;  ///< of each part
  /// Steps between two blocks of a stream.
  std::uint64_t period = 1;
  std::vector<BlockStream> streams;

  std::uint64_t step_of(const BlockStream& stream, std::uint64_t block) const {
    return stream.first_step + block * period;
  }
  /// 0 where nobody has anything to send.
  std::uint64_t steps() const {
    std::uint64_t steps = 0;
    for (const BlockStream& stream : streams) {
      const std::uint64_t after = step_of(stream, blocks - 1) + 1;
      if (after > steps) steps = after;
    }
    return steps;
  }
  /// Streams of one colour send in the same steps; those of different colours never do, but for the
  /// two directions of a tree, which are different colours though their steps may be the same.
  std::uint64_t colour(const BlockStream& stream) const {
    return stream.first_step % period + (stream.kind == BlockKind::down ? 0 : period);
  }
};

}  // namespace swapfly
