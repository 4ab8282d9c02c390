#include "model/schedules/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "model/packet/swapped_route.hpp"
#include "model/schedules/random_stream.hpp"

namespace swapfly {
namespace {

constexpr Rank nobody = ~Rank{0};

/// The links of a shortest path, numbered router * ports + port.
struct Route {
  std::array<std::size_t, 4> links{};
  std::size_t count = 0;
};

Route route_between(RouterId from, RouterId to, const SwappedDragonfly& topology) {
  Route route;
  RouterId at = from;
  const Coordinates begin = topology.coordinates(from);
  for (Header rest = shortest_header(begin, topology.coordinates(to), topology); rest.hops > 0;
       rest = after_hop(rest)) {
    for_each_output(rest, topology, [&](Port port) {
      route.links[route.count++] = std::size_t{at} * topology.ports() + port;
      at = topology.neighbour(at, port).router;
    });
  }
  return route;
}

/// The routes of a plan's streams on a placement, and how often each link is used by each colour.
class Routes {
 public:
  Routes(const BlockPlan& plan, const SwappedDragonfly& topology)
      : plan_(plan), topology_(topology), routes_(plan.streams.size()) {
    std::vector<std::uint64_t> colours;
    colours.reserve(plan.streams.size());
    for (const BlockStream& stream : plan.streams) colours.push_back(plan.colour(stream));
    std::vector<std::uint64_t> known = colours;
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const std::size_t links = std::size_t{topology.routers()} * topology.ports();
    for (const std::uint64_t colour : colours) {
      const auto at = std::lower_bound(known.begin(), known.end(), colour);
      first_link_.push_back(static_cast<std::size_t>(at - known.begin()) * links);
    }
    users_.resize(known.size() * links);
  }

  void add(std::size_t stream, const Placement& placement) {
    const BlockStream& ends = plan_.streams[stream];
    add(stream, route_between(placement[ends.from], placement[ends.to], topology_));
  }
  void add(std::size_t stream, const Route& route) {
    routes_[stream] = route;
    for (std::size_t i = 0; i < route.count; ++i) {
      if (users_[first_link_[stream] + route.links[i]]++ > 0) ++clashes_;
    }
  }
  void remove(std::size_t stream) {
    const Route& route = routes_[stream];
    for (std::size_t i = 0; i < route.count; ++i) {
      if (--users_[first_link_[stream] + route.links[i]] > 0) --clashes_;
    }
  }
  bool meets(std::size_t stream) const {
    const Route& route = routes_[stream];
    for (std::size_t i = 0; i < route.count; ++i) {
      if (users_[first_link_[stream] + route.links[i]] > 1) return true;
    }
    return false;
  }
  const Route& route(std::size_t stream) const { return routes_[stream]; }
  std::size_t first_link(std::size_t stream) const { return first_link_[stream]; }
  std::uint64_t clashes() const { return clashes_; }

 private:
  const BlockPlan& plan_;
  const SwappedDragonfly& topology_;
  std::vector<Route> routes_;            ///< [stream]
  std::vector<std::size_t> first_link_;  ///< [stream] of its colour, in users_
  std::vector<std::uint32_t> users_;     ///< [colour][link]
  std::uint64_t clashes_ = 0;
};

/// The search for a placement. Streams that meet others are kept as suspects: of those that share a
/// link, all but the one that was there first are among them.
class Search {
 public:
  Search(const BlockPlan& plan, const SwappedDragonfly& topology, std::uint64_t seed)
      : plan_(plan),
        topology_(topology),
        random_(seed, 0),
        routes_(plan, topology),
        placement_(drawer_order(plan.processors)),
        rank_at_(topology.routers(), nobody),
        streams_of_(plan.processors),
        is_suspect_(plan.streams.size()) {
    for (Rank rank = 0; rank < plan.processors; ++rank) rank_at_[placement_[rank]] = rank;
    for (std::size_t stream = 0; stream < plan.streams.size(); ++stream) {
      streams_of_[plan.streams[stream].from].push_back(stream);
      streams_of_[plan.streams[stream].to].push_back(stream);
      routes_.add(stream, placement_);
      suspect(stream);
    }
  }

  PlannedPlacement run() {
    // More than enough for networks that have a placement without clashes: docs/collectives.md.
    const std::uint64_t most = 2000 * std::uint64_t{plan_.processors} + 20000;
    PlannedPlacement best{placement_, routes_.clashes(), 0};
    std::uint64_t moves = 0;
    for (; best.clashes > 0 && moves < most; ++moves) {
      move(1.0 - static_cast<double>(moves) / static_cast<double>(most));
      if (routes_.clashes() < best.clashes) best = {placement_, routes_.clashes(), 0};
    }
    best.moves = moves;
    return best;
  }

 private:
  void suspect(std::size_t stream) {
    if (is_suspect_[stream] || !routes_.meets(stream)) return;
    is_suspect_[stream] = true;
    suspects_.push_back(stream);
  }

  /// A stream that meets another. Requires that there are clashes.
  std::size_t meeting_stream() {
    while (true) {
      const std::size_t place = random_.below(suspects_.size());
      const std::size_t stream = suspects_[place];
      if (routes_.meets(stream)) return stream;
      is_suspect_[stream] = false;
      suspects_[place] = suspects_.back();
      suspects_.pop_back();
    }
  }

  void exchange(RouterId a, RouterId b) {
    std::swap(rank_at_[a], rank_at_[b]);
    for (const RouterId router : {a, b}) {
      if (rank_at_[router] != nobody) placement_[rank_at_[router]] = router;
    }
  }

  /// `heat` from 1 to 0: how readily a change for the worse is taken.
  void move(double heat) {
    const BlockStream& stream = plan_.streams[meeting_stream()];
    const RouterId here = placement_[random_.below(2) == 0 ? stream.from : stream.to];
    const auto there = static_cast<RouterId>(random_.below(topology_.routers()));
    if (here == there) return;
    touched_.clear();
    for (const RouterId router : {here, there}) {
      if (rank_at_[router] == nobody) continue;
      const std::vector<std::size_t>& streams = streams_of_[rank_at_[router]];
      touched_.insert(touched_.end(), streams.begin(), streams.end());
    }
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());

    const std::uint64_t before = routes_.clashes();
    old_routes_.clear();
    for (const std::size_t touched : touched_) {
      old_routes_.push_back(routes_.route(touched));
      routes_.remove(touched);
    }
    exchange(here, there);
    for (const std::size_t touched : touched_) routes_.add(touched, placement_);
    if (routes_.clashes() > before) {
      const auto worse = static_cast<double>(routes_.clashes() - before);
      if (random_.unit() >= std::exp(-worse / (0.05 + 0.4 * heat))) {
        for (const std::size_t touched : touched_) routes_.remove(touched);
        exchange(here, there);
        for (std::size_t i = 0; i < touched_.size(); ++i) {
          routes_.add(touched_[i], old_routes_[i]);
        }
      }
    }
    for (const std::size_t touched : touched_) suspect(touched);
  }

  const BlockPlan& plan_;
  const SwappedDragonfly& topology_;
  RandomStream random_;
  Routes routes_;
  Placement placement_;
  std::vector<Rank> rank_at_;  ///< [router]
  std::vector<std::vector<std::size_t>> streams_of_;
  std::vector<std::size_t> suspects_;
  std::vector<bool> is_suspect_;
  std::vector<std::size_t> touched_;
  std::vector<Route> old_routes_;
};

}  // namespace

Placement drawer_order(Rank processors) {
  Placement placement(processors);
  std::iota(placement.begin(), placement.end(), RouterId{0});
  return placement;
}

Placement random_placement(const SwappedDragonfly& topology, Rank processors, std::uint64_t seed) {
  RandomStream random(seed, 1);
  Placement routers = drawer_order(topology.routers());
  for (std::size_t rank = 0; rank < processors; ++rank) {
    std::swap(routers[rank], routers[rank + random.below(routers.size() - rank)]);
  }
  routers.resize(processors);
  return routers;
}

SharedLinks shared_links(const BlockPlan& plan, const Placement& placement,
                         const SwappedDragonfly& topology, std::size_t most_pairs) {
  Routes routes(plan, topology);
  SharedLinks shared;
  for (std::size_t stream = 0; stream < plan.streams.size(); ++stream) {
    routes.add(stream, placement);
  }
  shared.clashes = routes.clashes();
  for (std::size_t a = 0; a < plan.streams.size() && shared.pairs.size() < most_pairs; ++a) {
    if (!routes.meets(a)) continue;
    for (std::size_t b = a + 1; b < plan.streams.size(); ++b) {
      if (routes.first_link(a) != routes.first_link(b)) continue;
      const Route& one = routes.route(a);
      const Route& other = routes.route(b);
      const auto* const end = one.links.begin() + one.count;
      const bool meet = std::any_of(
          other.links.begin(), other.links.begin() + other.count,
          [&](std::size_t link) { return std::find(one.links.begin(), end, link) != end; });
      if (meet && shared.pairs.size() < most_pairs) shared.pairs.emplace_back(a, b);
    }
  }
  return shared;
}

PlannedPlacement planned_placement(const BlockPlan& plan, const SwappedDragonfly& topology,
                                   std::uint64_t seed) {
  return Search(plan, topology, seed).run();
}

}  // namespace swapfly
