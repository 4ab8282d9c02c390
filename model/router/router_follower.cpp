#include "model/router/router_follower.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace swapfly {

void RouterFollower::begin(Clock now) {
  now_ = now;
  grants_ = 0;
  core_.register_inputs<0>(now);
}

void RouterFollower::grant(Port output, unsigned fifo) {
  const auto require = [&](bool allowed, const char* what) {
    if (!allowed) {
      throw std::runtime_error(
          fmt::format("output {} was granted to FIFO {}, {}", output, fifo, what));
    }
  };
  require(fifo < core_.parameters().fifos() && core_.head_waits(fifo), "which is empty");
  require(std::find(leaving_.begin(), leaving_.end(), fifo) == leaving_.end(),
          "whose head leaves by another");
  bool wanted = false;
  core_.for_each_wanted(fifo, [&](Port port) { wanted = wanted || port == output; });
  require(wanted, "whose head does not want it");
  const Header& header = core_.front(fifo).header;
  const unsigned channel = core_.channel_of(after_hop(header).hops);
  require(core_.credits(output, channel) > 0, "whose head has no credit for it");

  --core_.credit(output, channel);
  core_.next_served(output) =
      static_cast<std::uint16_t>(fifo + 1 == core_.parameters().fifos() ? 0 : fifo + 1);
  ++grants_;
  if (next_number(header) != every_port) {
    leaving_.push_back(fifo);
    return;
  }
  set_bit(core_.served(fifo), output);
  if (std::find(spreading_.begin(), spreading_.end(), fifo) == spreading_.end()) {
    spreading_.push_back(fifo);
  }
}

void RouterFollower::eject(std::vector<Ejection>& offered, RouterConnections& connections) {
  for (const Ejection& ejection : offered) {
    const unsigned fifo = core_.fifo_of(ejection.port, 0);
    if (!core_.head_waits(fifo) || core_.front(fifo).header.hops != 0) {
      throw std::runtime_error(
          fmt::format("input {} offers a flit to the NIC where none has arrived", ejection.port));
    }
  }
  if (offered.empty()) return;
  connections.eject(offered);
  for (const Ejection& ejection : offered) {
    if (ejection.accepted) leaving_.push_back(core_.fifo_of(ejection.port, 0));
  }
}

void RouterFollower::leave(unsigned fifo) { core_.array_->pool_.give_back(core_.pop(fifo)); }

RouterMoves RouterFollower::finish(RouterConnections& connections, std::vector<unsigned>& freed) {
  for (const unsigned fifo : spreading_) {
    if (!core_.fully_served(fifo)) continue;
    std::fill_n(core_.served(fifo), core_.array_->port_words_, 0);
    leaving_.push_back(fifo);
  }
  const unsigned link_fifos = core_.array_->link_fifos_;
  for (const unsigned fifo : leaving_) {
    leave(fifo);
    if (fifo < link_fifos) {
      const RouterArray::Origin origin = core_.array_->origins_[fifo];
      connections.free(origin.input, origin.channel);
    } else {
      connections.free_lane(fifo - link_fifos);
    }
  }
  const RouterMoves moves{grants_, static_cast<unsigned>(leaving_.size())};
  freed.swap(leaving_);
  leaving_.clear();
  spreading_.clear();

  core_.words_[core_.array_->counters_] += grants_;
  if (core_.holds_flits()) core_.flits_until(now_ + 2);
  if (grants_ > 0) core_.stay_awake(now_);
  return moves;
}

void RouterFollower::count(unsigned conflicts, unsigned stalls) {
  std::uint64_t* const counted = core_.words_ + core_.array_->counters_;
  counted[1] += conflicts;
  counted[2] += stalls;
}

}  // namespace swapfly
