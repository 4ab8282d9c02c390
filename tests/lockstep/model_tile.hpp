#pragma once

#include "model/router/router_core.hpp"
#include "tests/lockstep/tile_signals.hpp"

namespace swapfly::test {

/// A RouterCore and the links that leave it, as the ports of swapfly_tile.sv would show them.
class ModelTile {
 public:
  explicit ModelTile(const RouterParameters& parameters);
  ModelTile(const ModelTile&) = delete;
  ModelTile& operator=(const ModelTile&) = delete;

  // What is on its way here, and in which clock it counts.
  void flit_arrives(Clock when, Port port, const PackedFlit& flit);
  void lane_flit_arrives(Clock when, unsigned lane, const PackedFlit& flit);
  void credit_arrives(Clock when, Port output, unsigned channel);

  /// Clock `now`, in which the NIC takes what is offered at the ports `ready`. Must follow the
  /// clock before. The core is stepped only while it is not idle, as networks do it.
  const TileOutputs& step(Clock now, std::uint64_t ready);

  const FlitLayout& layout() const { return layout_; }
  RouterCounters counters() const { return core_.counters(); }

  // What RouterCore::step calls.
  void send(Port port, unsigned channel, FlitHandle handle);
  void free(Port port, unsigned channel);
  void free_lane(unsigned lane);
  void eject(std::vector<Ejection>& offered);

 private:
  struct Wire {
    bool valid = false;
    PackedFlit flit;
  };
  void clear_outputs();
  void enter_fifo(Clock when, unsigned fifo);
  void leave_fifo(unsigned fifo);
  void fill_fifos(Clock now);
  void pass_links();

  RouterParameters parameters_;
  FlitLayout layout_;
  RouterArray routers_;
  RouterCore core_;
  RouterScratch scratch_;
  TileOutputs outputs_;
  std::uint64_t ready_ = 0;
  RouterCounters before_;

  // Registers behind the crossbar, and on the wires: flits out, credits back.
  std::vector<Delay<Wire>> sent_, link_;
  std::vector<Delay<std::uint64_t>> link_credits_;

  // Which FIFOs hold a flit, from what entered and left: not the core's own word for it.
  std::vector<std::vector<unsigned>> entering_;  ///< [clock in turn]
  std::vector<unsigned> held_;                   ///< [fifo]
  std::uint64_t occupied_ = 0, left_ = 0;
};

}  // namespace swapfly::test
