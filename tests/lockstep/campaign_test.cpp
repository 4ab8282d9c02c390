// Random traffic through every tile of the campaign, in RTL and in the model, all outputs compared
// in every clock. SWAPFLY_CAMPAIGN_CLOCKS and SWAPFLY_CAMPAIGN_SEED in the environment make it
// longer, or another one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "tests/lockstep/campaign_tiles.hpp"
#include "tests/lockstep/tile_bench.hpp"

namespace swapfly::test {

/// For GoogleTest.
void PrintTo(const CampaignTile& tile, std::ostream* out) {
  const RouterParameters& p = tile.parameters;
  *out << fmt::format("K {}, M {}, latency {}, links {} and {}, depth {}, lanes {}, channels {}, ",
                      p.K, p.M, p.latency, p.local_link, p.global_link, p.depth, p.lanes,
                      p.virtual_channels)
       << fmt::format("{}duplicating, payload {}", p.multicast ? "" : "not ", p.payload_bits);
}

namespace {

/// A number from the environment; ends the program where it is none.
std::uint64_t number_from(const char* variable, std::uint64_t usual, std::uint64_t least) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return usual;
  char* end = nullptr;
  errno = 0;
  const std::uint64_t number = std::strtoull(text, &end, 10);
  const bool digits = std::string_view(text).find_first_not_of("0123456789") == std::string::npos;
  if (*text == '\0' || !digits || errno != 0 || number < least) {
    std::cerr << fmt::format("{}: {}; accepted: a whole number from {} on\n", variable, text,
                             least);
    std::exit(2);
  }
  return number;
}

/// Router-clocks of the whole campaign, all tiles of the table together. In fewer, some phases of
/// the traffic might not come up.
std::uint64_t campaign_clocks() {
  return number_from("SWAPFLY_CAMPAIGN_CLOCKS", SWAPFLY_USUAL_CAMPAIGN_CLOCKS,
                     campaign_tiles().size() * 10'000);
}
std::uint64_t campaign_seed() { return number_from("SWAPFLY_CAMPAIGN_SEED", 1, 0); }

std::vector<CampaignTile> built_tiles() {
  std::vector<CampaignTile> built;
  for (const CampaignTile& tile : campaign_tiles()) {
    if (tile.make != nullptr) built.push_back(tile);
  }
  return built;
}

class Campaign : public testing::TestWithParam<CampaignTile> {};

TEST_P(Campaign, EveryOutputIsTheSameInEveryClock) {
  const RouterParameters& parameters = GetParam().parameters;
  const std::uint64_t clocks = campaign_clocks() / campaign_tiles().size();
  // Several runs: the neighbours' distances and the state after reset are new ones in each.
  constexpr std::uint64_t clocks_of_a_run = 100'000;
  std::uint64_t flit_hops = 0, ejected = 0, stalls = 0, conflicts = 0;
  std::uint64_t seed = campaign_seed();
  for (std::uint64_t done = 0; done < clocks; ++seed) {
    const std::uint64_t now = std::min(clocks_of_a_run, clocks - done);
    const std::unique_ptr<Tile> tile = GetParam().make();
    TileBench bench(parameters, *tile, seed);
    const std::optional<Difference> difference = bench.run(now);
    ASSERT_FALSE(difference) << to_string(*difference);
    done += now;
    flit_hops += bench.counters().flit_hops;
    stalls += bench.counters().stalls;
    conflicts += bench.counters().link_conflicts;
    ejected += bench.ejected();
  }
  std::cout << fmt::format("{} router-clocks, {} flit hops, {} ejected, {} conflicts, {} stalls\n",
                           clocks, flit_hops, ejected, conflicts, stalls);
  // A campaign without traffic would find no difference either.
  EXPECT_GT(flit_hops, clocks / 8);
  EXPECT_GT(ejected, clocks / 50);
  EXPECT_GT(conflicts, clocks / 50);
  EXPECT_GT(stalls, clocks / 8);
}

INSTANTIATE_TEST_SUITE_P(Row, Campaign, testing::ValuesIn(built_tiles()),
                         [](const testing::TestParamInfo<CampaignTile>& row) {
                           return std::to_string(row.index + 1);
                         });

}  // namespace
}  // namespace swapfly::test
