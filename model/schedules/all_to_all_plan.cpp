#include "model/schedules/all_to_all_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace swapfly {

std::string_view name_of(AllToAllSchedule schedule) {
  switch (schedule) {
    case AllToAllSchedule::schedule1:
      return "1";
    case AllToAllSchedule::schedule2:
      return "2";
    case AllToAllSchedule::schedule3:
      return "3";
    case AllToAllSchedule::no_delay:
      return "no_delay";
  }
  return "";
}

std::string_view name_of(Pace pace) { return pace == Pace::hop ? "hop" : "clock"; }

bool follows_step_by_step(AllToAllSchedule schedule) {
  return schedule == AllToAllSchedule::schedule1 || schedule == AllToAllSchedule::no_delay;
}

bool allows(AllToAllSchedule schedule, const AllToAllShape& shape) {
  const unsigned most = follows_step_by_step(schedule) ? shape.M / 2 : shape.M;
  return shape.s > 0 && shape.K > 0 && shape.K % shape.s == 0 && shape.M % shape.s == 0 &&
         shape.s <= most;
}

AllToAllPlan::AllToAllPlan(const AllToAllRequest& request) : request_(request) {
  check();
  choose_starts();
  if (request.schedule == AllToAllSchedule::schedule1) find_delays();
  if (request.schedule == AllToAllSchedule::no_delay && lag_ > 0) {
    interleaved_.emplace(request.shape, passes(), lag_);
  }
}

void AllToAllPlan::check() const {
  const AllToAllShape& shape = request_.shape;
  if (!allows(request_.schedule, shape)) {
    std::string lanes;
    for (unsigned s = 1; s <= std::min(shape.K, shape.M); ++s) {
      if (allows(request_.schedule, {shape.K, shape.M, s}))
        lanes += (lanes.empty() ? "" : ", ") + std::to_string(s);
    }
    throw std::invalid_argument(
        "workload.s is " + std::to_string(shape.s) + "; accepted with schedule " +
        std::string(name_of(request_.schedule)) + " on D3(" + std::to_string(shape.K) + "," +
        std::to_string(shape.M) +
        "): " + (lanes.empty() ? "none, since it needs M of 2 or more" : lanes));
  }
  if (request_.items == 0 || request_.items > most_items || rounds() > most_rounds) {
    throw std::invalid_argument("workload.items is " + std::to_string(request_.items) +
                                "; accepted: 1 to " + std::to_string(most_items) + ", and up to " +
                                std::to_string(most_rounds) + " rounds");
  }
}

void AllToAllPlan::choose_starts() {
  const std::uint64_t local = request_.local_hop;
  const std::uint64_t two_hops = local + request_.global_hop;
  step_ = request_.pace == Pace::hop ? local : 1;
  lag_ = two_hops % step_ == 0 ? two_hops / step_ : 0;
  const auto start_in_every = [this](std::uint64_t clocks, std::uint64_t period) {
    period_ = period;
    starts_.clear();
    for (std::uint64_t start = 0; start < clocks; start += step_) starts_.push_back(start);
  };
  switch (request_.schedule) {
    case AllToAllSchedule::schedule1:
    case AllToAllSchedule::no_delay:
      period_ = step_;
      break;
    case AllToAllSchedule::schedule2:
      // Two hops' worth of rounds, and their last hops in the two hops after it.
      start_in_every(request_.pace == Pace::hop ? 2 * local : two_hops, 2 * two_hops);
      break;
    case AllToAllSchedule::schedule3:
      start_in_every(local, round_clocks());
      break;
  }
}

void AllToAllPlan::find_delays() {
  if (lag_ == 0) return;
  // The blocks by which the rounds of the last `lag` steps end; the oldest ends now.
  constexpr unsigned none = ~0U;
  std::vector<unsigned> ends(lag_, none);
  std::size_t now = 0;
  const auto next_step = [&](unsigned end) {
    ends[now] = end;
    now = now + 1 == ends.size() ? 0 : now + 1;
  };
  for (std::uint64_t number = 0; number < rounds(); ++number) {
    const AllToAllRound next = round(number);
    while (ends[now] == next.b) {
      delays_.push_back(number);
      next_step(none);
    }
    next_step(next.a);
  }
}

AllToAllRound AllToAllPlan::round(std::uint64_t number) const {
  return interleaved_ ? interleaved_->round(number) : published_round(request_.shape, number);
}

std::uint64_t AllToAllPlan::pass(std::uint64_t number) const {
  return interleaved_ ? interleaved_->pass(number) : number / request_.shape.rounds();
}

std::uint64_t AllToAllPlan::start(std::uint64_t number) const {
  const auto delayed = static_cast<std::uint64_t>(
      std::upper_bound(delays_.begin(), delays_.end(), number) - delays_.begin());
  const std::uint64_t slot = number + delayed;
  return slot / starts_.size() * period_ + starts_[slot % starts_.size()];
}

std::uint64_t AllToAllPlan::round_clocks() const {
  return 2ULL * request_.local_hop + request_.global_hop;
}

std::uint64_t AllToAllPlan::published_delays() const {
  return passes() * request_.shape.K * request_.shape.M;
}

std::uint64_t AllToAllPlan::published_hops() const {
  switch (request_.schedule) {
    case AllToAllSchedule::schedule2:
      return 2 * rounds();
    case AllToAllSchedule::schedule3:
      return 3 * rounds();
    default:
      return rounds() + published_delays() + 2;
  }
}

double link_capacity_hops(unsigned K, unsigned M) {
  const double global = double(M) * M - double(M) / K;
  return std::max(2.0 * K * (M - 1), global);
}

}  // namespace swapfly
