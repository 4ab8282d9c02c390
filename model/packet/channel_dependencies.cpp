#include "model/packet/channel_dependencies.hpp"

#include <algorithm>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

enum class Visit : std::uint8_t { unseen, on_path, done };

/// Depth-first search from `start`, without recursion; the path is left in `path` if it closes.
bool finds_cycle(const std::vector<std::vector<bool>>& depends, std::size_t start,
                 std::vector<Visit>& visits, std::vector<std::size_t>& path) {
  std::vector<std::size_t> next_to_try;
  path = {start};
  next_to_try = {0};
  visits[start] = Visit::on_path;
  while (!path.empty()) {
    const std::size_t at = path.back();
    std::size_t& next = next_to_try.back();
    while (next < depends.size() && (!depends[at][next] || visits[next] == Visit::done)) ++next;
    if (next == depends.size()) {
      visits[at] = Visit::done;
      path.pop_back();
      next_to_try.pop_back();
      continue;
    }
    const std::size_t found = next++;
    if (visits[found] == Visit::on_path) {
      path.erase(path.begin(), std::find(path.begin(), path.end(), found));
      return true;
    }
    visits[found] = Visit::on_path;
    path.push_back(found);
    next_to_try.push_back(0);
  }
  return false;
}

}  // namespace

ChannelDependencies::ChannelDependencies(const SwappedDragonfly& topology,
                                         unsigned virtual_channels)
    : topology_(topology),
      virtual_channels_(virtual_channels),
      depends_(std::size_t{topology.ports()} * virtual_channels,
               std::vector<bool>(std::size_t{topology.ports()} * virtual_channels)) {}

std::vector<std::size_t> ChannelDependencies::channels_of(const Header& header,
                                                          const Header& next) const {
  // Too few channels: the upper ones share the last, as in the router.
  const unsigned channel = std::min(virtual_channel(next.hops), virtual_channels_ - 1);
  std::vector<std::size_t> channels;
  for_each_output(header, topology_, [&](Port port) {
    channels.push_back(std::size_t{port} * virtual_channels_ + channel);
  });
  return channels;
}

void ChannelDependencies::add(const Header& header) {
  std::vector<std::size_t> held;
  for (Header rest = without_skipped_hops(header); rest.hops > 0;) {
    const Header next = after_hop(rest);
    const std::vector<std::size_t> wanted = channels_of(rest, next);
    for (const std::size_t from : held) {
      for (const std::size_t to : wanted) depends_[from][to] = true;
    }
    held = wanted;
    rest = next;
  }
}

std::vector<Channel> ChannelDependencies::cycle() const {
  std::vector<Visit> visits(depends_.size(), Visit::unseen);
  std::vector<std::size_t> path;
  std::vector<Channel> found;
  for (std::size_t start = 0; start < depends_.size() && found.empty(); ++start) {
    if (visits[start] != Visit::unseen || !finds_cycle(depends_, start, visits, path)) continue;
    for (const std::size_t index : path) {
      found.push_back({static_cast<Port>(index / virtual_channels_),
                       static_cast<unsigned>(index % virtual_channels_)});
    }
  }
  return found;
}

std::string to_string(const std::vector<Channel>& cycle, const SwappedDragonfly& topology) {
  const auto name = [&topology](const Channel& channel) {
    return port_name(topology, channel.port) + " vc" + std::to_string(channel.virtual_channel);
  };
  std::string text;
  for (const Channel& channel : cycle) text += name(channel) + " -> ";
  return cycle.empty() ? text : text + name(cycle.front());
}

}  // namespace swapfly
