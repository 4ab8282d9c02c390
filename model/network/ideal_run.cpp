#include "model/network/ideal_run.hpp"

#include <algorithm>
#include <map>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// A FIFO head.
struct Head {
  RouterId router = 0;
  unsigned input = 0;
  Header header;
  std::size_t flit = 0;
};

/// Tells when something that can be done `count` times in `clocks` clocks is asked for once more.
class Budget {
 public:
  explicit Budget(unsigned count) : used_(count, never) {}

  bool spend(Clock now, Clock clocks) {
    Clock& oldest = used_[next_];
    const bool there = oldest == never || now - oldest >= clocks;
    oldest = now;
    next_ = next_ + 1 == used_.size() ? 0 : next_ + 1;
    return there;
  }

 private:
  std::vector<Clock> used_;
  std::size_t next_ = 0;
};

class Sweep {
 public:
  Sweep(const FlitSchedule& schedule, const SwappedDragonfly& topology,
        const RouterParameters& router, const NicParameters& nic)
      : schedule_(schedule),
        topology_(topology),
        router_(router),
        nic_(nic),
        under_way_(std::max(router.local_hop_clocks(), router.global_hop_clocks()) + 1),
        wanted_(std::size_t{topology.routers()} * topology.ports(), never) {
    // A link asks for a credit once a clock at most: where full rate is there, so is the credit.
    if (router.depth < router.depth_for_full_rate()) {
      credits_.resize(wanted_.size() * router.virtual_channels, Budget(router.depth));
    }
    if (nic.receive < topology.ports()) ejected_.resize(topology.routers(), {never, 0});
  }

  IdealRun run() {
    while (!run_.conflict && (heads_under_way_ > 0 || next_ < schedule_.size())) {
      if (heads_under_way_ == 0) now_ = schedule_[next_].clock;
      clock();
      ++now_;
    }
    return std::move(run_);
  }

 private:
  std::vector<Head>& arriving(Clock when) { return under_way_[when % under_way_.size()]; }

  void clock() {
    std::vector<Head>& heads = arriving(now_);
    heads_under_way_ -= heads.size();
    while (next_ < schedule_.size() && schedule_[next_].clock == now_) {
      enter(heads, next_++);
    }
    for (const Head& head : heads) {
      if (head.header.hops > 0) {
        leave(head);
      } else {
        eject(head);
      }
    }
    if (run_.conflict) name_contenders(heads);
    heads.clear();
  }

  void enter(std::vector<Head>& heads, std::size_t flit) {
    const ScheduledFlit& sent = schedule_[flit];
    const Header header = without_skipped_hops(sent.header);
    if (header.hops == 0) return;  // to itself: the NIC delivers it
    heads.push_back({sent.router, topology_.ports() + sent.lane, header, flit});
    // A slot that a lane's flit leaves can take another two clocks later.
    if (router_.depth > 1 || run_.wait) return;
    const auto [last, first_of_lane] = lanes_.try_emplace({sent.router, sent.lane}, now_);
    if (!first_of_lane && now_ - last->second < 2) wait(sent.router, WaitCause::lane, flit);
    last->second = now_;
  }

  void leave(const Head& head) {
    const Header next = after_hop(head.header);
    const unsigned channel = std::min(virtual_channel(next.hops), router_.virtual_channels - 1);
    for_each_output(head.header, topology_, [&](Port output) {
      const std::size_t link = std::size_t{head.router} * topology_.ports() + output;
      if (wanted_[link] == now_) conflict(head.router, output);
      wanted_[link] = now_;
      const Clock hop = router_.hop_clocks(output);
      if (!credits_.empty() && !credits_[link * router_.virtual_channels + channel].spend(
                                   now_, hop + router_.credit_clocks(output))) {
        wait(head.router, WaitCause::credit, head.flit);
      }
      const LinkEnd end = topology_.neighbour(head.router, output);
      arriving(now_ + hop).push_back({end.router, end.port, next, head.flit});
      ++heads_under_way_;
    });
  }

  void eject(const Head& head) {
    if (ejected_.empty()) return;
    auto& [clock, count] = ejected_[head.router];
    count = clock == now_ ? count + 1 : 1;
    clock = now_;
    if (count > nic_.receive) wait(head.router, WaitCause::receive, head.flit);
  }

  void wait(RouterId router, WaitCause cause, std::size_t flit) {
    if (!run_.wait) run_.wait = FirstWait{now_, router, cause, flit};
  }

  void conflict(RouterId router, Port output) {
    const auto place = [](RouterId id, Port port) { return std::pair{id, port}; };
    if (!run_.conflict) {
      run_.conflict = Conflict{now_, router, output, {}};
    } else if (place(router, output) < place(run_.conflict->router, run_.conflict->output)) {
      run_.conflict->router = router;
      run_.conflict->output = output;
    }
  }

  void name_contenders(const std::vector<Head>& heads) {
    Conflict& conflict = *run_.conflict;
    for (const Head& head : heads) {
      if (head.router != conflict.router || head.header.hops == 0) continue;
      for_each_output(head.header, topology_, [&](Port output) {
        if (output == conflict.output) {
          conflict.contenders.push_back({head.flit, head.header, head.input});
        }
      });
    }
    std::sort(conflict.contenders.begin(), conflict.contenders.end(),
              [this](const Contender& a, const Contender& b) {
                return std::pair{schedule_[a.flit].line, a.input} <
                       std::pair{schedule_[b.flit].line, b.input};
              });
  }

  const FlitSchedule& schedule_;
  const SwappedDragonfly& topology_;
  const RouterParameters& router_;
  const NicParameters& nic_;
  Clock now_ = 0;
  std::size_t next_ = 0;  ///< the first flit that has not been sent
  /// [clock modulo size] what can be arbitrated then; sent flits join when their clock comes.
  std::vector<std::vector<Head>> under_way_;
  std::size_t heads_under_way_ = 0;
  std::vector<Clock> wanted_;    ///< [router][output] the last clock in which a head wanted it
  std::vector<Budget> credits_;  ///< [router][output][channel], if they can run out
  std::vector<std::pair<Clock, unsigned>> ejected_;       ///< [router], if the NIC may refuse some
  std::map<std::pair<RouterId, unsigned>, Clock> lanes_;  ///< the last flit, where one fills a lane
  IdealRun run_;
};

}  // namespace

IdealRun ideal_run(const FlitSchedule& schedule, const SwappedDragonfly& topology,
                   const RouterParameters& router, const NicParameters& nic) {
  return Sweep(schedule, topology, router, nic).run();
}

}  // namespace swapfly
