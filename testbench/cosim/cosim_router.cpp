#include "testbench/cosim/cosim_router.hpp"

namespace swapfly {

void CosimRouter::drive(Clock now, bool has_links, const FlitLayout& layout) {
  if (stepped(now)) {
    for (const Port port : accepted_) pins_.accept(port);
  }
  if (core_.idle()) return;
  const RouterParameters& shape = core_.parameters();
  const Clock next = now + 1;
  core_.for_each_arriving(next, [&](unsigned fifo, const Flit& flit) {
    if (fifo >= shape.link_fifos()) {
      pins_.put_lane_flit(fifo - shape.link_fifos(), packed(layout, flit));
    } else if (has_links) {
      pins_.put_flit_in(fifo / shape.virtual_channels, packed(layout, flit));
    }
  });
  if (!has_links) return;
  core_.for_each_credit_arriving(next, [&](unsigned fifo) { pins_.put_credit(fifo); });
}

}  // namespace swapfly
