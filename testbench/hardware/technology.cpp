#include "testbench/hardware/technology.hpp"

#include <fmt/core.h>

#include <array>
#include <filesystem>

#include "model/packet/flit_layout.hpp"
#include "testbench/processes/gnuplot.hpp"

namespace swapfly {
namespace {

constexpr std::array<Technology, 2> technologies = {Technology::ice40, Technology::osu018};

/// Bits of FIFOs, a flip-flop each. The FPGA has so many logic cells. Of standard cells, 20000 take
/// yosys and abc some minutes already.
constexpr std::uint64_t most_bits(Technology technology) {
  return technology == Technology::ice40 ? 7680 : 100000;
}

struct Tool {
  const char* name;  ///< a program of the search path, or an absolute path
  const char* package;
};

std::vector<Tool> tools_of(Technology technology) {
  if (technology == Technology::ice40) {
    return {{"yosys", "yosys"}, {"nextpnr-ice40", "nextpnr-ice40"}};
  }
  return {{"yosys", "yosys"},
          {"sta", "opensta"},
          {"/usr/share/qflow/tech/osu018/osu018_stdcells.lib", "qflow-tech-osu018"}};
}

bool is_there(const Tool& tool) {
  std::error_code ignored;
  if (tool.name[0] == '/') return std::filesystem::exists(tool.name, ignored);
  return find_program(tool.name).has_value();
}

}  // namespace

const char* name_of(Technology technology) {
  return technology == Technology::ice40 ? "ice40" : "osu018";
}

std::vector<std::string> technology_names() {
  std::vector<std::string> names;
  names.reserve(technologies.size());
  for (const Technology technology : technologies) names.emplace_back(name_of(technology));
  return names;
}

Technology technology_named(const std::string& name) {
  for (const Technology technology : technologies) {
    if (name == name_of(technology)) return technology;
  }
  throw std::invalid_argument("no technology " + name);
}

RouterParameters router_built(Technology technology, const NetworkScenario& network) {
  RouterParameters router = network.router;
  const Json& nic = network.config.at("nic");
  if (nic.contains("lanes")) router.lanes = nic.at("lanes").get<unsigned>();
  if (technology == Technology::ice40 && router.payload_bits > 16) router.payload_bits = 8;
  return router;
}

void check_size(Technology technology, const RouterParameters& router) {
  const std::uint64_t bits = std::uint64_t{router.fifos()} * router.depth *
                             FlitLayout(router.K, router.M, router.payload_bits).flit_bits;
  if (bits <= most_bits(technology)) return;
  throw ConfigurationError(fmt::format(
      "--technology is {}, and the FIFOs of a router with K {}, M {}, router.vcs {}, router.depth "
      "{} and nic.lanes {} hold {} bits; accepted: {} at most",
      name_of(technology), router.K, router.M, router.virtual_channels, router.depth, router.lanes,
      bits, most_bits(technology)));
}

std::optional<std::string> missing_tool(Technology technology) {
  for (const Tool& tool : tools_of(technology)) {
    if (is_there(tool)) continue;
    return fmt::format(
        "--technology {} needs {}, which is not installed; Debian's package {} has it "
        "(tools/setup.sh all installs it)",
        name_of(technology), tool.name, tool.package);
  }
  return std::nullopt;
}

}  // namespace swapfly
