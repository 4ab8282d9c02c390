#pragma once

#include "model/router/router_parameters.hpp"
#include "tests/lockstep/tile_signals.hpp"
#include "tests/support/random.hpp"

namespace swapfly::test {

/// The neighbours and the NIC of one tile, at random but never against the rules: they send only
/// what they hold a credit for, on the channel that the header says, without hops to be skipped,
/// without `*` where routers do not duplicate; they give back no credit that they were not given.
///
/// One phase follows another, each with a habit of its own: see phases in the source.
class TileTraffic {
 public:
  TileTraffic(const RouterParameters& parameters, std::uint64_t seed);

  /// What neighbours and NIC send in the clock to come; it arrives some clocks later.
  const TileInputs& send();
  /// The ports at which the NIC takes what is offered, in the clock to come.
  std::uint64_t ready() const { return ready_; }
  /// What the tile showed in that clock.
  void observe(const TileOutputs& outputs);

  /// How far from the tile those are who send by a port: clocks from send() to the arrival, of
  /// flits and of credits. At most what the tile's own links take.
  unsigned flit_clocks(Port port) const { return flit_clocks_[port]; }
  unsigned credit_clocks(Port port) const { return credit_clocks_[port]; }
  static constexpr unsigned lane_clocks = 1;

 private:
  enum class Headers { any, stars, one_port };
  /// Chances are in eighths.
  struct Phase {
    unsigned links;    ///< of a flit, at every port and channel
    unsigned lanes;    ///< of a flit, in every lane
    unsigned credits;  ///< of a credit, for every output and channel that owes one
    unsigned ready;    ///< of the NIC's yes, at every port
    Headers headers;
    bool starves;  ///< one output gets no credits
    bool single;   ///< one FIFO alone is sent to
    unsigned longest;
  };
  static const std::vector<Phase>& phases();

  void begin_phase();
  /// Every bit is set with a chance of `eighths`.
  std::uint64_t some(unsigned eighths);
  void send_link_flits();
  void send_lane_flits();
  void give_back_credits();
  PackedFlit flit(unsigned least_hops, unsigned most_hops);
  Header header(unsigned least_hops, unsigned most_hops);
  void aim(Header& header) const;

  RouterParameters parameters_;
  FlitLayout layout_;
  Random random_;
  std::vector<unsigned> flit_clocks_, credit_clocks_;

  Phase phase_{};
  unsigned clocks_left_ = 0;
  Port chosen_output_ = 0;     ///< starved, or a hot spot
  std::uint64_t senders_ = 0;  ///< FIFOs that flits are sent to

  TileInputs inputs_;
  std::uint64_t ready_ = 0;
  std::vector<unsigned> room_;  ///< [fifo] credits for it
  std::vector<unsigned> owed_;  ///< [output * channels + channel] credits to give back
};

}  // namespace swapfly::test
