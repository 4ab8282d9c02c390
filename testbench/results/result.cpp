#include "testbench/results/result.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

Json optional_number(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json to_json(const LatencyFigures& latency) {
  return {{"min", latency.min},
          {"mean", latency.mean},
          {"p50", latency.p50},
          {"p99", latency.p99},
          {"max", latency.max}};
}

Json to_json(const Claim& claim) {
  return {{"id", claim.id},
          {"formula", claim.formula},
          {"expected", claim.expected},
          {"measured", claim.measured},
          {"unit", claim.unit},
          {"published", claim.published.empty() ? Json(nullptr) : Json(claim.published)},
          {"ok", claim.ok}};
}

Json to_json(const TrafficFigures& traffic) {
  return {{"offered_rate", traffic.offered_rate},
          {"accepted_rate", traffic.accepted_rate},
          {"measured_packets", traffic.packets},
          {"mean_hops", traffic.mean_hops},
          {"saturated", traffic.saturated ? Json(*traffic.saturated) : Json(nullptr)},
          {"backlog", traffic.backlog},
          {"backlog_limit", traffic.backlog_limit},
          {"unfinished", traffic.unfinished},
          {"warmup", traffic.warmup},
          {"measure", traffic.measure}};
}

void add_figures(Json& json, const RunFigures& figures) {
  json["cycles"] = figures.cycles;
  json["hops"] = optional_number(figures.hops);
  json["packets"] = {{"injected", figures.injected},       {"expected", figures.expected},
                     {"delivered", figures.delivered},     {"lost", figures.lost},
                     {"outstanding", figures.outstanding}, {"duplicated", figures.duplicated}};
  json["flit_hops"] = figures.flit_hops;
  json["conflicts"] = {{"link", figures.link_conflicts}, {"stalls", figures.stalls}};
  json["latency"] = to_json(figures.latency);
  json["network_latency"] = to_json(figures.network_latency);
  json["traffic"] = figures.traffic ? to_json(*figures.traffic) : Json(nullptr);
}

std::string row(const char* name, const std::string& value) {
  return fmt::format("  {:<16}{}\n", name, value);
}

std::string clocks(const LatencyFigures& latency) {
  return fmt::format("min {}, mean {:.2f}, p50 {}, p99 {}, max {} clocks", latency.min,
                     latency.mean, latency.p50, latency.p99, latency.max);
}

std::string traffic_text(const TrafficFigures& traffic) {
  std::string out;
  out += row("load", fmt::format("offered {:.4f}, accepted {:.4f} flits per node and clock{}",
                                 traffic.offered_rate, traffic.accepted_rate,
                                 traffic.saturated.value_or(false) ? ": SATURATED" : ""));
  out += row("measured",
             fmt::format("{} packets, created in {} clocks after {}, {:.4f} hops each",
                         traffic.packets, traffic.measure, traffic.warmup, traffic.mean_hops));
  return out;
}

std::string figures_text(const Result& result) {
  const RunFigures& figures = *result.figures;
  std::string out;
  out += row("cycles", figures.hops ? fmt::format("{} ({} hops)", figures.cycles, *figures.hops)
                                    : fmt::format("{}", figures.cycles));
  out += row("copies", fmt::format("{} of {} delivered, {} lost, {} duplicated", figures.delivered,
                                   figures.expected, figures.lost, figures.duplicated));
  if (figures.outstanding > 0) {
    out += row("outstanding", fmt::format("{} copies when the run was ended", figures.outstanding));
  }
  out += row("flits",
             fmt::format("{} injected, {} hops over links", figures.injected, figures.flit_hops));
  out += row("conflicts",
             fmt::format("{} on links, {} stalls", figures.link_conflicts, figures.stalls));
  if (figures.traffic) out += traffic_text(*figures.traffic);
  out += row("latency", clocks(figures.latency));
  out += row("  in network", clocks(figures.network_latency));
  out += row("data", !result.data_ok   ? "not complete"
                     : *result.data_ok ? "as computed directly, at every node"
                                       : "WRONG");
  return out;
}

std::string claims_text(const std::vector<Claim>& claims) {
  std::string out;
  for (const Claim& claim : claims) {
    out += row("claim", fmt::format("{}: {}", claim.id, claim.formula));
    out += row("", fmt::format("expected {} {}, measured {}{}: {}", claim.expected, claim.unit,
                               claim.measured,
                               claim.published.empty() ? "" : ", published " + claim.published,
                               claim.ok ? "ok" : "NOT MET"));
  }
  return out;
}

std::string block_text(const Block& block) {
  std::string out;
  for (const std::string& line : block.lines)
    out += row(out.empty() ? block.name.c_str() : "", line);
  return out;
}

}  // namespace

int exit_status(Status status) {
  switch (status) {
    case Status::ok:
      return 0;
    case Status::failed:
      return 1;
    case Status::bad_config:
      return 2;
    case Status::interrupted:
      return 130;
  }
  return 1;
}

const char* name_of(Status status) {
  switch (status) {
    case Status::ok:
      return "ok";
    case Status::failed:
      return "failed";
    case Status::bad_config:
      return "bad_config";
    case Status::interrupted:
      return "interrupted";
  }
  return "failed";
}

void fail(Result& result, const std::string& error) {
  if (result.status == Status::failed || result.status == Status::bad_config) return;
  result.status = Status::failed;
  result.error = error;
}

Json to_json(const Result& result) {
  Json json;
  json["status"] = name_of(result.status);
  json["error"] = result.error.empty() ? Json(nullptr) : Json(result.error);
  if (!result.details.empty()) json["details"] = result.details;
  json["config"] = result.config;
  const auto from_config = [&result](const char* key) {
    const Json* value = find(result.config, key);
    return value != nullptr ? *value : Json(nullptr);
  };
  json["seed"] = from_config("seed");
  json["engine"] = from_config("engine");
  json["topology"] = result.topology;
  json["warnings"] = result.warnings;
  if (!result.figures) {
    // Every result has every key.
    for (const char* key : {"cycles", "hops", "packets", "flit_hops", "conflicts", "latency",
                            "network_latency", "traffic", "data_ok"}) {
      json[key] = nullptr;
    }
    json["claims"] = Json::array();
    json["performance"] = nullptr;
  } else {
    add_figures(json, *result.figures);
    json["data_ok"] = result.data_ok ? Json(*result.data_ok) : Json(nullptr);
    json["claims"] = Json::array();
    for (const Claim& claim : result.claims) json["claims"].push_back(to_json(claim));
    for (const Block& block : result.blocks) json[block.name] = block.json;
    json["performance"] = {
        {"wall_seconds", result.performance.wall_seconds},
        {"cpu_seconds", result.performance.cpu_seconds},
        {"router_cycles_per_second", result.performance.router_cycles_per_second},
        {"flit_hops_per_second", result.performance.flit_hops_per_second},
        {"peak_rss_bytes", result.performance.peak_rss_bytes}};
  }
  return json;
}

std::string to_text(const Result& result) {
  std::string out;
  if (!result.title.empty()) out += result.title + "\n";
  for (const std::string& warning : result.warnings) out += row("note", warning);
  if (result.figures) {
    out += figures_text(result);
    for (const Block& block : result.blocks) out += block_text(block);
    out += claims_text(result.claims);
  }
  if (result.figures && result.figures->flit_hops > 0) {
    out += row("speed", fmt::format("{:.3g} flit hops a second, {:.0f} MB",
                                    result.performance.flit_hops_per_second,
                                    static_cast<double>(result.performance.peak_rss_bytes) / 1e6));
  }
  out += row("status", name_of(result.status));
  return out;
}

}  // namespace swapfly
