#include "testbench/latency/tw_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

Json to_json(const FittedLatency& latency) {
  return {{"clocks", latency.clocks}, {"expected", latency.expected}};
}

Json to_json(const ZeroLoad& zero_load) {
  Json t_w;
  for (const HopKind kind : hop_kinds) {
    const std::optional<FittedLatency>& latency = zero_load.t_w[kind];
    t_w[name_of(kind)] = latency ? to_json(*latency) : Json(nullptr);
  }
  Json json;
  json["t_w"] = {{"paths", zero_load.paths},
                 {"longest_path", zero_load.longest_path},
                 {"hops", t_w},
                 {"intercept", zero_load.t_w_intercept},
                 {"largest_residual", zero_load.t_w_residual}};
  json["t_s"] = to_json(zero_load.t_s);
  json["t_s"]["relays"] = zero_load.relays;
  json["t_s"]["intercept"] = zero_load.t_s_intercept;
  json["t_s"]["largest_residual"] = zero_load.t_s_residual;
  return json;
}

Json to_json(const LoadPoint& point) {
  return {{"rate", point.rate},
          {"saturated", point.saturated},
          {"traffic", point.traffic},
          {"network_latency", point.network_latency},
          {"hop_times", point.hop_times}};
}

std::string definition_of(HopKind kind) {
  switch (kind) {
    case HopKind::local:
      return "local port δ > 0: router.latency + link.local";
    case HopKind::hold:
      return "local port 0: router.latency + link.local";
    case HopKind::global:
      return "global port to another router: router.latency + link.global";
    case HopKind::self_loop:
      return "global port 0 where p = d: router.latency + link.global";
  }
  return "";
}

std::string fitted_row(const std::string& engine, const char* name,
                       const std::optional<FittedLatency>& latency, const std::string& meaning) {
  if (!latency) {
    return fmt::format("  {:<9} {:<9} {:>9} {:>9}  no such hop\n", engine, name, "-", "-");
  }
  return fmt::format("  {:<9} {:<9} {:>9g} {:>9}  {}\n", engine, name, latency->clocks,
                     latency->expected, meaning);
}

std::string fit_line(const char* what, double intercept, double residual) {
  return fmt::format("  {}: intercept {:g}, largest residual {:g} clocks\n", what, intercept,
                     residual);
}

std::string zero_load_text(const TwMeasurement& measurement) {
  if (!measurement.zero_load) return fmt::format("  {:<9} not measured\n", measurement.engine);
  const ZeroLoad& zero_load = *measurement.zero_load;
  std::string out;
  for (const HopKind kind : hop_kinds) {
    out += fitted_row(measurement.engine, name_of(kind), zero_load.t_w[kind], definition_of(kind));
  }
  out += fitted_row(measurement.engine, "t_s", zero_load.t_s, "nic.latency");
  const std::string paths =
      fmt::format("{} paths of 1 to {} hops", zero_load.paths, zero_load.longest_path);
  const std::string relays = fmt::format("{} relays", zero_load.relays);
  out += fit_line(paths.c_str(), zero_load.t_w_intercept, zero_load.t_w_residual);
  out += fit_line(relays.c_str(), zero_load.t_s_intercept, zero_load.t_s_residual);
  return out;
}

/// A row of the table of loads; nothing for a kind of hop that no packet made.
std::string load_row(const std::string& first_columns, const char* what, const Json& count,
                     const Json& figures, bool saturated) {
  if (figures.is_null()) return "";
  return fmt::format("  {:<27} {:<16} {:>9} {:>7} {:>9.4f} {:>5} {:>5} {:>6}{}\n", first_columns,
                     what, count.dump(), figures.at("min").dump(), figures.at("mean").get<double>(),
                     figures.at("p50").dump(), figures.at("p99").dump(), figures.at("max").dump(),
                     saturated ? "  SATURATED" : "");
}

std::string load_text(const std::string& engine, const LoadPoint& point) {
  const std::string first_columns = fmt::format("{:<9} {:>7g} {:>9.4f}", engine, point.rate,
                                                point.traffic.at("accepted_rate").get<double>());
  std::string out;
  const auto add = [&](const char* name, const char* words) {
    const Json& figures = point.hop_times.at(name);
    if (figures.is_null()) return;
    out += load_row(first_columns, words, figures.at("count"), figures, point.saturated);
  };
  for (const HopKind kind : hop_kinds) add(name_of(kind), name_of(kind));
  add("first", "out of source");
  add("last_wait", "last wait");
  return out + load_row(first_columns, "whole way", point.traffic.at("measured_packets"),
                        point.network_latency, point.saturated);
}

}  // namespace

std::string network_line(const NetworkScenario& network) {
  const RouterParameters& router = network.router;
  return fmt::format(
      "{}, router.latency {}, link.local {}, link.global {}, router.vcs {}, depth {}",
      to_string(network.topology), router.latency, router.local_link, router.global_link,
      router.virtual_channels, router.depth);
}

Json to_json(const std::vector<TwMeasurement>& measurements) {
  Json json = Json::array();
  for (const TwMeasurement& measurement : measurements) {
    Json loads = Json::array();
    for (const LoadPoint& point : measurement.loads) loads.push_back(to_json(point));
    json.push_back(
        {{"engine", measurement.engine},
         {"zero_load", measurement.zero_load ? to_json(*measurement.zero_load) : Json(nullptr)},
         {"loads", loads}});
  }
  return json;
}

std::string to_text(const std::vector<TwMeasurement>& measurements,
                    const NetworkScenario& network) {
  std::string out = "t_w and t_s on " + network_line(network) + "\n";
  out += "\nat rest: single flits, alone in the network\n";
  out += fmt::format("  {:<9} {:<9} {:>9} {:>9}\n", "engine", "", "clocks", "expected");
  for (const TwMeasurement& measurement : measurements) out += zero_load_text(measurement);
  std::string loads;
  for (const TwMeasurement& measurement : measurements) {
    for (const LoadPoint& point : measurement.loads) loads += load_text(measurement.engine, point);
  }
  if (loads.empty()) return out;
  out +=
      "\nunder load: uniform traffic, flits per node and clock; clocks of a hop, waits included\n";
  out += fmt::format("  {:<9} {:>7} {:>9} {:<16} {:>9} {:>7} {:>9} {:>5} {:>5} {:>6}\n", "engine",
                     "load", "accepted", "", "count", "min", "mean", "p50", "p99", "max");
  return out + loads;
}

}  // namespace swapfly
