#pragma once

#include <vector>

#include "testbench/cosim/pins.hpp"

namespace swapfly::test {

/// Flits side by side, one a port or lane; those of a port whose bit is clear mean nothing.
struct FlitRow {
  explicit FlitRow(unsigned size) : flits(size) {}

  void put(unsigned place, const PackedFlit& flit) {
    valid |= std::uint64_t{1} << place;
    flits[place] = flit;
  }

  std::uint64_t valid = 0;
  std::vector<PackedFlit> flits;
};

/// What enters a tile in a clock. Bits are numbered as those of the ports of swapfly_tile.sv.
struct TileInputs {
  explicit TileInputs(const RouterParameters& parameters)
      : links(parameters.ports()), lanes(parameters.lanes) {}

  FlitRow links, lanes;
  std::uint64_t credits = 0;
};

/// What a tile shows in a clock.
struct TileOutputs {
  explicit TileOutputs(const RouterParameters& parameters)
      : sent(parameters.ports()),
        link(parameters.ports()),
        offered(parameters.ports()),
        grants(parameters.ports()) {}

  FlitRow sent, link, offered;
  std::uint64_t credits = 0, link_credits = 0, lane_credits = 0;
  std::vector<std::uint64_t> grants;  ///< [output] the FIFO it is granted to, as a bit
  std::uint64_t conflicts = 0;        ///< how many outputs two heads or more want
  std::uint64_t stalls = 0;           ///< the FIFOs whose head is not fully served
  /// Credits that are used up in this clock, output * channels + channel. No port shows them.
  std::uint64_t taken = 0;
};

/// What enters is seen `clocks` clocks later. 0 is a wire.
template <class Word>
class Delay {
 public:
  Delay(unsigned clocks, const Word& none) : words_(clocks + 1, none) {}

  const Word& pass(const Word& word) {
    words_[turn_] = word;
    turn_ = turn_ + 1 == words_.size() ? 0 : turn_ + 1;
    return words_[turn_];
  }

 private:
  std::vector<Word> words_;
  std::size_t turn_ = 0;
};

}  // namespace swapfly::test
