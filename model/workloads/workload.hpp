#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/metrics/run_figures.hpp"
#include "model/network/fabric.hpp"
#include "model/nic/program.hpp"

namespace swapfly {

/// What a workload may build on: all of a network but the network itself.
struct WorkloadContext {
  SwappedDragonfly topology;
  unsigned local_hop = 1;   ///< t_w of local ports
  unsigned global_hop = 1;  ///< t_w of global ports
  unsigned nic = 1;         ///< t_s
  bool multicast = true;
  unsigned payload_bits = 64;
  std::uint64_t seed = 1;
  RouterParameters router = {};  ///< but for its lanes, which the workload may choose
  /// What the scenario gives every NIC; 0 where it leaves the choice to the workload.
  unsigned lanes = 0;
  unsigned receive = 0;
};

/// What a workload asks of the network.
struct WorkloadNeeds {
  /// Lanes of every NIC, so that no flit waits for a lane that another flit of the same clock
  /// takes.
  unsigned lanes = 1;
  /// Ejected flits a clock that a NIC accepts where the scenario does not say.
  unsigned receive = NicParameters::all;
  /// Every header that a NIC will send: the proof of freedom from deadlock is for these.
  std::vector<Header> headers;
  bool open_loop = false;
};

/// An algorithm bound to the NICs of a network, with real data, and the check of what came of it.
class Workload : public Program {
 public:
  virtual WorkloadNeeds needs() const = 0;
  /// Gives the NICs their programs and sends what is due first: clock 1 is the first in which a
  /// flit can be arbitrated. Called once, before the first step.
  virtual void start(Fabric& fabric) = 0;
  /// Final copies that must be delivered in all.
  virtual std::uint64_t expected_copies() const = 0;
  /// Compares what every node holds with a direct computation. Asked once the run is over.
  virtual bool data_ok() const = 0;
  virtual std::vector<Claim> claims(const RunFigures& figures) const = 0;
  /// Figures of open-loop traffic when `clocks` clocks are over, `never` if the run is; nothing of
  /// other workloads.
  virtual std::optional<TrafficFigures> traffic(Clock /*clocks*/) const { return std::nullopt; }
  /// What a user should know about how the workload reads the scenario; a sentence each.
  virtual std::vector<std::string> notes() const { return {}; }
};

/// Headers that make all channel dependencies of shortest_header() between any two routers.
std::vector<Header> shortest_headers(const SwappedDragonfly& topology);

/// Every NIC runs `program`.
void run_everywhere(Fabric& fabric, Program& program);

/// A claim that the run took `expected` clocks, without conflict or stall.
Claim exact_time(std::string id, std::string formula, std::uint64_t expected, std::string published,
                 const RunFigures& figures);

}  // namespace swapfly
