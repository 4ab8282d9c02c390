#include "model/nic/nic_core.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

namespace swapfly {

void NicCore::Queue::insert(const Waiting& waiting) {
  const auto later = [](Clock due, const Waiting& other) { return due < other.due; };
  entries_.insert(std::upper_bound(entries_.begin() + static_cast<std::ptrdiff_t>(front_),
                                   entries_.end(), waiting.due, later),
                  waiting);
}

void NicCore::Queue::pop() {
  ++front_;
  if (front_ == entries_.size()) {
    entries_.clear();
    front_ = 0;
  } else if (front_ >= 64 && front_ * 2 >= entries_.size()) {
    entries_.erase(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(front_));
    front_ = 0;
  }
}

NicCore::NicCore(RouterId node, const NicParameters& parameters, const RouterParameters& router,
                 PacketLedger& ledger, TrafficCounters& counters)
    : node_(node),
      parameters_(&parameters),
      router_parameters_(&router),
      ledger_(&ledger),
      counters_(&counters),
      lanes_(parameters.lanes) {
  for (Lane& lane : lanes_) lane.credits = parameters.lane_depth;
}

namespace {

/// Every field a port or, where routers duplicate, `*`; and a hop count that virtual channels bear.
bool obeyed_by(const RouterParameters& router, const Header& header) {
  const auto is_port = [&router](std::uint16_t field, unsigned size) {
    return field == every_port ? router.multicast : field < size;
  };
  return header.hops <= 2 * RouterParameters::most_virtual_channels - 1 &&
         is_port(header.gamma, router.K) && is_port(header.pi, router.M) &&
         is_port(header.delta, router.M);
}

}  // namespace

void NicCore::require(bool accepted, const Departure& departure, const char* what) const {
  if (accepted) return;
  throw std::logic_error("node " + std::to_string(node_) + ", clock " + std::to_string(now_) +
                         ": a program sends " + to_string(departure.header) + " on lane " +
                         std::to_string(departure.lane) + " for clock " +
                         std::to_string(departure.due) + ": " + what);
}

void NicCore::send(const Departure& departure) {
  require(departure.due > now_, departure, "that clock has begun");
  require(departure.lane < parameters_->lanes, departure, "there is no such lane");
  require(obeyed_by(*router_parameters_, departure.header), departure,
          "the router cannot obey that header");
  Waiting waiting;
  waiting.due = departure.due;
  waiting.record.header = without_skipped_hops(departure.header);
  waiting.record.created = departure.created == never ? departure.due : departure.created;
  waiting.record.first_arbitrated = departure.first_arbitrated;
  waiting.record.final = departure.final;
  waiting.flit = {waiting.record.header, 0, departure.label, departure.payload};
  if (waiting.record.header.hops == 0) {
    to_self_.insert(waiting);
    next_event_ = std::min(next_event_, departure.due);
  } else {
    lanes_[departure.lane].queue.insert(waiting);
    next_event_ = std::min(next_event_, departure.due - 1);
  }
}

void NicCore::answer(const Arrival& arrival, Departure departure) {
  departure.due = std::max(departure.due, answer_clock());
  departure.created = arrival.record.created;
  departure.first_arbitrated = arrival.record.first_arbitrated;
  send(departure);
}

void NicCore::call_at(Clock when) {
  when = std::max(when, now_ + 1);
  const auto at = std::lower_bound(calls_.begin(), calls_.end(), when, std::greater<>());
  if (at == calls_.end() || *at != when) calls_.insert(at, when);
  next_event_ = std::min(next_event_, next_call());
}

void NicCore::accept(Clock now, std::vector<Ejection>& offered, NicScratch& scratch) {
  now_ = now;
  const std::size_t taken = std::min<std::size_t>(offered.size(), parameters_->receive);
  // Offers come in port order; where not all can be taken, go round.
  std::size_t first = 0;
  if (taken < offered.size()) {
    while (first < offered.size() && offered[first].port < next_accepted_) ++first;
    if (first == offered.size()) first = 0;
  }
  for (std::size_t i = 0; i < taken; ++i) {
    Ejection& ejection = offered[(first + i) % offered.size()];
    ejection.accepted = true;
    next_accepted_ = ejection.port + 1;
    take(*ejection.flit, scratch);
  }
  counters_->last_ejected = now;
  counters_->moves += taken;
}

void NicCore::take(const Flit& flit, NicScratch& scratch) {
  PacketRecord* record = ledger_->find(flit.packet);
  if (record == nullptr) {
    ++counters_->duplicated;
    return;
  }
  scratch.arrivals.push_back({flit, *record});
  if (record->final) {
    ++counters_->delivered;
    if (record->created >= counters_->measured_from && record->created <= counters_->measured_to) {
      counters_->latency.add(now_ - record->created);
      counters_->network_latency.add(now_ - record->first_arbitrated);
    }
  }
  ledger_->deliver(*record);
}

void NicCore::deliver_to_self(NicScratch& scratch) {
  while (!to_self_.empty() && to_self_.front().due <= now_) {
    Waiting waiting = to_self_.front();
    to_self_.pop();
    waiting.record.injected = now_;
    waiting.record.copies_left = 1;
    if (waiting.record.first_arbitrated == never) waiting.record.first_arbitrated = now_;
    waiting.flit.packet = ledger_->open(node_, waiting.record);
    counters_->first_arbitrated = std::min(counters_->first_arbitrated, now_);
    counters_->last_ejected = now_;
    ++counters_->injected;
    take(waiting.flit, scratch);
  }
}

bool NicCore::fill(unsigned index, RouterCore& router) {
  Lane& lane = lanes_[index];
  bool sent = false;
  if (!lane.queue.empty() && lane.queue.front().due <= now_ + 1) {
    if (lane.credits > 0) {
      Waiting waiting = lane.queue.front();
      lane.queue.pop();
      --lane.credits;
      PacketRecord& record = waiting.record;
      record.injected = now_ + 1;
      if (record.first_arbitrated == never) record.first_arbitrated = record.injected;
      record.copies_left = copies(record.header, router_parameters_->K, router_parameters_->M);
      waiting.flit.packet = ledger_->open(node_, record);
      counters_->first_arbitrated = std::min(counters_->first_arbitrated, record.injected);
      ++counters_->injected;
      ++counters_->moves;
      router.lane_flit_arrives(record.injected, index, waiting.flit);
      sent = true;
    }
    if (!parameters_->open_loop && !lane.queue.empty() && lane.queue.front().due <= now_ + 1) {
      ++counters_->late;
    }
  }
  lane.credits += lane.freed;
  lane.freed = 0;
  if (!lane.queue.empty()) {
    next_event_ = std::min(next_event_, std::max(lane.queue.front().due - 1, now_ + 1));
  }
  return sent;
}

unsigned NicCore::step(Clock now, RouterCore& router, NicScratch& scratch) {
  now_ = now;
  unsigned sent = 0;
  if (now >= next_event_ || !scratch.arrivals.empty()) {
    deliver_to_self(scratch);
    const bool called = next_call() <= now;
    while (next_call() <= now) calls_.pop_back();
    if (program_ != nullptr && (called || !scratch.arrivals.empty())) {
      program_->run(*this, scratch.arrivals);
    }
    scratch.arrivals.clear();
    next_event_ = next_call();
    if (!to_self_.empty()) next_event_ = std::min(next_event_, to_self_.front().due);
    for (unsigned lane = 0; lane < lanes_.size(); ++lane) {
      if (fill(lane, router)) ++sent;
    }
  } else {
    for (Lane& lane : lanes_) {
      lane.credits += lane.freed;
      lane.freed = 0;
    }
  }
  return sent;
}

std::size_t NicCore::waiting() const {
  std::size_t total = to_self_.size();
  for (const Lane& lane : lanes_) total += lane.queue.size();
  return total;
}

}  // namespace swapfly
