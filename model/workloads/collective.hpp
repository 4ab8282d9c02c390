#pragma once

#include "model/workloads/collective_setup.hpp"

namespace swapfly {

/// A collective operation as ordered: prepared, then run. What was chosen stays with it.
class Collective : public BlockCollective {
 public:
  Collective(const WorkloadContext& context, const CollectiveOrder& order)
      : Collective(context, prepare_collective(context, order)) {}

  const CollectiveChoice& choice() const { return choice_; }
  std::vector<std::string> notes() const override;

 private:
  Collective(const WorkloadContext& context, PreparedCollective prepared)
      : BlockCollective(context, std::move(prepared.parameters)), choice_(prepared.choice) {}

  CollectiveChoice choice_;
};

}  // namespace swapfly
