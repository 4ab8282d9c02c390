#include "testbench/records/packet_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <tuple>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

/// Lines are written together once there are so many bytes of them.
constexpr std::size_t bytes_at_once = 1U << 16U;

constexpr Port no_port = ~Port{0};

using Ports = std::vector<Port>;

/// "hops,path": 2,6 l2 4 g1 20. Both are empty if there is no such path: the copy ought not to have
/// come there, and the checks of the run will say so.
void append_path(std::string& text, const std::optional<Ports>& ports, RouterId source,
                 const SwappedDragonfly& topology) {
  if (!ports) {
    text += ',';
    return;
  }
  fmt::format_to(std::back_inserter(text), "{},{}", ports->size(), source);
  Coordinates at = topology.coordinates(source);
  for (const Port port : *ports) {
    at = topology.across(at, port);
    fmt::format_to(std::back_inserter(text), " {}{} {}",
                   topology.kind(port) == PortKind::local ? 'l' : 'g', topology.number(port),
                   topology.id(at));
  }
}

}  // namespace

PacketLog::PacketLog(Fabric& fabric, Which which) : fabric_(fabric), which_(which) {
  fabric.watch_deliveries(*this);
}

void PacketLog::open(const std::string& path) {
  if (path == "-") {
    name_ = "standard output";
    file_.open_standard_output();
  } else {
    name_ = std::filesystem::absolute(path).lexically_normal().string();
    if (!file_.open(name_)) {
      throw std::runtime_error("cannot open the packet file " + name_ + ": " +
                               std::strerror(file_.error()));
    }
  }
  text_ =
      "id,source,destination,header,created,injected,ejected,hops,path,first_arbitrated,label,"
      "kind\n";
}

void PacketLog::delivered(const NicCore& nic, const Arrival& arrival) {
  const PacketRecord& record = arrival.record;
  if (which_ == Which::final_copies && !record.final) return;
  const SwappedDragonfly& topology = fabric_.topology();
  const RouterId source = fabric_.ledger().source_of(record.id);
  const std::optional<Ports> ports = path(record.header, source, nic.node(), topology);
  Line line;
  line.node = nic.node();
  line.port = ports && !ports->empty() ? topology.opposite(ports->back()) : no_port;
  fmt::format_to(std::back_inserter(line.text), "{},{},{},\"{}\",{},{},{},", record.id, source,
                 nic.node(), to_string(record.header), record.created, record.injected, nic.now());
  append_path(line.text, ports, source, topology);
  fmt::format_to(std::back_inserter(line.text), ",{},{},{}\n", record.first_arbitrated,
                 arrival.flit.label, record.final ? "final" : "hand_over");
  clock_.push_back(std::move(line));
}

void PacketLog::clock_done(const Fabric&) {
  append_clock();
  if (text_.size() < bytes_at_once) return;
  file_.write(text_);
  text_.clear();
}

void PacketLog::append_clock() {
  // Stable, since a node may send itself several packets in a clock.
  std::stable_sort(clock_.begin(), clock_.end(), [](const Line& a, const Line& b) {
    return std::tie(a.node, a.port) < std::tie(b.node, b.port);
  });
  for (const Line& line : clock_) text_ += line.text;
  clock_.clear();
}

std::string PacketLog::finish() {
  if (file_.is_open()) {
    append_clock();
    file_.write(text_);
    file_.close();
  }
  if (file_.error() == 0) return "";
  return "cannot write the packet file " + name_ + ": " + std::strerror(file_.error()) +
         "; it is incomplete";
}

}  // namespace swapfly
