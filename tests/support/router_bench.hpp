#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "model/router/router_core.hpp"

namespace swapfly::test {

/// One router on its own; the test plays its neighbours and its NIC.
class RouterBench {
 public:
  explicit RouterBench(const RouterParameters& parameters, Clock start = 0)
      : parameters_(parameters),
        routers_(parameters_, 1),
        core_(routers_, 0),
        scratch_(parameters_),
        now_(start) {}
  RouterBench(const RouterBench&) = delete;
  RouterBench& operator=(const RouterBench&) = delete;

  // What came out of the last step.
  std::vector<std::pair<Port, Flit>> sent;
  std::vector<std::pair<Port, unsigned>> freed;
  std::vector<unsigned> freed_lanes;
  std::vector<std::pair<Port, Flit>> ejected;

  /// Which offered flits the NIC takes; all by default.
  std::function<bool(Port)> accepts = [](Port) { return true; };
  /// Gives every credit back in the next clock.
  bool returns_credits = false;

  const RouterParameters& parameters() const { return parameters_; }
  const RouterCore& core() { return core_; }
  FlitPool& pool() { return routers_.pool(); }
  Clock now() const { return now_; }
  RouterCounters counters() const { return core_.counters(); }

  /// A flit that can be arbitrated in the step to come.
  void arrives(Port port, const Flit& flit) { core_.flit_arrives(now_, port, flit); }
  void lane_arrives(unsigned lane, const Flit& flit) { core_.lane_flit_arrives(now_, lane, flit); }
  void credit(Port port, unsigned channel) { core_.credit_arrives(now_, port, channel); }

  void step() {
    sent.clear();
    freed.clear();
    freed_lanes.clear();
    ejected.clear();
    core_.step(now_, scratch_, *this);
    ++now_;
    if (!returns_credits) return;
    for (const auto& [port, flit] : sent) credit(port, core_.channel_of(flit.header.hops));
  }

  /// Uses up every credit of an output and channel by flits of lane 0.
  void drain_credits(const Header& header, Port port, unsigned channel) {
    while (core_.credits(port, channel) > 0) {
      lane_arrives(0, {header, 0, 0, 0});
      step();
    }
  }

  std::vector<Port> ports_sent() const {
    std::vector<Port> ports;
    for (const auto& [port, flit] : sent) ports.push_back(port);
    return ports;
  }

  // What RouterCore::step calls.
  void send(Port port, unsigned channel, FlitHandle handle) {
    const Flit flit = routers_.pool()[handle].flit;
    routers_.pool().give_back(handle);
    ASSERT_EQ(channel, core_.channel_of(flit.header.hops));
    sent.emplace_back(port, flit);
  }
  void free(Port port, unsigned channel) { freed.emplace_back(port, channel); }
  void free_lane(unsigned lane) { freed_lanes.push_back(lane); }
  void eject(std::vector<Ejection>& offered) {
    for (Ejection& ejection : offered) {
      ejection.accepted = accepts(ejection.port);
      if (ejection.accepted) ejected.emplace_back(ejection.port, *ejection.flit);
    }
  }

 private:
  RouterParameters parameters_;
  RouterArray routers_;
  RouterCore core_;
  RouterScratch scratch_;
  Clock now_;
};

inline Flit labelled(const Header& header, std::uint32_t label) { return {header, 0, label, 0}; }

}  // namespace swapfly::test
