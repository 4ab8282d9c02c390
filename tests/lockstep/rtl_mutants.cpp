#include "tests/lockstep/mutant_list.hpp"
#include "tests/lockstep/mutated_tile.hpp"

namespace swapfly::test {

std::unique_ptr<Tile> make_tile(unsigned number) { return std::make_unique<MutatedTile>(number); }

}  // namespace swapfly::test
