#pragma once

#include "Tile_mutants.h"
#include "Tile_mutants_swapfly_mutant.h"
#include "tests/lockstep/verilated_tile.hpp"

namespace swapfly::test {

/// The tile with seeded faults, of which one is at work.
class MutatedTile final : public VerilatedTile<Tile_mutants> {
 public:
  explicit MutatedTile(unsigned number) { model_.__PVT__swapfly_mutant->selected = number; }
};

}  // namespace swapfly::test
