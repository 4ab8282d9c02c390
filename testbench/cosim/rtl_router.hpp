#pragma once

#include "model/router/router_follower.hpp"
#include "testbench/cosim/cosim_router.hpp"

namespace swapfly {

/// A router whose decisions, and whose flits, are the RTL's. The model's registers follow, and what
/// they do not allow is an error: a std::runtime_error that names the router.
class RtlRouter final : public CosimRouter {
 public:
  RtlRouter(std::string name, const RouterCore& core, ClockedUnit& unit, const RouterPins& pins,
            const FlitLayout& layout)
      : CosimRouter(std::move(name), core, unit, pins),
        follower_(core),
        layout_(&layout),
        offered_(core.parameters().ports()) {}

  RouterMoves step(Clock now, const RouterCore& core, RouterScratch& scratch,
                   RouterConnections& connections) override;
  void settled(Clock now) override;

 private:
  void require_sendable(const Header& header);
  RouterMoves follow(Clock now, RouterScratch& scratch, RouterConnections& connections);

  RouterFollower follower_;
  const FlitLayout* layout_;
  std::vector<Flit> offered_;    ///< [nth offer] to the NIC in this clock
  std::uint64_t granted_ = 0;    ///< flits granted that have not left yet
  std::vector<unsigned> freed_;  ///< in the clock of the last step
};

}  // namespace swapfly
