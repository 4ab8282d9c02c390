#pragma once

#include <string>
#include <vector>

#include "model/network/fabric.hpp"
#include "model/packet/flit_layout.hpp"
#include "testbench/waves/header_names.hpp"
#include "testbench/waves/wave_file.hpp"

namespace swapfly {

/// What all probes of a network share.
struct ProbeContext {
  explicit ProbeContext(const Fabric& network);

  const Fabric& fabric;
  FlitLayout layout;
  HeaderNames names;
  Clock first_flit = never;  ///< the first clock in which a probe saw a flit
};

/// Bits that hold the numbers 0..largest; at least one.
unsigned bits_for(unsigned largest);

/// The signals of one wire that carries flits: `valid`, `header` (packed, see FlitLayout) and each
/// of its fields, `vc`, `packet`, `label`, `payload`; and `beat`, which differs between flits that
/// follow each other clock by clock, so that equal ones can be told apart. While there is no flit
/// all are 0.
class FlitProbe {
 public:
  /// `channel_bits` is 0 where the wire has no virtual channels.
  FlitProbe(std::string name, unsigned channel_bits)
      : name_(std::move(name)), channel_bits_(channel_bits) {}

  void declare(SignalDeclarer& declarer, const FlitLayout& layout);
  /// Null for no flit. Writes nothing if there was none before either, unless `full`.
  void write(SignalWriter& writer, const Flit* flit, ProbeContext& context, bool full);

  const std::string& name() const { return name_; }
  unsigned channel_bits() const { return channel_bits_; }
  /// A flit was here while somebody watched.
  bool carried() const { return carried_; }

 private:
  void write_idle(SignalWriter& writer);
  void write_header(SignalWriter& writer, const Header& header, ProbeContext& context);

  std::string name_;
  unsigned channel_bits_;
  bool showing_ = false;
  bool carried_ = false;
  bool beat_ = false;
  Signal valid_, header_, hops_, skip_, gamma_star_, pi_star_, delta_star_, gamma_, pi_, delta_;
  Signal beat_signal_, channel_, packet_, label_, payload_;
};

/// The signals of one router:
///   local0.., global0..  what leaves by the output, the header as rewritten; `vc` of the FIFO
///   ahead lane0..              what enters from the NIC eject_local0..       what the NIC accepts
///   from this input credit.local0_vc0..  a slot of this input FIFO was freed in this clock
///   fifo.local0_vc0.., fifo.lane0..  flits that the FIFO holds in this clock, those that leave in
///   it
///                        included, those that enter at its end not
class RouterProbe {
 public:
  RouterProbe(RouterId router, const ProbeContext& context);

  void declare(SignalDeclarer& declarer, const FlitLayout& layout);
  void write(SignalWriter& writer, ProbeContext& context, bool full);
  /// Notes what the FIFOs will hold in the next clock. write() does so too; call this in the clock
  /// before the first one that is written.
  void look_ahead(const Fabric& fabric);

  RouterId router() const { return router_; }
  const std::vector<FlitProbe>& outputs() const { return outputs_; }  ///< by port
  const std::vector<FlitProbe>& lanes() const { return lanes_; }
  const std::vector<FlitProbe>& ejections() const { return ejections_; }  ///< by input port
  /// "local0_vc0", "lane0": in the order of the router's FIFOs.
  const std::vector<std::string>& fifo_names() const { return fifo_names_; }
  /// The first of these have credits: those of links.
  std::size_t credits() const { return credits_.size(); }

 private:
  void declare_group(SignalDeclarer& declarer, const char* scope, unsigned width,
                     std::vector<Signal>& signals) const;

  RouterId router_;
  unsigned channels_;
  unsigned count_bits_;
  std::vector<FlitProbe> outputs_, lanes_, ejections_;
  std::vector<std::string> fifo_names_;
  std::vector<Signal> credits_;
  std::vector<Signal> fifos_;
  std::vector<unsigned> held_;  // by FIFO: flits in it in the next clock
};

}  // namespace swapfly
