#pragma once

#include <memory>
#include <optional>

#include "model/schedules/collective_algorithms.hpp"
#include "model/schedules/placement.hpp"
#include "model/workloads/block_collective.hpp"
#include "model/workloads/message_cost.hpp"

namespace swapfly {

enum class PlacementKind { drawer_order, random, planned, given };
std::string_view name_of(PlacementKind kind);

/// A collective operation as a scenario asks for it.
struct CollectiveOrder {
  std::string algorithm;
  CollectiveRequest request;  ///< without its blocks
  /// Of each part; nothing: as many as make the measured costs least.
  std::optional<std::uint64_t> blocks;
  std::uint64_t flits = 1;
  CombineOperator combine = CombineOperator::sum;
  BlockMode mode = BlockMode::steps;
  PlacementKind place = PlacementKind::planned;
  Placement given;
};

/// What was chosen and measured before the run.
struct CollectiveChoice {
  CollectiveRequest request;
  PlacementKind place = PlacementKind::planned;
  Clock longest_route = 0;  ///< of the plan's streams, without t_s
  double mean_route = 0;
  MessageCost cost;             ///< along the longest route; 0 where nothing is sent
  double best_blocks = 1;       ///< k*, see best_blocks()
  double published_clocks = 0;  ///< by the published steps and the measured costs
};

/// Places the processors, measures what messages cost there, chooses the number of blocks, and
/// plans. Throws std::invalid_argument for more processors than routers, a root that is none of
/// them, more blocks than a message has flits for, or a mirrored tree where there is none.
struct PreparedCollective {
  BlockCollectiveParameters parameters;
  CollectiveChoice choice;
};
PreparedCollective prepare_collective(const WorkloadContext& context, const CollectiveOrder& order);

}  // namespace swapfly
