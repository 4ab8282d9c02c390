#include "tests/lockstep/model_tile.hpp"

namespace swapfly::test {
namespace {

constexpr std::uint64_t bit(unsigned place) { return std::uint64_t{1} << place; }

unsigned longest_way(const RouterParameters& parameters) {
  return std::max(parameters.local_hop_clocks(), parameters.global_hop_clocks());
}

}  // namespace

ModelTile::ModelTile(const RouterParameters& parameters)
    : parameters_(parameters),
      layout_(parameters.K, parameters.M, parameters.payload_bits),
      routers_(parameters_, 1),
      core_(routers_, 0),
      scratch_(parameters_),
      outputs_(parameters_),
      entering_(longest_way(parameters) + 1),
      held_(parameters.fifos()) {
  for (Port port = 0; port < parameters_.ports(); ++port) {
    sent_.emplace_back(parameters_.latency - 1, Wire{});
    link_.emplace_back(parameters_.link_clocks(port), Wire{});
    link_credits_.emplace_back(parameters_.link_clocks(port), 0);
  }
}

void ModelTile::enter_fifo(Clock when, unsigned fifo) {
  entering_[when % entering_.size()].push_back(fifo);
}

void ModelTile::flit_arrives(Clock when, Port port, const PackedFlit& packed) {
  const Flit flit = unpacked(layout_, packed);
  core_.flit_arrives(when, port, flit);
  const unsigned channel =
      std::min<unsigned>(flit.header.hops / 2U, parameters_.virtual_channels - 1);
  enter_fifo(when, port * parameters_.virtual_channels + channel);
}

void ModelTile::lane_flit_arrives(Clock when, unsigned lane, const PackedFlit& flit) {
  core_.lane_flit_arrives(when, lane, unpacked(layout_, flit));
  enter_fifo(when, parameters_.link_fifos() + lane);
}

void ModelTile::credit_arrives(Clock when, Port output, unsigned channel) {
  core_.credit_arrives(when, output, channel);
}

const TileOutputs& ModelTile::step(Clock now, std::uint64_t ready) {
  clear_outputs();
  fill_fifos(now);
  ready_ = ready;
  before_ = core_.counters();
  if (!core_.idle()) core_.step(now, scratch_, *this);
  outputs_.conflicts = core_.counters().link_conflicts - before_.link_conflicts;
  outputs_.stalls = occupied_ & ~left_;
  for (unsigned fifo = 0; fifo < held_.size(); ++fifo) {
    if ((left_ >> fifo & 1) != 0 && --held_[fifo] == 0) occupied_ &= ~bit(fifo);
  }
  pass_links();
  return outputs_;
}

void ModelTile::clear_outputs() {
  outputs_.sent.valid = outputs_.link.valid = outputs_.offered.valid = 0;
  outputs_.credits = outputs_.link_credits = outputs_.lane_credits = 0;
  std::fill(outputs_.grants.begin(), outputs_.grants.end(), 0);
  outputs_.taken = 0;
  left_ = 0;
}

void ModelTile::fill_fifos(Clock now) {
  std::vector<unsigned>& entering = entering_[now % entering_.size()];
  for (const unsigned fifo : entering) {
    ++held_[fifo];
    occupied_ |= bit(fifo);
  }
  entering.clear();
}

/// What was granted is in outputs_.sent so far.
void ModelTile::pass_links() {
  const std::uint64_t granted = outputs_.sent.valid;
  outputs_.sent.valid = 0;
  const unsigned channels = parameters_.virtual_channels;
  const std::uint64_t all_channels = bit(channels) - 1;
  for (Port port = 0; port < parameters_.ports(); ++port) {
    Wire wire{(granted >> port & 1) != 0, outputs_.sent.flits[port]};
    wire = sent_[port].pass(wire);
    if (wire.valid) outputs_.sent.put(port, wire.flit);
    wire = link_[port].pass(wire);
    if (wire.valid) outputs_.link.put(port, wire.flit);
    const std::uint64_t credits = outputs_.credits >> port * channels & all_channels;
    outputs_.link_credits |= link_credits_[port].pass(credits) << port * channels;
  }
}

void ModelTile::send(Port port, unsigned channel, FlitHandle handle) {
  outputs_.sent.put(port, packed(layout_, routers_.pool()[handle].flit));
  routers_.pool().give_back(handle);
  outputs_.grants[port] |= bit(scratch_.winner[port]);
  outputs_.taken |= bit(port * parameters_.virtual_channels + channel);
}

void ModelTile::free(Port port, unsigned channel) {
  const unsigned fifo = port * parameters_.virtual_channels + channel;
  outputs_.credits |= bit(fifo);
  left_ |= bit(fifo);
}

void ModelTile::free_lane(unsigned lane) {
  outputs_.lane_credits |= bit(lane);
  left_ |= bit(parameters_.link_fifos() + lane);
}

void ModelTile::eject(std::vector<Ejection>& offered) {
  for (Ejection& ejection : offered) {
    outputs_.offered.put(ejection.port, packed(layout_, *ejection.flit));
    ejection.accepted = (ready_ >> ejection.port & 1) != 0;
  }
}

}  // namespace swapfly::test
