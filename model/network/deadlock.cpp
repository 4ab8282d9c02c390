#include "model/network/deadlock.hpp"

#include <fmt/core.h>

#include <map>

namespace swapfly {
namespace {

using Buffer = std::pair<RouterId, unsigned>;  // router, FIFO

void add_waits(const Fabric& fabric, RouterId id, std::vector<Wait>& waits) {
  const RouterParameters& parameters = fabric.router_parameters();
  const RouterCore& router = fabric.router(id);
  for (unsigned fifo = 0; fifo < parameters.fifos(); ++fifo) {
    if (!router.head_waits(fifo)) continue;
    const Flit& head = router.front(fifo);
    if (head.header.hops == 0) continue;
    const unsigned channel = router.channel_of(after_hop(head.header).hops);
    router.for_each_wanted(fifo, [&](Port output) {
      if (router.credits(output, channel) > 0) return;
      const LinkEnd end = fabric.topology().neighbour(id, output);
      waits.push_back({id, fifo, head, output, channel, end.router,
                       end.port * parameters.virtual_channels + channel});
    });
  }
}

/// Follows waits from FIFO to FIFO, depth first, until a FIFO comes up that is on the path already.
class CycleSearch {
 public:
  explicit CycleSearch(const std::vector<Wait>& waits) {
    for (const Wait& wait : waits) waits_of_[{wait.router, wait.fifo}].push_back(&wait);
  }

  std::vector<Wait> run() {
    for (const auto& [start, waits] : waits_of_) {
      if (state_.count(start) != 0) continue;
      if (follow(start)) return cycle_;
    }
    return {};
  }

 private:
  struct Step {
    Buffer at;
    std::size_t next = 0;  // the wait of `at` to follow next
  };

  bool follow(const Buffer& start) {
    std::vector<Step> path{{start, 0}};
    state_[start] = true;
    while (!path.empty()) {
      Step& step = path.back();
      const auto waits = waits_of_.find(step.at);
      if (waits == waits_of_.end() || step.next == waits->second.size()) {
        state_[step.at] = false;
        path.pop_back();
        continue;
      }
      const Wait& wait = *waits->second[step.next++];
      const Buffer to{wait.full_router, wait.full_fifo};
      const auto seen = state_.find(to);
      if (seen == state_.end()) {
        state_[to] = true;
        path.push_back({to, 0});
      } else if (seen->second) {
        close(path, to);
        return true;
      }
    }
    return false;
  }

  void close(const std::vector<Step>& path, const Buffer& first) {
    bool inside = false;
    for (const Step& step : path) {
      inside = inside || step.at == first;
      if (inside) cycle_.push_back(*waits_of_.at(step.at)[step.next - 1]);
    }
  }

  std::map<Buffer, std::vector<const Wait*>> waits_of_;
  std::map<Buffer, bool> state_;  // true while on the path
  std::vector<Wait> cycle_;
};

std::string fifo_name(const Fabric& fabric, unsigned fifo) {
  const RouterParameters& parameters = fabric.router_parameters();
  if (fifo >= parameters.link_fifos()) {
    return "lane" + std::to_string(fifo - parameters.link_fifos());
  }
  return fmt::format("{} vc{}", port_name(fabric.topology(), fifo / parameters.virtual_channels),
                     fifo % parameters.virtual_channels);
}

}  // namespace

Deadlock find_deadlock(const Fabric& fabric) {
  Deadlock deadlock;
  for (RouterId id = 0; id < fabric.topology().routers(); ++id) {
    add_waits(fabric, id, deadlock.waits);
  }
  deadlock.cycle = CycleSearch(deadlock.waits).run();
  return deadlock;
}

std::vector<std::string> describe(const Deadlock& deadlock, const Fabric& fabric,
                                  std::size_t most) {
  const std::vector<Wait>& waits = deadlock.cycle.empty() ? deadlock.waits : deadlock.cycle;
  std::vector<std::string> lines;
  for (const Wait& wait : waits) {
    if (lines.size() == most) {
      lines.push_back(fmt::format("... and {} more", waits.size() - most));
      break;
    }
    lines.push_back(fmt::format(
        "flit {} of packet {:#x} in {} of router {} waits for a slot in {} of router {}",
        to_string(wait.flit.header), wait.flit.packet, fifo_name(fabric, wait.fifo),
        to_string(fabric.topology().coordinates(wait.router)), fifo_name(fabric, wait.full_fifo),
        to_string(fabric.topology().coordinates(wait.full_router))));
  }
  return lines;
}

}  // namespace swapfly
