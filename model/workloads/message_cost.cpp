#include "model/workloads/message_cost.hpp"

#include <stdexcept>

#include "model/metrics/linear_fit.hpp"
#include "model/network/run_control.hpp"
#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// Sends trains, and notes when each of them is complete.
class Trains : public Program {
 public:
  Trains(const WorkloadContext& context, RouterId from, RouterId to,
         const std::vector<std::uint64_t>& lengths)
      : lengths_(lengths), arrived_(lengths.size()), clocks_(lengths.size()) {
    const SwappedDragonfly& topology = context.topology;
    header_ = shortest_header(topology.coordinates(from), topology.coordinates(to), topology);
    const Clock path = path_clocks(header_, context.local_hop, context.global_hop);
    // However shallow FIFOs are, a flit can follow the one before it once that one's slot is free
    // again and its credit is back; so trains this far apart never meet.
    const unsigned link = std::max(context.router.local_link, context.router.global_link);
    const Clock a_flit = std::max(context.local_hop, context.global_hop) + link + 2;
    Clock start = 1;
    for (const std::uint64_t length : lengths) {
      starts_.push_back(start);
      start += path + length * a_flit + context.nic;
    }
  }

  void start(NicCore& source) const {
    for (std::uint32_t train = 0; train < lengths_.size(); ++train) {
      for (std::uint64_t flit = 0; flit < lengths_[train]; ++flit) {
        Departure departure;
        departure.due = starts_[train] + flit;
        departure.header = header_;
        departure.label = train;
        source.send(departure);
      }
    }
  }

  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override {
    for (const Arrival& arrival : arrivals) {
      const std::uint32_t train = arrival.flit.label;
      if (++arrived_[train] == lengths_[train]) {
        clocks_[train] = nic.answer_clock() - starts_[train];
      }
    }
  }

  const std::vector<Clock>& clocks() const { return clocks_; }

 private:
  Header header_;
  std::vector<std::uint64_t> lengths_;
  std::vector<Clock> starts_;
  std::vector<std::uint64_t> arrived_;
  std::vector<Clock> clocks_;
};

}  // namespace

std::vector<Clock> train_clocks(const WorkloadContext& context, RouterId from, RouterId to,
                                const std::vector<std::uint64_t>& lengths) {
  if (from == to) throw std::logic_error("a train to its own node costs nothing to measure");
  RouterParameters router = context.router;
  router.lanes = 1;
  NicParameters nic;
  nic.latency = context.nic;
  nic.receive = 1;
  nic.lane_depth = router.depth;
  Fabric fabric(context.topology, router, nic);
  Trains trains(context, from, to, lengths);
  fabric.nic(to).run_program(&trains);
  trains.start(fabric.nic(from));
  RunControl control(fabric);
  if (run_plain(fabric, control) != RunEnd::drained) {
    throw std::logic_error("a train from node to node did not arrive");
  }
  return trains.clocks();
}

MessageCost message_cost(const WorkloadContext& context, RouterId from, RouterId to) {
  const std::vector<std::uint64_t> lengths = {1, 2, 4, 8, 16, 32, 64, 128};
  const std::vector<Clock> clocks = train_clocks(context, from, to, lengths);
  std::vector<FitSample> samples;
  samples.reserve(lengths.size());
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    samples.push_back(
        {{static_cast<std::int64_t>(lengths[i])}, static_cast<std::int64_t>(clocks[i])});
  }
  const LinearFit line = linear_fit(samples).value();
  return {line.intercept, line.slopes.front().value(), line.largest_residual};
}

}  // namespace swapfly
