#pragma once

#include <optional>

#include "testbench/cosim/cosim_router.hpp"
#include "testbench/lockstep/difference.hpp"

namespace swapfly {

/// Receives the differences that routers in lock-step find.
class DifferenceListener {
 public:
  virtual void differs(Difference difference) = 0;

 protected:
  ~DifferenceListener() = default;
};

/// A router of the model with the RTL beside it, on the same inputs. The model decides; in every
/// clock everything that can be seen at the ports of the two is compared bit for bit: flits that
/// leave, credits that go back, offers to the NIC, and which outputs grant, how many outputs are
/// contested, how many heads stall. Not compared: flits where no valid bit is set.
class LockstepRouter final : public CosimRouter {
 public:
  LockstepRouter(RouterId router, std::string path, std::string name, const RouterCore& core,
                 ClockedUnit& unit, const RouterPins& pins, const FlitLayout& layout,
                 DifferenceListener& listener)
      : CosimRouter(std::move(name), core, unit, pins),
        router_(router),
        path_(std::move(path)),
        layout_(&layout),
        listener_(&listener) {}

  RouterMoves step(Clock now, const RouterCore& core, RouterScratch& scratch,
                   RouterConnections& connections) override;
  /// Compares. A router that was not stepped has nothing to show.
  void settled(Clock now) override;

 private:
  struct PortFlit {
    Port port = 0;
    PackedFlit flit;
  };
  struct Leaving {
    Clock when = 0;
    PortFlit at;
  };
  /// What the model did in a clock.
  struct Expected {
    std::vector<Port> granted;
    std::vector<PortFlit> offered;
    std::vector<unsigned> freed;
    std::uint64_t conflicts = 0;
    std::uint64_t stalls = 0;

    void clear();
  };
  struct Recording;

  std::optional<Difference> compare(Clock now) const;
  std::optional<Difference> compare_flits(const char* side, std::vector<PortFlit> model,
                                          std::vector<PortFlit> rtl) const;
  std::optional<Difference> compare_flit(const char* side, Port port, const PackedFlit& model,
                                         const PackedFlit& rtl) const;
  std::optional<Difference> compare_sets(const char* field, std::vector<unsigned> model,
                                         std::vector<unsigned> rtl,
                                         std::string (LockstepRouter::*place_of)(unsigned)
                                             const) const;
  Difference difference(std::string port, std::string field, std::string model,
                        std::string rtl) const;
  std::string output_name(unsigned port) const;
  std::string fifo_name(unsigned fifo) const;

  RouterId router_;
  std::string path_;
  const FlitLayout* layout_;
  DifferenceListener* listener_;
  Expected expected_;
  std::vector<Leaving> leaving_;  ///< flits behind the crossbar and those that leave in this clock
};

}  // namespace swapfly
