#include "model/network/network_module.hpp"

#include <string>

namespace swapfly {
namespace {

std::string indexed(const char* name, unsigned index) { return name + std::to_string(index); }

}  // namespace

RouterModule::RouterModule(const sc_core::sc_module_name& name, Fabric& fabric, RouterId router)
    : sc_module(name), fabric_(fabric), router_(router) {}

NicModule::NicModule(const sc_core::sc_module_name& name, Fabric& fabric, RouterId node)
    : sc_module(name), fabric_(fabric), node_(node) {}

DrawerModule::DrawerModule(const sc_core::sc_module_name& name, Fabric& fabric, unsigned drawer,
                           const sc_core::sc_clock& clock, std::exception_ptr& failure)
    : sc_module(name),
      fabric_(fabric),
      drawer_(drawer),
      period_(clock.period()),
      failure_(failure) {
  const unsigned size = fabric.topology().M();
  for (unsigned p = 0; p < size; ++p) {
    const RouterId id = drawer * size + p;
    routers_.push_back(std::make_unique<RouterModule>(indexed("router", p).c_str(), fabric, id));
    nics_.push_back(std::make_unique<NicModule>(indexed("nic", p).c_str(), fabric, id));
  }
  SC_METHOD(clocked);
  sensitive << clock.posedge_event();
  dont_initialize();
}

void DrawerModule::clocked() {
  if (failure_) return;  // the kernel ends the clock in which it is stopped
  if (asleep_) {
    // Woken between two clock edges: what was sent is for the next clock or a later one. Returning
    // without next_trigger() makes the process sensitive to the clock again.
    asleep_ = false;
    fabric_.wake(drawer_);
    return;
  }
  try {
    step_all();
  } catch (...) {
    // The kernel would turn it into a report of its own; keep it for whoever called run().
    failure_ = std::current_exception();
    sc_core::sc_stop();
  }
}

void DrawerModule::step_all() {
  fabric_.step_drawer(drawer_);
  if (!fabric_.awake(drawer_)) fall_asleep();
}

void DrawerModule::fall_asleep() {
  asleep_ = true;
  next_trigger(wake_);
  const Clock alarm = fabric_.alarm(drawer_);
  if (alarm == never) return;
  // Half a period early, so that the process is sensitive to the edge that it has to act on.
  const auto clocks = static_cast<double>(alarm - fabric_.now());
  wake_.notify(period_ * (clocks - 0.5));
}

CabinetModule::CabinetModule(const sc_core::sc_module_name& name, Fabric& fabric, unsigned cabinet,
                             const sc_core::sc_clock& clock, std::exception_ptr& failure)
    : sc_module(name) {
  const unsigned size = fabric.topology().M();
  for (unsigned d = 0; d < size; ++d) {
    drawers_.push_back(std::make_unique<DrawerModule>(indexed("drawer", d).c_str(), fabric,
                                                      cabinet * size + d, clock, failure));
  }
}

NetworkModule::NetworkModule(const sc_core::sc_module_name& name, Fabric& fabric,
                             RunControl& control)
    : sc_module(name),
      clock_("clock", sc_core::sc_time(1, sc_core::SC_NS)),
      clock_end_(control, failure_) {
  const unsigned drawers = fabric.topology().M();
  for (unsigned c = 0; c < fabric.topology().K(); ++c) {
    cabinets_.push_back(std::make_unique<CabinetModule>(indexed("cabinet", c).c_str(), fabric, c,
                                                        clock_, failure_));
  }
  fabric.on_wake([this, drawers](unsigned drawer) {
    cabinets_[drawer / drawers]->drawer(drawer % drawers).wake();
  });
  SC_METHOD(request_clock_end);
  sensitive << clock_.posedge_event();
  dont_initialize();
}

void NetworkModule::ClockEnd::update() {
  if (failure_) return;
  try {
    end_ = control_.end_clock();
  } catch (...) {
    failure_ = std::current_exception();
  }
  if (end_ || failure_) sc_core::sc_stop();
}

RunEnd NetworkModule::run() {
  sc_core::sc_start();
  if (failure_) std::rethrow_exception(failure_);
  return clock_end_.end().value_or(RunEnd::interrupted);
}

}  // namespace swapfly
