#include "testbench/results/schedule_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

/// Flits of a conflict that are worth a line each.
constexpr std::size_t most_in_text = 8;

std::string router_name(const SwappedDragonfly& topology, RouterId router) {
  return fmt::format("router {} {}", router, to_string(topology.coordinates(router)));
}

std::string input_name(const SwappedDragonfly& topology, unsigned input) {
  return input < topology.ports() ? port_name(topology, input)
                                  : fmt::format("lane{}", input - topology.ports());
}

const char* name_of(WaitCause cause) {
  switch (cause) {
    case WaitCause::credit:
      return "credit";
    case WaitCause::receive:
      return "receive";
    case WaitCause::lane:
      return "lane";
  }
  return "credit";
}

const char* explain(WaitCause cause) {
  switch (cause) {
    case WaitCause::credit:
      return "for a slot in the next FIFO (router.depth)";
    case WaitCause::receive:
      return "for the NIC to accept it (nic.receive)";
    case WaitCause::lane:
      return "for a slot in the FIFO of its lane (router.depth)";
  }
  return "";
}

Json place(const SwappedDragonfly& topology, Clock clock, RouterId router) {
  const Coordinates at = topology.coordinates(router);
  return {{"clock", clock}, {"router", router}, {"at", {at.c, at.d, at.p}}};
}

/// As the schedule has it.
Json to_json(const SwappedDragonfly& topology, const ScheduledFlit& flit) {
  Json json = {{"line", flit.line}};
  json.update(place(topology, flit.clock, flit.router));
  json["lane"] = flit.lane;
  json["header"] = to_string(flit.header);
  return json;
}

std::string in_words(const SwappedDragonfly& topology, const ScheduledFlit& flit) {
  return fmt::format("line {}, {} from {}, lane {}, in clock {}", flit.line, to_string(flit.header),
                     router_name(topology, flit.router), flit.lane, flit.clock);
}

void add_conflict(const Scheduled& workload, const Conflict& conflict, Block& block) {
  const SwappedDragonfly& topology = workload.topology();
  Json json = place(topology, conflict.clock, conflict.router);
  json["output"] = port_name(topology, conflict.output);
  block.lines.push_back(
      fmt::format("first conflict{} in clock {} at {}, {}",
                  workload.ideal().conflict_comes_first() ? "" : " as written, had no flit waited,",
                  conflict.clock, router_name(topology, conflict.router),
                  port_name(topology, conflict.output)));
  json["flits"] = Json::array();
  for (const Contender& contender : conflict.contenders) {
    const ScheduledFlit& flit = workload.schedule()[contender.flit];
    Json entry = to_json(topology, flit);
    entry["header_there"] = to_string(contender.header);
    entry["input"] = input_name(topology, contender.input);
    json["flits"].push_back(entry);
    if (json["flits"].size() > most_in_text) continue;
    block.lines.push_back(fmt::format("  {}; there {} in {}", in_words(topology, flit),
                                      to_string(contender.header),
                                      input_name(topology, contender.input)));
  }
  if (json["flits"].size() > most_in_text) {
    block.lines.push_back(fmt::format("  ... and {} more", json["flits"].size() - most_in_text));
  }
  block.json["first_conflict"] = json;
}

void add_wait(const Scheduled& workload, const FirstWait& wait, Block& block) {
  const SwappedDragonfly& topology = workload.topology();
  const ScheduledFlit& flit = workload.schedule()[wait.flit];
  Json json = place(topology, wait.clock, wait.router);
  json["cause"] = name_of(wait.cause);
  json["flit"] = to_json(topology, flit);
  block.json["first_stall"] = json;
  block.lines.push_back(fmt::format("first stall without conflict in clock {} at {}: it waits {}",
                                    wait.clock, router_name(topology, wait.router),
                                    explain(wait.cause)));
  block.lines.push_back(fmt::format("  {}", in_words(topology, flit)));
}

}  // namespace

Block schedule_report(const Scheduled& workload) {
  const IdealRun& ideal = workload.ideal();
  Block block;
  block.name = "schedule";
  block.json = {{"flits", workload.schedule().size()},
                {"conflict_free", ideal.free()},
                {"first_conflict", nullptr},
                {"first_stall", nullptr}};
  block.lines.push_back(fmt::format("{} flits, conflict-free: {}", workload.schedule().size(),
                                    ideal.free() ? "yes" : "no"));
  if (ideal.wait) add_wait(workload, *ideal.wait, block);
  if (ideal.conflict) add_conflict(workload, *ideal.conflict, block);
  return block;
}

}  // namespace swapfly
