#include "model/workloads/doubly_parallel.hpp"

#include <fmt/core.h>

#include "model/packet/sub_network_route.hpp"

namespace swapfly {
namespace {

/// Rounds are counted from clock 1, the first in which a flit can be arbitrated.
constexpr Clock first_clock = 1;

}  // namespace

DoublyParallel::DoublyParallel(const WorkloadContext& context,
                               const DoublyParallelParameters& parameters)
    : AllToAll(context, {parameters.shape.K, parameters.shape.M, parameters.items}),
      plan_({parameters.shape, parameters.schedule, parameters.pace, parameters.items,
             context.local_hop, context.global_hop}) {}

WorkloadNeeds DoublyParallel::needs() const {
  WorkloadNeeds needs;
  needs.lanes = plan_.request().shape.s;
  // Every vector is sent, by virtual or by real ports: all dependencies that there can be.
  needs.headers = {{3, false, every_port, every_port, every_port}};
  return needs;
}

std::uint64_t DoublyParallel::expected_copies() const {
  return passes() * inner().routers() * inner().routers();
}

Clock DoublyParallel::due(std::uint64_t number) const {
  return number < plan_.rounds() ? first_clock + plan_.start(number) : never;
}

void DoublyParallel::prepare(std::uint64_t number) {
  launch_.number = number;
  launch_.due = due(number);
  if (launch_.due == never) return;
  launch_.next_due = due(number + 1);
  launch_.pass = plan_.pass(number);
  launch_.headers.clear();
  const AllToAllRound round = plan_.round(number);
  for (unsigned lane = 0; lane < plan_.request().shape.s; ++lane) {
    launch_.headers.push_back(all_to_all_header(plan_.request().shape, round, lane));
  }
}

void DoublyParallel::begin(NicCore& nic, const Member& member) {
  if (launch_.headers.empty()) prepare(0);
  send_round(nic, member);
}

void DoublyParallel::proceed(NicCore& nic, const Member& member,
                             const std::vector<Arrival>& /*arrivals*/) {
  // Every NIC runs in the clock before a round; the first of them finds the one before over.
  if (launch_.due <= nic.now()) prepare(launch_.number + 1);
  if (launch_.due == nic.now() + 1) send_round(nic, member);
}

void DoublyParallel::send_round(NicCore& nic, const Member& member) const {
  const SwappedDragonfly& topology = inner();
  Departure departure;
  departure.due = launch_.due;
  for (const Header& header : launch_.headers) {
    const Coordinates to{add(topology.cabinet_group(), member.at.c, header.gamma, topology.K()),
                         add(topology.drawer_group(), member.at.p, header.delta, topology.M()),
                         add(topology.drawer_group(), member.at.d, header.pi, topology.M())};
    departure.header = is_whole_network() ? header : physical_header(network(), member.at, header);
    load(departure, member.number, topology.id(to), launch_.pass);
    nic.send(departure);
    ++departure.lane;
  }
  if (launch_.next_due != never) nic.call_at(launch_.next_due - 1);
}

std::string DoublyParallel::formula() const {
  const AllToAllRequest& request = plan_.request();
  const bool equal = request.local_hop == request.global_hop;
  const bool hops = request.pace == Pace::hop;
  const char* one = equal ? "t_w" : "t_local";
  const char* two = equal ? "2 t_w" : "(t_local + t_global)";
  const char* three = equal ? "3 t_w" : "2 t_local + t_global";
  const char* four = equal ? "4 t_w" : "2 (t_local + t_global)";
  const char* period = equal ? "3 t_w" : "(2 t_local + t_global)";
  switch (request.schedule) {
    case AllToAllSchedule::no_delay:
      return hops ? fmt::format("(R - 1) {} + {}", one, three) : fmt::format("R - 1 + {}", three);
    case AllToAllSchedule::schedule1:
      return hops ? fmt::format("(R + {} delays - 1) {} + {}", plan_.delays(), one, three)
                  : fmt::format("R + {} delays - 1 + {}", plan_.delays(), three);
    case AllToAllSchedule::schedule2:
      return hops ? fmt::format("((R - 1) div 2) {} + ((R - 1) mod 2) {} + {}", four, one, three)
                  : fmt::format("((R - 1) div {0}) {1} + (R - 1) mod {0} + {2}", two, four, three);
    case AllToAllSchedule::schedule3:
      return hops
                 ? fmt::format("R {}", period)
                 : fmt::format("((R - 1) div {0}) {1} + (R - 1) mod {0} + {2}", one, period, three);
  }
  return "";
}

std::string DoublyParallel::published() const {
  const bool delays = follows_step_by_step(plan_.request().schedule);
  return fmt::format("{}{} hops", delays ? "at most " : "", plan_.published_hops());
}

std::vector<Claim> DoublyParallel::claims(const RunFigures& figures) const {
  // A NIC that takes fewer flits than may come in a clock, or buffers below full rate, make rounds
  // wait; then the time is what it is.
  const AllToAllRequest& request = plan_.request();
  const unsigned receive = context().receive == 0 ? NicParameters::all : context().receive;
  const bool full_rate = context().router.depth >= context().router.depth_for_full_rate();
  if (receive < request.shape.s || !full_rate) return {};
  const bool numbered = request.schedule != AllToAllSchedule::no_delay;
  const std::string id =
      std::string(numbered ? "a2a.schedule" : "a2a.") + std::string(name_of(request.schedule));
  const std::string rounds = fmt::format(", R = {}", plan_.rounds());
  return {exact_time(id, formula() + rounds, plan_.clocks(), published(), figures)};
}

}  // namespace swapfly
