#pragma once

#include <memory>
#include <vector>

#include "model/router/router_parameters.hpp"
#include "tests/lockstep/tile.hpp"

namespace swapfly::test {

/// One row of the table in CMakeLists.txt.
struct CampaignTile {
  RouterParameters parameters;
  /// Null where this build of the program left the tile out: see SWAPFLY_CAMPAIGN_TILES.
  std::unique_ptr<Tile> (*make)();
};

/// All rows, in the table's order. Defined in generated code.
const std::vector<CampaignTile>& campaign_tiles();

}  // namespace swapfly::test
