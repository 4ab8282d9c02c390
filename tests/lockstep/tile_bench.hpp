#pragma once

#include <optional>
#include <string>

#include "tests/lockstep/model_tile.hpp"
#include "tests/lockstep/tile.hpp"
#include "tests/lockstep/tile_traffic.hpp"

namespace swapfly::test {

/// Where a tile in RTL showed something else than the model did.
struct Difference {
  std::uint64_t seed = 0;
  Clock clock = 0;
  std::string port;  ///< of swapfly_tile.sv
  unsigned index = 0;
  std::string field;  ///< of a flit; empty otherwise
  std::string model, rtl;
};
std::string to_string(const Difference& difference);

/// A Verilated tile and a ModelTile in lock-step: the same inputs, and every output compared in
/// every clock.
class TileBench {
 public:
  /// The tile must have these parameters, and outlive the bench.
  TileBench(const RouterParameters& parameters, Tile& tile, std::uint64_t seed);

  /// As many clocks, or fewer if there is a difference.
  std::optional<Difference> run(std::uint64_t clocks);

  Clock now() const { return now_; }
  RouterCounters counters() const { return model_.counters(); }
  std::uint64_t ejected() const { return ejected_; }

 private:
  struct Wire {
    bool valid = false;
    PackedFlit flit;
  };
  void tell_model(const TileInputs& sent);
  void set_pins(const TileInputs& sent);
  void compare(const TileOutputs& model);
  void compare_bits(const char* port, unsigned index, std::uint64_t model, std::uint64_t rtl);
  void compare_flits(const char* valid_port, const char* flit_port, const FlitRow& model,
                     const Pins& valid, const Pins& flits);
  void compare_fields(const char* port, unsigned index, const PackedFlit& model,
                      const PackedFlit& rtl);
  void differs(const char* port, unsigned index, const char* field, std::string model,
               std::string rtl);

  RouterParameters parameters_;
  Tile& tile_;
  std::uint64_t seed_;
  ModelTile model_;
  TileTraffic traffic_;
  Clock now_ = 0;
  std::uint64_t ejected_ = 0, grants_ = 0, stalls_ = 0;
  std::optional<Difference> difference_;
  // What is on its way to the RTL; the model marks it with the clock of its arrival.
  std::vector<Delay<Wire>> flits_;
  std::vector<Delay<std::uint64_t>> credits_;
};

}  // namespace swapfly::test
