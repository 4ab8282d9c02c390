#include "testbench/lockstep/lockstep_router.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace swapfly {

void LockstepRouter::Expected::clear() {
  granted.clear();
  offered.clear();
  freed.clear();
  conflicts = stalls = 0;
}

/// What the model's step is connected to: the network, and the notes of what to compare.
struct LockstepRouter::Recording {
  LockstepRouter& router;
  Clock now;
  RouterConnections& connections;

  void send(Port port, unsigned channel, FlitHandle handle) {
    const RouterParameters& shape = router.core().parameters();
    router.expected_.granted.push_back(port);
    router.leaving_.push_back({now + shape.latency - 1,
                               {port, packed(*router.layout_, connections.pool()[handle].flit)}});
    connections.send(port, channel, handle, 0);
  }
  void free(Port port, unsigned channel) {
    router.expected_.freed.push_back(port * router.core().parameters().virtual_channels + channel);
    connections.free(port, channel);
  }
  void free_lane(unsigned lane) {
    router.expected_.freed.push_back(router.core().parameters().link_fifos() + lane);
    connections.free_lane(lane);
  }
  void eject(std::vector<Ejection>& offered) {
    for (const Ejection& ejection : offered) {
      router.expected_.offered.push_back({ejection.port, packed(*router.layout_, *ejection.flit)});
    }
    connections.eject(offered);
    router.note_accepted(offered);
  }
};

RouterMoves LockstepRouter::step(Clock now, const RouterCore& core, RouterScratch& scratch,
                                 RouterConnections& connections) {
  begin(now);
  expected_.clear();
  const RouterCounters before = core.counters();
  const RouterMoves moves = core.step(now, scratch, Recording{*this, now, connections});
  const RouterCounters after = core.counters();
  expected_.conflicts = after.link_conflicts - before.link_conflicts;
  expected_.stalls = after.stalls - before.stalls;
  if (moves.grants > 0) core.stay_awake(now);
  return moves;
}

void LockstepRouter::settled(Clock now) {
  if (!stepped(now)) expected_.clear();
  const auto gone = [now](const Leaving& leaving) { return leaving.when < now; };
  leaving_.erase(std::remove_if(leaving_.begin(), leaving_.end(), gone), leaving_.end());
  if (std::optional<Difference> found = compare(now)) {
    found->clock = now;
    listener_->differs(std::move(*found));
  }
}

std::optional<Difference> LockstepRouter::compare(Clock now) const {
  std::vector<PortFlit> model;
  for (const Leaving& leaving : leaving_) {
    if (leaving.when == now) model.push_back(leaving.at);
  }
  std::vector<PortFlit> rtl;
  const auto collect = [&rtl](Port port, const PackedFlit& flit) { rtl.push_back({port, flit}); };
  pins().for_each_output(collect);
  if (auto found = compare_flits("output", std::move(model), std::move(rtl))) return found;

  rtl.clear();
  pins().for_each_offered(collect);
  if (auto found = compare_flits("ejection from", expected_.offered, std::move(rtl))) return found;

  std::vector<unsigned> set;
  pins().for_each_grant([&set](Port output, unsigned) { set.push_back(output); });
  if (auto found = compare_sets("a grant", expected_.granted, std::move(set),
                                &LockstepRouter::output_name)) {
    return found;
  }
  set.clear();
  pins().for_each_freed([&set](unsigned fifo) { set.push_back(fifo); });
  if (auto found =
          compare_sets("a credit", expected_.freed, std::move(set), &LockstepRouter::fifo_name)) {
    return found;
  }
  const auto compare_counts = [this](const char* field, std::uint64_t in_model,
                                     std::uint64_t in_rtl) -> std::optional<Difference> {
    if (in_model == in_rtl) return std::nullopt;
    return difference("the whole router", field, std::to_string(in_model), std::to_string(in_rtl));
  };
  if (auto found =
          compare_counts("the number of link conflicts", expected_.conflicts, pins().conflicts())) {
    return found;
  }
  return compare_counts("the number of stalls", expected_.stalls, pins().stalls());
}

std::optional<Difference> LockstepRouter::compare_flits(const char* side,
                                                        std::vector<PortFlit> model,
                                                        std::vector<PortFlit> rtl) const {
  const auto by_port = [](const PortFlit& a, const PortFlit& b) { return a.port < b.port; };
  std::sort(model.begin(), model.end(), by_port);
  const auto valid = [](bool is) { return std::string(is ? "1" : "0"); };
  std::size_t m = 0;
  std::size_t r = 0;
  while (m < model.size() || r < rtl.size()) {
    const bool in_model = m < model.size() && (r == rtl.size() || model[m].port <= rtl[r].port);
    const bool in_rtl = r < rtl.size() && (m == model.size() || rtl[r].port <= model[m].port);
    const Port port = in_model ? model[m].port : rtl[r].port;
    if (in_model != in_rtl) {
      return difference(fmt::format("{} {}", side, output_name(port)), "valid", valid(in_model),
                        valid(in_rtl));
    }
    if (auto found = compare_flit(side, port, model[m].flit, rtl[r].flit)) return found;
    ++m;
    ++r;
  }
  return std::nullopt;
}

std::optional<Difference> LockstepRouter::compare_flit(const char* side, Port port,
                                                       const PackedFlit& model,
                                                       const PackedFlit& rtl) const {
  if (model == rtl) return std::nullopt;
  const std::string where = fmt::format("{} {}", side, output_name(port));
  if (model.header != rtl.header) {
    const auto shown = [this](std::uint64_t bits) {
      return fmt::format("{} ({:#x})", to_string(layout_->unpack_header(bits)), bits);
    };
    return difference(where, "header", shown(model.header), shown(rtl.header));
  }
  const auto hexadecimal = [](std::uint64_t value) { return fmt::format("{:#x}", value); };
  if (model.packet != rtl.packet) {
    return difference(where, "packet", hexadecimal(model.packet), hexadecimal(rtl.packet));
  }
  if (model.label != rtl.label) {
    return difference(where, "label", hexadecimal(model.label), hexadecimal(rtl.label));
  }
  return difference(where, "payload", hexadecimal(model.payload), hexadecimal(rtl.payload));
}

std::optional<Difference> LockstepRouter::compare_sets(
    const char* field, std::vector<unsigned> model, std::vector<unsigned> rtl,
    std::string (LockstepRouter::*place_of)(unsigned) const) const {
  std::sort(model.begin(), model.end());
  if (model == rtl) return std::nullopt;
  std::vector<unsigned> one_sided;
  std::set_symmetric_difference(model.begin(), model.end(), rtl.begin(), rtl.end(),
                                std::back_inserter(one_sided));
  const unsigned first = one_sided.front();
  const auto times = [first](const std::vector<unsigned>& set) {
    return std::to_string(std::count(set.begin(), set.end(), first));
  };
  return difference((this->*place_of)(first), field, times(model), times(rtl));
}

Difference LockstepRouter::difference(std::string port, std::string field, std::string model,
                                      std::string rtl) const {
  return {0,
          router_,
          path_,
          name(),
          std::move(port),
          std::move(field),
          std::move(model),
          std::move(rtl)};
}

std::string LockstepRouter::output_name(unsigned port) const {
  const RouterParameters& shape = core().parameters();
  return shape.is_local(port) ? fmt::format("local{}", port)
                              : fmt::format("global{}", port - shape.M);
}

std::string LockstepRouter::fifo_name(unsigned fifo) const {
  const RouterParameters& shape = core().parameters();
  if (fifo >= shape.link_fifos()) return fmt::format("lane {}", fifo - shape.link_fifos());
  return fmt::format("input {}, virtual channel {}", output_name(fifo / shape.virtual_channels),
                     fifo % shape.virtual_channels);
}

}  // namespace swapfly
