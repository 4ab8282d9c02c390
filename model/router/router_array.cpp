#include "model/router/router_array.hpp"

#include <algorithm>
#include <memory>

#include "model/router/router_core.hpp"

namespace swapfly {
namespace {

/// A power of two that covers the clock at hand and the longest way from it, so that a set is read
/// and cleared before it is filled again.
unsigned clocks_for(const RouterParameters& parameters) {
  const unsigned longest = std::max(parameters.local_hop_clocks(), parameters.global_hop_clocks());
  unsigned count = 2;
  while (count < longest + 1) count *= 2;
  return count;
}

constexpr unsigned words_per_line = 8;

constexpr unsigned whole_lines(unsigned words) {
  return (words + words_per_line - 1) / words_per_line * words_per_line;
}

std::uint64_t* first_on_a_line(std::vector<std::uint64_t>& words) {
  void* place = words.data();
  std::size_t space = words.size() * sizeof(std::uint64_t);
  return static_cast<std::uint64_t*>(
      std::align(words_per_line * sizeof(std::uint64_t), sizeof(std::uint64_t), place, space));
}

}  // namespace

RouterArray::RouterArray(const RouterParameters& parameters, RouterId routers)
    : parameters_(&parameters),
      routers_(routers),
      channels_(parameters.virtual_channels),
      first_of_kind_{0, parameters.M},
      link_fifos_(parameters.link_fifos()),
      fifos_(parameters.fifos()),
      outputs_per_router_(parameters.ports() * (parameters.virtual_channels + 1)),
      fifo_words_(words_for(parameters.fifos())),
      credit_words_(words_for(parameters.link_fifos())),
      port_words_(words_for(parameters.ports())),
      clock_mask_(clocks_for(parameters) - 1),
      arrivals_(Words::occupied + fifo_words_),
      credits_until_(arrivals_ + (clock_mask_ + 1) * fifo_words_),
      returns_(credits_until_ + 1),
      counters_(returns_ + (clock_mask_ + 1) * credit_words_),
      words_per_router_(whole_lines(counters_ + 3)),
      words_(std::size_t{routers} * words_per_router_ + words_per_line - 1),
      first_row_(first_on_a_line(words_)),
      lists_(std::size_t{routers} * fifos_, FlitPool::none),
      outputs_(std::size_t{routers} * outputs_per_router_),
      served_(parameters.multicast ? lists_.size() * port_words_ : 0),
      origins_(parameters.fifos()) {
  for (RouterId router = 0; router < routers; ++router) {
    const RouterCore core = (*this)[router];
    for (Port output = 0; output < parameters.ports(); ++output) {
      for (unsigned channel = 0; channel < channels_; ++channel) {
        core.credit(output, channel) = static_cast<std::uint16_t>(parameters.depth);
      }
    }
  }
  for (unsigned fifo = 0; fifo < link_fifos_; ++fifo) {
    origins_[fifo] = {static_cast<std::uint16_t>(fifo / parameters.virtual_channels),
                      static_cast<std::uint16_t>(fifo % parameters.virtual_channels)};
  }
}

RouterCounters RouterArray::total() const {
  RouterCounters total;
  for (RouterId router = 0; router < routers_; ++router) {
    const RouterCounters counters = (*this)[router].counters();
    total.flit_hops += counters.flit_hops;
    total.link_conflicts += counters.link_conflicts;
    total.stalls += counters.stalls;
  }
  return total;
}

}  // namespace swapfly
