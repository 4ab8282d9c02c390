#include "testbench/results/hop_times_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

void add(Block& block, const char* name, const char* words, const LatencyHistogram& histogram) {
  block.json[name] = nullptr;
  if (histogram.count() == 0) return;
  Json counts = Json::array();
  for (const auto& [clocks, count] : histogram.counts()) counts.push_back({clocks, count});
  const std::uint64_t p50 = histogram.percentile(0.5);
  const std::uint64_t p99 = histogram.percentile(0.99);
  block.json[name] = {{"count", histogram.count()},
                      {"min", histogram.min()},
                      {"mean", histogram.mean()},
                      {"p50", p50},
                      {"p99", p99},
                      {"max", histogram.max()},
                      {"histogram", counts}};
  block.lines.push_back(
      fmt::format("{}: {} times, min {}, mean {:.3f}, p50 {}, p99 {}, max {} clocks", words,
                  histogram.count(), histogram.min(), histogram.mean(), p50, p99, histogram.max()));
}

}  // namespace

Block hop_times_report(const HopTimes& times) {
  Block block;
  block.name = "hop_times";
  block.json = {{"packets", times.packets}, {"hops", times.count()}, {"clocks", times.clocks()}};
  for (const HopKind kind : hop_kinds) {
    add(block, name_of(kind), name_of(kind), times.hops[kind]);
  }
  add(block, "first", "out of the source", times.first);
  add(block, "last_wait", "wait to be ejected", times.last_wait);
  return block;
}

}  // namespace swapfly
