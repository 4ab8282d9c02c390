#include "testbench/waves/router_probe.hpp"

#include <fmt/core.h>

#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {
namespace {

std::uint64_t cut(std::uint64_t packed, BitField field) {
  return (packed >> field.low) & ((1ULL << field.width) - 1);
}

}  // namespace

ProbeContext::ProbeContext(const Fabric& network)
    : fabric(network),
      layout(network.topology().K(), network.topology().M(),
             network.router_parameters().payload_bits),
      names(layout) {}

unsigned bits_for(unsigned largest) {
  unsigned bits = 1;
  while ((largest >> bits) > 0) ++bits;
  return bits;
}

void FlitProbe::declare(SignalDeclarer& declarer, const FlitLayout& layout) {
  declarer.enter(name_);
  valid_ = declarer.declare("valid", 1);
  beat_signal_ = declarer.declare("beat", 1);
  header_ = declarer.declare("header", layout.header_bits);
  hops_ = declarer.declare("hops", layout.hops.width);
  skip_ = declarer.declare("skip", layout.skip.width);
  gamma_star_ = declarer.declare("gamma_star", layout.gamma_star.width);
  pi_star_ = declarer.declare("pi_star", layout.pi_star.width);
  delta_star_ = declarer.declare("delta_star", layout.delta_star.width);
  gamma_ = declarer.declare("gamma", layout.gamma.width);
  pi_ = declarer.declare("pi", layout.pi.width);
  delta_ = declarer.declare("delta", layout.delta.width);
  if (channel_bits_ > 0) channel_ = declarer.declare("vc", channel_bits_);
  packet_ = declarer.declare("packet", layout.packet.width);
  label_ = declarer.declare("label", layout.label.width);
  payload_ = declarer.declare("payload", layout.payload.width);
  declarer.leave();
}

void FlitProbe::write(SignalWriter& writer, const Flit* flit, ProbeContext& context, bool full) {
  if (flit == nullptr) {
    if (showing_ || full) write_idle(writer);
    return;
  }
  beat_ = !beat_;
  showing_ = carried_ = true;
  if (context.first_flit == never) context.first_flit = context.fabric.now();
  writer.write(valid_, 1);
  writer.write(beat_signal_, beat_ ? 1 : 0);
  write_header(writer, flit->header, context);
  if (channel_bits_ > 0) {
    // The rule is the same in every router.
    writer.write(channel_, context.fabric.router(0).channel_of(flit->header.hops));
  }
  writer.write(packet_, flit->packet);
  writer.write(label_, flit->label);
  writer.write(payload_, flit->payload);
}

void FlitProbe::write_header(SignalWriter& writer, const Header& header, ProbeContext& context) {
  const FlitLayout& layout = context.layout;
  const std::uint64_t packed = layout.pack_header(header);
  context.names.add(packed);
  writer.write(header_, packed);
  writer.write(hops_, cut(packed, layout.hops));
  writer.write(skip_, cut(packed, layout.skip));
  writer.write(gamma_star_, cut(packed, layout.gamma_star));
  writer.write(pi_star_, cut(packed, layout.pi_star));
  writer.write(delta_star_, cut(packed, layout.delta_star));
  writer.write(gamma_, cut(packed, layout.gamma));
  writer.write(pi_, cut(packed, layout.pi));
  writer.write(delta_, cut(packed, layout.delta));
}

void FlitProbe::write_idle(SignalWriter& writer) {
  showing_ = false;
  for (const Signal& signal : {valid_, beat_signal_, header_, hops_, skip_, gamma_star_, pi_star_,
                               delta_star_, gamma_, pi_, delta_, packet_, label_, payload_}) {
    writer.write(signal, 0);
  }
  if (channel_bits_ > 0) writer.write(channel_, 0);
}

RouterProbe::RouterProbe(RouterId router, const ProbeContext& context)
    : router_(router),
      channels_(context.fabric.router_parameters().virtual_channels),
      count_bits_(bits_for(context.fabric.router_parameters().depth)) {
  const RouterParameters& parameters = context.fabric.router_parameters();
  const unsigned channel_bits = bits_for(channels_ - 1);
  for (Port port = 0; port < parameters.ports(); ++port) {
    const std::string name = port_name(context.fabric.topology(), port);
    outputs_.emplace_back(name, channel_bits);
    ejections_.emplace_back("eject_" + name, channel_bits);
    for (unsigned channel = 0; channel < channels_; ++channel) {
      fifo_names_.push_back(fmt::format("{}_vc{}", name, channel));
    }
  }
  for (unsigned lane = 0; lane < parameters.lanes; ++lane) {
    const std::string name = fmt::format("lane{}", lane);
    lanes_.emplace_back(name, 0);
    fifo_names_.push_back(name);
  }
  credits_.resize(parameters.link_fifos());
  fifos_.resize(parameters.fifos());
  held_.resize(parameters.fifos());
}

void RouterProbe::declare(SignalDeclarer& declarer, const FlitLayout& layout) {
  for (auto* wires : {&outputs_, &lanes_, &ejections_}) {
    for (FlitProbe& wire : *wires) wire.declare(declarer, layout);
  }
  declare_group(declarer, "credit", 1, credits_);
  declare_group(declarer, "fifo", count_bits_, fifos_);
}

void RouterProbe::declare_group(SignalDeclarer& declarer, const char* scope, unsigned width,
                                std::vector<Signal>& signals) const {
  declarer.enter(scope);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    signals[i] = declarer.declare(fifo_names_[i], width);
  }
  declarer.leave();
}

void RouterProbe::write(SignalWriter& writer, ProbeContext& context, bool full) {
  const Fabric& fabric = context.fabric;
  for (Port port = 0; port < outputs_.size(); ++port) {
    outputs_[port].write(writer, fabric.output_wire(router_, port), context, full);
    ejections_[port].write(writer, fabric.ejection_wire(router_, port), context, full);
    for (unsigned channel = 0; channel < channels_; ++channel) {
      writer.write(credits_[port * channels_ + channel],
                   fabric.credit_wire(router_, port, channel) ? 1 : 0);
    }
  }
  for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
    lanes_[lane].write(writer, fabric.lane_wire(router_, lane), context, full);
  }
  for (std::size_t fifo = 0; fifo < fifos_.size(); ++fifo) writer.write(fifos_[fifo], held_[fifo]);
  look_ahead(fabric);
}

void RouterProbe::look_ahead(const Fabric& fabric) {
  // After the step of clock n the FIFOs hold what did not leave in it; what is registered at the
  // start of clock n + 1 comes on top.
  const RouterCore& router = fabric.router(router_);
  for (unsigned fifo = 0; fifo < held_.size(); ++fifo) held_[fifo] = router.held(fifo);
  const Clock next = fabric.now() + 1;
  for (Port port = 0; port < outputs_.size(); ++port) {
    const Flit* const flit = router.arriving(next, port);
    if (flit != nullptr) ++held_[port * channels_ + router.channel_of(flit->header.hops)];
  }
  for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
    if (fabric.lane_wire(router_, lane) != nullptr) ++held_[credits_.size() + lane];
  }
}

}  // namespace swapfly
