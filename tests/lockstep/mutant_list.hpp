#pragma once

#include <memory>
#include <vector>

#include "tests/lockstep/tile.hpp"

namespace swapfly::test {

/// A row of a table of seeded faults.
struct Mutant {
  const char* fault;
  const char* file;
  const char* original;
  const char* mutated;
};

/// All rows; the first one is fault number 1. Defined in generated code.
const std::vector<Mutant>& mutants();

/// The parameters of the tile that is made below.
const RouterParameters& mutant_parameters();

/// The tile, after fault `number` was put to work, in it or in the model that it is compared with;
/// 0 is none.
std::unique_ptr<Tile> make_tile(unsigned number);

}  // namespace swapfly::test
