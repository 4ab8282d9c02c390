#include "testbench/cosim/rtl_router.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace swapfly {

RouterMoves RtlRouter::step(Clock now, const RouterCore&, RouterScratch& scratch,
                            RouterConnections& connections) {
  begin(now);
  try {
    return follow(now, scratch, connections);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{} in RTL: {}", name(), error.what()));
  }
}

RouterMoves RtlRouter::follow(Clock now, RouterScratch& scratch, RouterConnections& connections) {
  follower_.begin(now);

  std::size_t offers = 0;
  pins().for_each_offered([&](Port port, const PackedFlit& flit) {
    offered_[offers] = unpacked(*layout_, flit);
    scratch.ejections.push_back({port, &offered_[offers], false});
    ++offers;
  });
  if (offers > 0) {
    follower_.eject(scratch.ejections, connections);
    note_accepted(scratch.ejections);
    scratch.ejections.clear();
  }

  pins().for_each_grant([this](Port output, unsigned fifo) {
    follower_.grant(output, fifo);
    ++granted_;
  });
  pins().for_each_output([&](Port port, const PackedFlit& packed_flit) {
    const Flit flit = unpacked(*layout_, packed_flit);
    require_sendable(flit.header);
    connections.send(port, core().channel_of(flit.header.hops), connections.pool().take(flit),
                     core().parameters().latency - 1);
  });
  return follower_.finish(connections, freed_);
}

/// What the model's routers could not obey must not reach them.
void RtlRouter::require_sendable(const Header& header) {
  if (granted_ == 0) throw std::runtime_error("a flit leaves that was not granted");
  --granted_;
  const RouterParameters& shape = core().parameters();
  const auto is_port = [](std::uint16_t field, unsigned size) {
    return field == every_port || field < size;
  };
  if (!is_port(header.gamma, shape.K) || !is_port(header.pi, shape.M) ||
      !is_port(header.delta, shape.M)) {
    throw std::runtime_error(
        fmt::format("a flit leaves with header {}, which names no port", to_string(header)));
  }
}

void RtlRouter::settled(Clock now) {
  if (!stepped(now)) return;
  follower_.count(pins().conflicts(), pins().stalls());
  std::size_t count = 0;
  pins().for_each_freed([&](unsigned fifo) {
    ++count;
    if (std::find(freed_.begin(), freed_.end(), fifo) == freed_.end()) {
      throw std::runtime_error(fmt::format(
          "{} in RTL: gives a credit back for FIFO {}, which no flit left", name(), fifo));
    }
  });
  if (count != freed_.size()) {
    throw std::runtime_error(fmt::format("{} in RTL: {} flits left their FIFOs, {} credits go back",
                                         name(), freed_.size(), count));
  }
}

}  // namespace swapfly
