#include "model/router/router_core.hpp"

namespace swapfly {
namespace {

/// A power of two that covers every delay, so that a register is read before it is filled again.
std::size_t registers_for(const RouterParameters& parameters) {
  const Clock longest = std::max(parameters.local_hop_clocks(), parameters.global_hop_clocks()) + 1;
  std::size_t count = 2;
  while (count < longest + 1) count *= 2;
  return count;
}

}  // namespace

RouterScratch::RouterScratch(const RouterParameters& parameters)
    : requests(parameters.ports(), BitSet(parameters.fifos())),
      requested(parameters.ports()),
      wanted(parameters.ports()),
      contested(parameters.ports()) {
  ejections.reserve(parameters.ports());
  ejecting.reserve(parameters.ports());
  spreading.reserve(parameters.fifos());
}

void RouterScratch::reset() {
  requested.clear();
  wanted.clear();
  contested.clear();
  ejections.clear();
  ejecting.clear();
  spreading.clear();
  departures = 0;
}

RouterCore::Inputs::Inputs(const RouterParameters& parameters)
    : flits(parameters.ports() + parameters.lanes),
      credits(parameters.link_fifos()),
      data(parameters.ports() + parameters.lanes) {}

RouterCore::RouterCore(const RouterParameters& parameters)
    : parameters_(&parameters),
      occupied_(parameters.fifos()),
      fifos_(parameters.fifos(), parameters.depth),
      credits_(parameters.link_fifos(), static_cast<std::uint16_t>(parameters.depth)),
      next_served_(parameters.ports()),
      served_(parameters.multicast ? parameters.fifos() : 0, BitSet(parameters.ports())),
      inputs_(registers_for(parameters), Inputs(parameters)) {}

const Flit* RouterCore::arriving(Clock when, unsigned input) const {
  const Inputs& registers = inputs(when);
  return registers.flits.test(input) ? &registers.data[input] : nullptr;
}

bool RouterCore::credit_arriving(Clock when, Port output, unsigned channel) const {
  return inputs(when).credits.test(output * parameters_->virtual_channels + channel);
}

}  // namespace swapfly
