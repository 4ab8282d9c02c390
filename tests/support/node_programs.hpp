#pragma once

#include <algorithm>
#include <functional>
#include <ostream>
#include <tuple>
#include <utility>
#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly::test {

/// A program from a function.
class Script : public Program {
 public:
  using Body = std::function<void(NicCore&, const std::vector<Arrival>&)>;
  explicit Script(Body body) : body_(std::move(body)) {}
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override { body_(nic, arrivals); }

 private:
  Body body_;
};

/// A copy that reached a node.
struct Delivery {
  Clock clock = 0;
  RouterId node = 0;
  std::uint32_t label = 0;
  std::uint64_t payload = 0;
  std::uint32_t packet = 0;

  auto key() const { return std::tie(clock, node, label, payload, packet); }
  friend bool operator==(const Delivery& a, const Delivery& b) { return a.key() == b.key(); }
  friend bool operator<(const Delivery& a, const Delivery& b) { return a.key() < b.key(); }
};

inline void PrintTo(const Delivery& delivery, std::ostream* out) {
  *out << "clock " << delivery.clock << " node " << delivery.node << " label " << delivery.label
       << " payload " << delivery.payload << " packet " << delivery.packet;
}

/// Notes every copy that arrives; `respond` may answer it.
class Recorder : public Program {
 public:
  using Respond = std::function<void(NicCore&, const Arrival&)>;
  explicit Recorder(Respond respond = nullptr) : respond_(std::move(respond)) {}

  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    for (const Arrival& arrival : arrivals) {
      const Flit& flit = arrival.flit;
      deliveries.push_back({nic.now(), nic.node(), flit.label, flit.payload, flit.packet});
      if (respond_) respond_(nic, arrival);
    }
  }

  std::vector<Delivery> sorted() const {
    std::vector<Delivery> in_order = deliveries;
    std::sort(in_order.begin(), in_order.end());
    return in_order;
  }

  std::vector<Delivery> deliveries;

 private:
  Respond respond_;
};

inline void run_everywhere(Fabric& fabric, Program& program) {
  for (RouterId node = 0; node < fabric.topology().routers(); ++node) {
    fabric.nic(node).run_program(&program);
  }
}

inline Departure departure(Clock due, const Header& header, std::uint32_t label = 0) {
  Departure sent;
  sent.due = due;
  sent.header = header;
  sent.label = label;
  return sent;
}

/// Router parameters with the sizes of a network; the rest as they default.
inline RouterParameters router_for(const SwappedDragonfly& topology) {
  RouterParameters parameters;
  parameters.K = topology.K();
  parameters.M = topology.M();
  return parameters;
}

/// The NIC that goes with a router.
inline NicParameters nic_for(const RouterParameters& router) {
  NicParameters parameters;
  parameters.lanes = router.lanes;
  parameters.lane_depth = router.depth;
  return parameters;
}

}  // namespace swapfly::test
