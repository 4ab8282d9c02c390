#pragma once

#include <vector>

#include "model/router/router_core.hpp"

namespace swapfly {

/// What a router's ports are connected to, for routers that RouterCore::step does not decide for.
class RouterConnections {
 public:
  /// The NIC marks what it accepts.
  virtual void eject(std::vector<Ejection>& offered) = 0;
  /// A flit of the pool was granted `clocks_ago` and leaves for the next router's FIFO `channel`.
  virtual void send(Port port, unsigned channel, FlitHandle flit, unsigned clocks_ago) = 0;
  /// Where `send` takes flits from.
  virtual FlitPool& pool() = 0;
  /// A slot of an input FIFO was freed in this clock.
  virtual void free(Port port, unsigned channel) = 0;
  /// A slot of a lane FIFO was freed in this clock.
  virtual void free_lane(unsigned lane) = 0;

 protected:
  ~RouterConnections() = default;
};

/// A router that takes the place of a network's core: the same part in another form, for instance
/// in RTL.
///
/// Flits and credits on their way to the router are marked in its row of the RouterArray, as those
/// to a core are, and the row is kept as the core would keep it (see RouterFollower): whatever
/// looks at a network need not know who decides in it.
class RouterTwin {
 public:
  virtual ~RouterTwin() = default;

  /// One clock, under the rules of RouterCore::step: called in every clock in which `core` is not
  /// idle, in any order among routers.
  virtual RouterMoves step(Clock now, const RouterCore& core, RouterScratch& scratch,
                           RouterConnections& connections) = 0;
};

}  // namespace swapfly
