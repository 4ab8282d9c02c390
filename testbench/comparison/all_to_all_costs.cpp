#include "testbench/comparison/all_to_all_costs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "model/schedules/all_to_all_plan.hpp"
#include "testbench/processes/child_trouble.hpp"

namespace swapfly {
namespace {

constexpr const char* schedules[] = {"1", "2", "3", "no_delay"};

AllToAllSize size_of(unsigned k, unsigned m) {
  AllToAllSize size;
  size.k = k;
  size.m = m;
  const AllToAllShape shape{1U << k, 1U << m, std::min(1U << k, 1U << (m - 1))};
  const auto hops = [&shape](AllToAllSchedule schedule) {
    return AllToAllPlan({shape, schedule}).clocks();
  };
  size.s = shape.s;
  size.nodes = shape.routers();
  size.emulated = johnsson_ho_emulated_hops(size.nodes);
  size.capacity = link_capacity_hops(shape.K, shape.M);
  size.schedule1 = hops(AllToAllSchedule::schedule1);
  size.no_delay = hops(AllToAllSchedule::no_delay);
  return size;
}

template <class Property>
std::uint64_t count(const std::vector<AllToAllSize>& sizes, const Property& property) {
  return static_cast<std::uint64_t>(std::count_if(sizes.begin(), sizes.end(), property));
}

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

/// What the scenario says, but for what each algorithm chooses by itself.
ChildRun run_of(const Json& scenario, const Json& algorithm) {
  Json run = scenario;
  const Json& given = scenario.at("workload");
  Json& workload = run["workload"] = {{"kind", "all_to_all"},
                                      {"items", given.at("items")},
                                      {"cabinets", given.at("cabinets")},
                                      {"drawers", given.at("drawers")}};
  workload.update(algorithm);
  run["nic"].erase("lanes");
  run["nic"].erase("receive");
  run.erase("rtl");
  run["engine"] = "systemc";
  return scenario_run("run", run);
}

/// What the lines about a run have in common.
struct Setting {
  std::uint64_t nodes = 0;
  double passes = 1;      ///< X^2
  std::string inner;      ///< "D3(4,4)"
  std::string pace;       ///< of the runs
  std::uint64_t hop = 1;  ///< t_w
  bool equal_links = true;
  bool powers_of_two = true;
};

Setting setting_of(const Json& scenario) {
  const Json& workload = scenario.at("workload");
  const auto J = workload.at("cabinets").get<unsigned>();
  const auto L = workload.at("drawers").get<unsigned>();
  const auto items = workload.at("items").get<std::uint64_t>();
  const auto router = scenario.at("router").at("latency").get<std::uint64_t>();
  const auto local = scenario.at("link").at("local").get<std::uint64_t>();
  Setting setting;
  setting.nodes = std::uint64_t{J} * L * L;
  setting.passes = double(items * items);
  setting.inner = fmt::format("D3({},{})", J, L);
  setting.pace = workload.value("pace", "clock");
  setting.hop = router + local;
  setting.equal_links = local == scenario.at("link").at("global").get<std::uint64_t>();
  setting.powers_of_two = is_power_of_two(J) && is_power_of_two(L);
  return setting;
}

void add_johnsson_ho(const Setting& setting, AllToAllCosts& costs) {
  if (!setting.equal_links || !setting.powers_of_two) {
    costs.notes.push_back(fmt::format("Johnsson-Ho's are left out: {}",
                                      setting.equal_links
                                          ? "K and M are not both powers of two"
                                          : "local and global hops take different clocks"));
    return;
  }
  const double clocks = setting.passes * double(setting.hop);
  costs.lines.push_back({"Johnsson-Ho", fmt::format("hypercube of {} nodes", setting.nodes),
                         "X^2 (P/2) t_w", "[J], [D2]", clocks * johnsson_ho_hops(setting.nodes)});
  costs.lines.push_back({"Johnsson-Ho", "the hypercube emulated on " + setting.inner,
                         "X^2 (2/3)(P/2) t_w", "[D2]",
                         clocks * johnsson_ho_emulated_hops(setting.nodes)});
}

CostLine measured_line(const Setting& setting, const Json& result) {
  CostLine line;
  line.network = setting.inner;
  line.measured = result.at("cycles").get<std::uint64_t>();
  line.conflicts = result.at("conflicts").at("link").get<std::uint64_t>() +
                   result.at("conflicts").at("stalls").get<std::uint64_t>();
  return line;
}

CostLine schedule_line(const Setting& setting, const Json& result) {
  CostLine line = measured_line(setting, result);
  const Json& report = result.at("all_to_all");
  const auto schedule = report.at("schedule").get<std::string>();
  line.algorithm =
      fmt::format("doubly parallel, schedule {}, s = {}", schedule, report.at("s").dump());
  if (schedule == "no_delay") {
    line.formula = setting.pace == "hop" ? "(X^2 K M^2/s + 2) t_w" : "X^2 K M^2/s + 3 t_w - 1";
    line.source = "this program";
    line.clocks = report.at("planned_clocks").get<double>();
    return line;
  }
  // The paper's time is of rounds that follow each other hop by hop.
  line.formula = schedule == "1" ? "at most (X^2 (K M^2/s + K M) + 2) t_w"
                                 : fmt::format("{} X^2 K M^2/s t_w", schedule);
  line.source = "[D2]";
  if (setting.equal_links) {
    line.clocks = report.at("published").at("hops").get<double>() * double(setting.hop);
  }
  return line;
}

CostLine pairwise_line(const Setting& setting, const Json& result) {
  CostLine line = measured_line(setting, result);
  line.algorithm = "pairwise, " + result.at("all_to_all").at("pairing").get<std::string>();
  return line;
}

CostLine capacity_line(const Setting& setting, const Json& result) {
  CostLine line;
  line.algorithm = "bound by the capacity of links";
  line.network = setting.inner;
  line.formula = "X^2 max(2 K (M - 1), M^2 - M/K)";
  line.source = "this program";
  line.clocks = result.at("all_to_all").at("link_capacity").at("clocks").get<double>();
  return line;
}

void stop(AllToAllCosts& costs, Status status, const std::string& error) {
  costs.lines.clear();
  costs.status = status;
  costs.error = error;
}

}  // namespace

double johnsson_ho_hops(std::uint64_t nodes) { return double(nodes) / 2; }

double johnsson_ho_emulated_hops(std::uint64_t nodes) { return johnsson_ho_hops(nodes) * 2 / 3; }

std::vector<AllToAllSize> all_to_all_sizes(unsigned most) {
  std::vector<AllToAllSize> sizes;
  for (unsigned k = 1; k <= most; ++k) {
    for (unsigned m = 1; m <= most; ++m) sizes.push_back(size_of(k, m));
  }
  return sizes;
}

Json to_json(const std::vector<AllToAllSize>& sizes) {
  Json list = Json::array();
  for (const AllToAllSize& size : sizes) {
    list.push_back({{"k", size.k},
                    {"m", size.m},
                    {"s", size.s},
                    {"nodes", size.nodes},
                    {"johnsson_ho_emulated", size.emulated},
                    {"link_capacity", size.capacity},
                    {"schedule1", size.schedule1},
                    {"no_delay", size.no_delay}});
  }
  const auto possible = [](const AllToAllSize& size) { return size.possible(); };
  return {{"sizes", list},
          {"possible", count(sizes, possible)},
          {"no_delay_faster", count(sizes,
                                    [](const AllToAllSize& size) {
                                      return size.possible() && size.no_delay_is_faster();
                                    })},
          {"no_delay_faster_elsewhere", count(sizes,
                                              [](const AllToAllSize& size) {
                                                return !size.possible() &&
                                                       size.no_delay_is_faster();
                                              })},
          {"schedule1_faster", count(sizes, [](const AllToAllSize& size) {
             return size.possible() && size.schedule1_is_faster();
           })}};
}

std::string to_text(const std::vector<AllToAllSize>& sizes) {
  std::string out =
      "| k | m | P | s | Johnsson-Ho emulated, published | link capacity | possible | schedule 1 | "
      "no_delay | no_delay faster |\n|---:|---:|---:|---:|---:|---:|---|---:|---:|---|\n";
  for (const AllToAllSize& size : sizes) {
    out +=
        fmt::format("| {} | {} | {} | {} | {:.6g} | {:.6g} | {} | {} | {} | {} |\n", size.k, size.m,
                    size.nodes, size.s, size.emulated, size.capacity, yes_or_no(size.possible()),
                    size.schedule1, size.no_delay, yes_or_no(size.no_delay_is_faster()));
  }
  return out;
}

AllToAllCosts all_to_all_costs(const Json& scenario, const std::string& scenario_name,
                               const ChildOptions& children,
                               const std::atomic<bool>& stop_requested) {
  AllToAllCosts costs;
  const Setting setting = setting_of(scenario);
  add_johnsson_ho(setting, costs);
  std::vector<ChildRun> runs;
  std::vector<std::string> names;
  for (const char* schedule : schedules) {
    // Drawers of one router leave schedules 2 and 3 only.
    const bool apart = std::string(schedule) == "2" || std::string(schedule) == "3";
    if (!apart && scenario.at("workload").at("drawers") == 1) continue;
    runs.push_back(run_of(scenario, {{"schedule", schedule}, {"pace", setting.pace}}));
    names.push_back(fmt::format("the run of schedule {}", schedule));
  }
  runs.push_back(run_of(scenario, {{"algorithm", "pairwise"}}));
  names.emplace_back("the run of pairwise");
  const auto outcomes = run_children(runs, children, stop_requested);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i]) {
      stop(costs, Status::interrupted, "interrupted");
      return costs;
    }
    const ChildTrouble trouble = trouble_of(*outcomes[i], names[i], scenario_name);
    if (!trouble.line.empty()) {
      stop(costs, trouble.status, trouble.line);
      return costs;
    }
    const Json& result = outcomes[i]->result;
    const bool last = i + 1 == outcomes.size();
    costs.lines.push_back(last ? pairwise_line(setting, result) : schedule_line(setting, result));
    if (last) costs.lines.push_back(capacity_line(setting, result));
  }
  return costs;
}

}  // namespace swapfly
