// What the tiles of the campaign cover: every pair of classes of any two parameters, and every
// value of every parameter. The classes are those for which the RTL is built differently: no
// register, one, a chain of several; a size of one, a power of two, another.
#include <gmock/gmock.h>

#include <set>
#include <string>

#include "tests/lockstep/campaign_tiles.hpp"

namespace swapfly::test {
namespace {

struct Parameter {
  std::string name;
  unsigned (*value)(const RouterParameters&);
  unsigned (*class_of)(unsigned value);
  unsigned classes;
  std::set<unsigned> values;
};

unsigned kind_of_size(unsigned size) {
  if (size == 1) return 0;
  return (size & (size - 1)) == 0 ? 1 : 2;
}
unsigned up_to_two(unsigned count) { return std::min(count, 2U); }

std::vector<Parameter> stated_parameters() {
  const auto one_two_more = [](unsigned value) { return up_to_two(value - 1); };
  return {
      {"K", [](const RouterParameters& p) { return p.K; }, kind_of_size, 3, {1, 2, 3, 4}},
      {"M", [](const RouterParameters& p) { return p.M; }, kind_of_size, 3, {1, 2, 3, 4}},
      {"latency",
       [](const RouterParameters& p) { return p.latency; },
       one_two_more,
       3,
       {1, 2, 3, 4}},
      {"local link",
       [](const RouterParameters& p) { return p.local_link; },
       up_to_two,
       3,
       {0, 1, 2, 3}},
      {"global link",
       [](const RouterParameters& p) { return p.global_link; },
       up_to_two,
       3,
       {0, 1, 2, 3}},
      {"depth",
       [](const RouterParameters& p) { return p.depth; },
       kind_of_size,
       3,
       {1, 2, 3, 4, 5}},
      {"lanes", [](const RouterParameters& p) { return p.lanes; }, one_two_more, 3, {1, 2, 3, 4}},
      {"channels",
       [](const RouterParameters& p) { return p.virtual_channels; },
       [](unsigned value) { return value == 1 ? 0U : 1U; },
       2,
       {1, 2, 3}},
      {"multicast",
       [](const RouterParameters& p) { return p.multicast ? 1U : 0U; },
       [](unsigned value) { return value; },
       2,
       {0, 1}},
      {"payload",
       [](const RouterParameters& p) { return p.payload_bits; },
       [](unsigned value) { return value <= 32 ? 0U : 1U; },
       2,
       {8, 32, 40, 64}},
  };
}

TEST(CampaignCoverage, EveryValueIsInSomeTile) {
  for (const Parameter& parameter : stated_parameters()) {
    std::set<unsigned> found;
    for (const CampaignTile& tile : campaign_tiles()) {
      found.insert(parameter.value(tile.parameters));
    }
    EXPECT_EQ(found, parameter.values) << parameter.name;
  }
}

TEST(CampaignCoverage, EveryPairOfClassesIsInSomeTile) {
  const std::vector<Parameter> parameters = stated_parameters();
  for (std::size_t a = 0; a < parameters.size(); ++a) {
    for (std::size_t b = a + 1; b < parameters.size(); ++b) {
      const auto class_in = [](const Parameter& parameter, const CampaignTile& tile) {
        return parameter.class_of(parameter.value(tile.parameters));
      };
      std::set<std::pair<unsigned, unsigned>> found;
      for (const CampaignTile& tile : campaign_tiles()) {
        found.emplace(class_in(parameters[a], tile), class_in(parameters[b], tile));
      }
      EXPECT_EQ(found.size(), std::size_t{parameters[a].classes} * parameters[b].classes)
          << parameters[a].name << " and " << parameters[b].name;
    }
  }
}

TEST(CampaignCoverage, TwelveTilesAreEnough) { EXPECT_LE(campaign_tiles().size(), 12U); }

}  // namespace
}  // namespace swapfly::test
