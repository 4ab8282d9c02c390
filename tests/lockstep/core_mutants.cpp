#include "tests/lockstep/mutant_list.hpp"
#include "tests/lockstep/mutants/mutant.hpp"
#include "tests/lockstep/mutated_tile.hpp"

namespace swapfly::test {

unsigned selected_mutant = 0;

std::unique_ptr<Tile> make_tile(unsigned number) {
  selected_mutant = number;
  return std::make_unique<MutatedTile>(0);
}

}  // namespace swapfly::test
