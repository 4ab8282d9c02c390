#include "testbench/comparison/matrix_product_costs.hpp"

#include <fmt/core.h>

#include <cmath>

#include "testbench/processes/child_trouble.hpp"

namespace swapfly {
namespace {

std::uint64_t root_of(std::uint64_t nodes) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(nodes)));
  while (root * root > nodes) --root;
  return root;
}

/// What the lines about a scenario have in common.
struct Setting {
  ProductSize size;
  std::uint64_t items = 1;  ///< of a vector, at a router
  std::string network;      ///< "2 x 2 cabinets of D3(4,4)"
  std::uint64_t hop = 1;    ///< t_w
  std::uint64_t nic = 1;    ///< t_s
  bool equal_links = true;

  /// Of one hop and one NIC here: a message of m flits takes alpha + beta m, beta = 1.
  std::uint64_t alpha() const { return hop + nic - 1; }
};

Setting setting_of(const Json& scenario) {
  const Json& workload = scenario.at("workload");
  const Json& topology = scenario.at("topology");
  const auto rows = workload.at("rows").get<std::uint64_t>();
  const auto columns = workload.at("columns").get<std::uint64_t>();
  const auto K = topology.at("K").get<std::uint64_t>();
  const auto M = topology.at("M").get<std::uint64_t>();
  const auto local = scenario.at("link").at("local").get<std::uint64_t>();
  Setting setting;
  setting.size = {workload.at("n").get<std::uint64_t>(), rows * columns * M * M};
  const std::uint64_t blocks = (setting.size.n + rows * M - 1) / (rows * M);
  setting.items = blocks * ((rows + columns - 1) / columns);
  setting.network = fmt::format("{} x {} cabinets of D3({},{})", rows, columns, K, M);
  setting.hop = scenario.at("router").at("latency").get<std::uint64_t>() + local;
  setting.nic = scenario.at("nic").at("latency").get<std::uint64_t>();
  setting.equal_links = local == scenario.at("link").at("global").get<std::uint64_t>();
  return setting;
}

void add_cannon(const Setting& setting, MatrixProductCosts& costs) {
  const std::optional<std::uint64_t> messages = cannon_messages(setting.size);
  if (!messages) {
    costs.notes.push_back(
        fmt::format("Cannon's algorithm is left out: it needs P = {} to be a square whose root "
                    "divides n = {}",
                    setting.size.nodes, setting.size.n));
    return;
  }
  const std::uint64_t N = root_of(setting.size.nodes);
  const std::uint64_t words = setting.size.n / N * (setting.size.n / N);
  CostLine line{"Cannon", fmt::format("torus of {} x {} nodes", N, N),
                "(4 sqrt(P) - 2)(alpha + beta n^2/P)", "[CSEP] section 4.2"};
  line.clocks = double(*messages) * double(setting.alpha() + words);
  costs.lines.push_back(line);
}

void add_ho_johnsson_edelman(const Setting& setting, MatrixProductCosts& costs) {
  const std::optional<double> transfers = ho_johnsson_edelman_transfers(setting.size);
  if (!transfers) {
    costs.notes.push_back(fmt::format(
        "Ho, Johnsson and Edelman's algorithm is left out: it needs P = {} to be a power of two",
        setting.size.nodes));
    return;
  }
  CostLine line{"Ho, Johnsson, Edelman",
                fmt::format("hypercube of {} nodes, all ports", setting.size.nodes),
                "2 beta n^2/(sqrt(P) log2 P), start-ups not counted", "[HJE] abstract"};
  line.clocks = *transfers;
  costs.lines.push_back(line);
}

void add_notes(const Setting& setting, MatrixProductCosts& costs) {
  costs.notes.push_back(
      fmt::format("others' messages of m words are taken to cost what they do from neighbour to "
                  "neighbour here, "
                  "alpha + beta m = {} + m clocks (t_w + t_s - 1, a flit a clock)",
                  setting.alpha()));
  costs.notes.emplace_back(
      "[CSEP] Computational Science Education Project, Linear Algebra; [HJE] C.-T. Ho, S. L. "
      "Johnsson, A. Edelman, Matrix multiplication on hypercubes using full bandwidth and constant "
      "storage");
  costs.notes.emplace_back(
      "left out, because no text with the formula could be found: E. Dekel, D. Nassimi, S. Sahni, "
      "Parallel matrix and graph algorithms; H. Gupta, P. Sadayappan, Communication efficient "
      "matrix "
      "multiplication on hypercubes");
}

/// What the scenario says, but for the schedule and what it brings.
ChildRun run_of(const Json& scenario, const char* schedule) {
  Json run = scenario;
  run["workload"]["schedule"] = schedule;
  run["nic"].erase("lanes");
  run["nic"].erase("receive");
  run.erase("rtl");
  run["engine"] = "systemc";
  return scenario_run("run", run);
}

CostLine line_of(const Setting& setting, const Json& result) {
  const Json& report = result.at("matrix");
  const auto schedule = report.at("schedule").get<std::string>();
  CostLine line;
  line.algorithm = "rows by " + schedule;
  line.network = setting.network;
  line.measured = result.at("cycles").get<std::uint64_t>();
  line.conflicts = result.at("conflicts").at("link").get<std::uint64_t>() +
                   result.at("conflicts").at("stalls").get<std::uint64_t>();
  if (schedule == "rounds" && setting.equal_links) {
    line.formula = "4 t_w a round, n X F rounds";
    line.source = "[D2]";
    line.clocks = double(4 * setting.hop * setting.size.n * setting.items);
  } else {
    line.formula = report.at("clocks").at("formula").get<std::string>();
    line.source = "this program";
    line.clocks = report.at("clocks").at("planned").get<double>();
  }
  return line;
}

void stop(MatrixProductCosts& costs, Status status, const std::string& error) {
  costs.lines.clear();
  costs.status = status;
  costs.error = error;
}

}  // namespace

std::optional<std::uint64_t> cannon_messages(const ProductSize& size) {
  const std::uint64_t N = root_of(size.nodes);
  if (N * N != size.nodes || size.n % N != 0) return std::nullopt;
  return 4 * N - 2;
}

std::optional<double> ho_johnsson_edelman_transfers(const ProductSize& size) {
  const bool hypercube = size.nodes > 1 && (size.nodes & (size.nodes - 1)) == 0;
  if (!hypercube) return std::nullopt;
  const auto nodes = static_cast<double>(size.nodes);
  const auto n = static_cast<double>(size.n);
  return 2 * n * n / (std::sqrt(nodes) * std::log2(nodes));
}

MatrixProductCosts matrix_product_costs(const Json& scenario, const std::string& scenario_name,
                                        const ChildOptions& children,
                                        const std::atomic<bool>& stop_requested) {
  MatrixProductCosts costs;
  const Setting setting = setting_of(scenario);
  add_cannon(setting, costs);
  add_ho_johnsson_edelman(setting, costs);
  add_notes(setting, costs);
  std::vector<ChildRun> runs;
  std::vector<std::string> names;
  for (const char* schedule : {"rounds", "densest", "phases"}) {
    // Starts that repeat are of rows with one item a router.
    if (std::string(schedule) == "densest" && setting.items > 1) continue;
    runs.push_back(run_of(scenario, schedule));
    names.push_back(fmt::format("the run of schedule {}", schedule));
  }
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
    costs.lines.push_back(line_of(setting, outcomes[i]->result));
  }
  return costs;
}

}  // namespace swapfly
