#pragma once

#include <exception>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "model/network/run_control.hpp"

namespace swapfly {

/// The SC_MODULE of one router: its place in the hierarchy. Its drawer steps the core.
class RouterModule : public sc_core::sc_module {
 public:
  RouterModule(const sc_core::sc_module_name& name, Fabric& fabric, RouterId router);
  RouterId router() const { return router_; }
  RouterCore core() const { return fabric_.router(router_); }

 private:
  Fabric& fabric_;
  RouterId router_;
};

/// The SC_MODULE of one NIC. Its core is stepped with its router's, after it and in the same clock:
/// what is ejected in a clock may cause a flit that is registered at that clock's end.
class NicModule : public sc_core::sc_module {
 public:
  NicModule(const sc_core::sc_module_name& name, Fabric& fabric, RouterId node);
  const NicCore& core() const { return fabric_.nic(node_); }

 private:
  Fabric& fabric_;
  RouterId node_;
};

/// M routers and their NICs under one clocked process. A process costs its share of the kernel
/// however little it does, which the routers of a drawer split this way; and a drawer, unlike a
/// router, is idle or busy for many clocks on end, so that putting it to sleep pays.
class DrawerModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(DrawerModule);
  DrawerModule(const sc_core::sc_module_name& name, Fabric& fabric, unsigned drawer,
               const sc_core::sc_clock& clock, std::exception_ptr& failure);

  /// Something was sent to this drawer while it slept.
  void wake() { wake_.notify(sc_core::SC_ZERO_TIME); }

 private:
  void clocked();
  void step_all();
  void fall_asleep();

  Fabric& fabric_;
  unsigned drawer_;
  sc_core::sc_time period_;
  std::exception_ptr& failure_;
  bool asleep_ = false;
  sc_core::sc_event wake_;
  std::vector<std::unique_ptr<RouterModule>> routers_;
  std::vector<std::unique_ptr<NicModule>> nics_;
};

class CabinetModule : public sc_core::sc_module {
 public:
  CabinetModule(const sc_core::sc_module_name& name, Fabric& fabric, unsigned cabinet,
                const sc_core::sc_clock& clock, std::exception_ptr& failure);
  DrawerModule& drawer(unsigned index) { return *drawers_[index]; }

 private:
  std::vector<std::unique_ptr<DrawerModule>> drawers_;
};

/// The whole network in SystemC: network.cabinet0.drawer1.router2. One per process, since SystemC
/// elaborates once.
class NetworkModule : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(NetworkModule);
  /// `fabric` and `control` must outlive the module.
  NetworkModule(const sc_core::sc_module_name& name, Fabric& fabric, RunControl& control);

  /// Runs the kernel until the control ends the run. An exception thrown by a program, a twin or an
  /// observer comes out as it was thrown; nothing is stepped after it.
  RunEnd run();

 private:
  /// Ends the clock in the update phase: after every drawer's process, whatever their order.
  class ClockEnd : public sc_core::sc_prim_channel {
   public:
    ClockEnd(RunControl& control, std::exception_ptr& failure)
        : control_(control), failure_(failure) {}
    void request() { request_update(); }
    const std::optional<RunEnd>& end() const { return end_; }

   protected:
    void update() override;

   private:
    RunControl& control_;
    std::exception_ptr& failure_;
    std::optional<RunEnd> end_;
  };

  void request_clock_end() { clock_end_.request(); }

  std::exception_ptr failure_;
  sc_core::sc_clock clock_;
  ClockEnd clock_end_;
  std::vector<std::unique_ptr<CabinetModule>> cabinets_;
};

}  // namespace swapfly
