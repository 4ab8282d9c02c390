#include "model/nic/nic_core.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string>

namespace swapfly {

void NicCore::Queue::insert(const Waiting& waiting) {
  if (empty() || entries_.back().due <= waiting.due) {
    entries_.push_back(waiting);
    return;
  }
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
    : lanes_(std::make_unique<Lane[]>(parameters.lanes)),
      ledger_(&ledger),
      counters_(&counters),
      node_(node),
      parameters_(&parameters),
      router_parameters_(&router) {
  for (unsigned lane = 0; lane < parameters.lanes; ++lane) {
    lanes_[lane].credits = parameters.lane_depth;
  }
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
  waiting.created = departure.created == never ? departure.due : departure.created;
  waiting.first_arbitrated = departure.first_arbitrated;
  waiting.payload = departure.payload;
  waiting.header = without_skipped_hops(departure.header);
  waiting.label = departure.label;
  waiting.final = departure.final;
  if (waiting.header.hops == 0) {
    to_self_.insert(waiting);
    next_to_self_ = to_self_.front().due;
    next_event_ = std::min(next_event_, next_to_self_);
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
  if (when < next_call_) std::swap(when, next_call_);
  next_event_ = std::min(next_event_, next_call_);
  if (when == never || when == next_call_) return;
  const auto at =
      std::lower_bound(later_calls_.begin(), later_calls_.end(), when, std::greater<>());
  if (at == later_calls_.end() || *at != when) later_calls_.insert(at, when);
}

/// The call that was next is over.
void NicCore::begin_next_call() {
  next_call_ = never;
  if (later_calls_.empty()) return;
  next_call_ = later_calls_.back();
  later_calls_.pop_back();
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
  // Records lie far apart: those of a clock are fetched together, not one after the other.
  for (const Ejection& ejection : offered) {
    __builtin_prefetch(ledger_->find(ejection.flit->packet));
  }
  std::size_t next = first;
  for (std::size_t i = 0; i < taken; ++i) {
    Ejection& ejection = offered[next];
    ejection.accepted = true;
    next_accepted_ = static_cast<std::uint16_t>(ejection.port + 1);
    take(*ejection.flit, scratch);
    if (++next == offered.size()) next = 0;
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
  if (delivery_observer_ != nullptr) delivery_observer_->delivered(*this, scratch.arrivals.back());
  if (record->final) {
    ++counters_->delivered;
    if (record->created >= counters_->measured_from && record->created <= counters_->measured_to) {
      counters_->latency.add(now_ - record->created);
      counters_->network_latency.add(now_ - record->first_arbitrated);
    }
  }
  ledger_->deliver(*record);
}

PacketRecord& NicCore::open_record(const Waiting& waiting, Clock injected) {
  PacketRecord& record = ledger_->open(node_);
  record.header = waiting.header;
  record.created = waiting.created;
  record.first_arbitrated = waiting.first_arbitrated == never ? injected : waiting.first_arbitrated;
  record.injected = injected;
  record.copies_left = copies(waiting.header, router_parameters_->K, router_parameters_->M);
  record.final = waiting.final;
  counters_->first_arbitrated = std::min(counters_->first_arbitrated, injected);
  ++counters_->injected;
  return record;
}

void NicCore::deliver_to_self(NicScratch& scratch) {
  while (!to_self_.empty() && to_self_.front().due <= now_) {
    const Waiting& waiting = to_self_.front();
    const Flit flit{waiting.header, open_record(waiting, now_).id, waiting.label, waiting.payload};
    to_self_.pop();
    counters_->last_ejected = now_;
    take(flit, scratch);
  }
  next_to_self_ = to_self_.empty() ? never : to_self_.front().due;
}

bool NicCore::fill(unsigned index, const RouterCore& router) {
  Lane& lane = lanes_[index];
  if (lane.queue.empty()) return false;
  bool sent = false;
  if (lane.queue.front().due <= now_ + 1) {
    if (lane.credits > 0) {
      const Waiting& waiting = lane.queue.front();
      const PacketRecord& record = open_record(waiting, now_ + 1);
      router.lane_flit_arrives(now_ + 1, index,
                               {waiting.header, record.id, waiting.label, waiting.payload});
      lane.queue.pop();
      --lane.credits;
      ++counters_->moves;
      sent = true;
    }
    if (!parameters_->open_loop && !lane.queue.empty() && lane.queue.front().due <= now_ + 1) {
      ++counters_->late;
    }
  }
  if (!lane.queue.empty()) {
    next_event_ = std::min(next_event_, std::max(lane.queue.front().due - 1, now_ + 1));
  }
  return sent;
}

/// Slots freed in this clock can be filled from the next on.
void NicCore::collect_credits() {
  for (unsigned index = 0; index < parameters_->lanes; ++index) {
    Lane& lane = lanes_[index];
    lane.credits += lane.freed;
    lane.freed = 0;
  }
  lanes_freed_ = false;
}

unsigned NicCore::act(Clock now, const RouterCore& router, NicScratch& scratch) {
  now_ = now;
  if (next_to_self_ <= now_) deliver_to_self(scratch);
  const bool called = next_call_ <= now_;
  while (next_call_ <= now_) begin_next_call();
  if (program_ != nullptr && (called || !scratch.arrivals.empty())) {
    program_->run(*this, scratch.arrivals);
  }
  scratch.arrivals.clear();
  next_event_ = std::min(next_call_, next_to_self_);
  unsigned sent = 0;
  for (unsigned lane = 0; lane < parameters_->lanes; ++lane) {
    if (fill(lane, router)) ++sent;
  }
  if (lanes_freed_) collect_credits();
  return sent;
}

std::size_t NicCore::waiting() const {
  std::size_t total = to_self_.size();
  for (unsigned lane = 0; lane < parameters_->lanes; ++lane) total += lanes_[lane].queue.size();
  return total;
}

}  // namespace swapfly
