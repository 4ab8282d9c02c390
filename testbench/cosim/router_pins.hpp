#pragma once

#include "testbench/cosim/rtl_unit.hpp"

namespace swapfly {

/// One router's share of a unit's pins.
class RouterPins {
 public:
  /// The router is number `index` of the unit, which was elaborated as `built`. Unit and layout
  /// must outlive this.
  RouterPins(RtlUnit& unit, unsigned index, const RouterParameters& built, const FlitLayout& layout)
      : ports_(&unit.ports()),
        layout_(&layout),
        outputs_(built.ports()),
        link_fifos_(built.link_fifos()),
        fifos_(built.fifos()),
        lanes_(built.lanes),
        index_(index) {}

  // Inputs. All are low after clear_inputs(); flits where no valid bit is set do not matter.
  void put_flit_in(Port port, const PackedFlit& flit) {
    ports_->valid_i.set(port_bit(port));
    put_flit(ports_->flit_i, port_bit(port) * layout_->flit_bits, *layout_, flit);
  }
  void put_lane_flit(unsigned lane, const PackedFlit& flit) {
    ports_->lane_valid_i.set(lane_bit(lane));
    put_flit(ports_->lane_flit_i, lane_bit(lane) * layout_->flit_bits, *layout_, flit);
  }
  /// The credit of the output and channel that FIFO `fifo` has as its input and channel.
  void put_credit(unsigned fifo) { ports_->credit_i.set(link_fifo_bit(fifo)); }
  void accept(Port port) { ports_->eject_ready_i.set(port_bit(port)); }

  // Outputs.
  /// Calls visit(port, flit) for every flit that leaves by a link.
  template <class Visit>
  void for_each_output(Visit&& visit) const {
    for_each_flit(ports_->valid_o, ports_->flit_o, visit);
  }
  /// Calls visit(port, flit) for every flit offered to the NIC.
  template <class Visit>
  void for_each_offered(Visit&& visit) const {
    for_each_flit(ports_->eject_valid_o, ports_->eject_flit_o, visit);
  }
  /// Calls visit(output, fifo), by rising outputs.
  template <class Visit>
  void for_each_grant(Visit&& visit) const {
    const std::size_t first = std::size_t{index_} * outputs_ * fifos_;
    ports_->grant_o.for_each_set(first, outputs_ * fifos_,
                                 [&](unsigned bit) { visit(Port{bit / fifos_}, bit % fifos_); });
  }
  /// Calls visit(fifo) for every FIFO of which a slot is freed.
  template <class Visit>
  void for_each_freed(Visit&& visit) const {
    ports_->credit_o.for_each_set(link_fifo_bit(0), link_fifos_, visit);
    ports_->lane_credit_o.for_each_set(lane_bit(0), lanes_,
                                       [&](unsigned lane) { visit(link_fifos_ + lane); });
  }
  unsigned conflicts() const { return ports_->conflict_o.count_set(port_bit(0), outputs_); }
  unsigned stalls() const {
    return ports_->stall_o.count_set(std::size_t{index_} * fifos_, fifos_);
  }

 private:
  std::size_t port_bit(Port port) const { return std::size_t{index_} * outputs_ + port; }
  std::size_t lane_bit(unsigned lane) const { return std::size_t{index_} * lanes_ + lane; }
  std::size_t link_fifo_bit(unsigned fifo) const {
    return std::size_t{index_} * link_fifos_ + fifo;
  }
  template <class Visit>
  void for_each_flit(const Pins& valid, const Pins& flits, Visit&& visit) const {
    valid.for_each_set(port_bit(0), outputs_, [&](unsigned bit) {
      visit(Port{bit}, get_flit(flits, port_bit(bit) * layout_->flit_bits, *layout_));
    });
  }

  UnitPorts* ports_;
  const FlitLayout* layout_;
  unsigned outputs_;
  unsigned link_fifos_;
  unsigned fifos_;
  unsigned lanes_;
  unsigned index_;
};

}  // namespace swapfly
