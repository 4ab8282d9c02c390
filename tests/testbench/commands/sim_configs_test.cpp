#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "tests/support/program.hpp"

namespace swapfly::test {
namespace {

struct Expected {
  int exit_status = 0;
  std::uint64_t cycles = 0;
  std::uint64_t copies = 0;
  bool conflict_free = true;
};

/// Every file of sim_configs/ and what comes of it. The clocks follow from the formulas that the
/// files quote; `mixed`, `lockstep`, `uniform` and `deadlock` are random, `fibonacci_tree` and
/// `two_tree_drawer_order` have flits that meet: they pin the outcome, as the iterations of
/// `power_iteration` do.
const std::map<std::string, Expected> expected_of = {
    {"all_to_all.yaml", {0, 4 * 16 / 2 + 3 - 1, 64 * 64}},
    {"all_to_all_inside.yaml", {0, 36 + 3 - 1, 108 * 108}},
    {"all_to_all_long_links.yaml", {0, 36 + 3 * 5 - 1, 108 * 108}},
    {"all_to_all_pairwise.yaml", {0, 247, 64 * 63, false}},
    {"all_to_all_schedule1.yaml", {0, 32 + 4 * 4 + 2, 64 * 64}},
    {"broadcast_file.yaml", {0, 473 + 5 + 1, 1420 * 64}},  // 11358 bytes are 1420 flits, 474 rounds
    {"bursts.yaml", {0, 13 + 5 + 2, 32 * 64}},
    {"deadlock.yaml", {1, 26, 367, false}},
    {"depth3.yaml", {0, 31 + 3, 32 * 64}},
    {"every_hop.yaml", {0, 9 + 5 + 1, 70 * 256}},
    {"fibonacci_tree.yaml", {0, 776, 256 * 63, false}},
    {"message.yaml", {0, 24 + 3, 25}},
    {"lockstep.yaml", {0, 1374, 5468, false}},
    {"matrix_densest.yaml", {0, 19 + 6, 8 * 8 * 4}},
    {"matrix_matrix.yaml", {0, 6 + 9 * (3 + 3) - 2, 27 * 27 * 3}},
    {"mixed.yaml", {0, 308, 23864, false}},
    {"one_round.yaml", {0, 5 * 2 + 3, 4 * 64}},
    {"power_iteration.yaml", {0, 25 * 29 + 28, 26 * 16 * (4 + 2)}},
    {"property1.yaml", {0, 3, 48}},
    {"property3.yaml", {0, 3, 128}},
    {"published.yaml", {0, 7 * 3 + 5 + 1, 32 * 64}},
    {"relay.yaml", {0, 5 * 2 + 4 * 5 + 3 * 4, 4}},
    {"schedule.yaml", {0, 6, 4 + 4 * 64}},                  // 5 t_w + t_s
    {"schedule_conflict.yaml", {0, 3 + 4, 4 * 64, false}},  // those that wait are not the last
    {"sub_network.yaml", {0, 2 * 3, 2 * 18}},
    {"transpose.yaml", {0, 1 + 9 - 1, 36 * 36}},
    // All steps but the last one, and of that one its block and its longest route.
    {"two_tree_broadcast.yaml", {0, 41 * 11 + 7 + 1, 256 * 63}},
    {"two_tree_drawer_order.yaml", {0, 916, 512 * 255, false}},
    {"two_tree_reduce.yaml", {0, 25 * 7 + 3 + 2, 64 * 62}},
    {"two_tree_scan.yaml", {0, 49 * 7 + 3 + 1, 7680}},
    {"unchained.yaml", {0, 7 * 5 + 5 + 2, 32 * 64}},  // t_s lengthened from 1 to 2
    {"unequal_links.yaml", {0, 10 + 3 * 2 + 2 * 5 + 1, 33 * 64}},
    {"uniform.yaml", {0, 11008, 211964, false}},
    {"uniform_saturated.yaml", {0, 3448, 188224, false}},
    {"vector_matrix.yaml", {0, 4 * 2 + 2 * 3, 8 * 4}},
    {"vector_matrix_erratum.yaml", {0, 4 + 2, 8 * 2}},
    {"vector_matrix_in_place.yaml", {0, 5 + 3 + 2 * 4 + 1, 40}},
    {"vector_matrix_replicated.yaml", {0, 4 + 2 + 3, 16 * 4}},
    {"without_duplication.yaml", {0, 5 + 4, 4 * 64}},
};

std::vector<std::string> sim_configs() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(SWAPFLY_SOURCE_DIR "/sim_configs")) {
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class SimConfigs : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Files, SimConfigs, testing::ValuesIn(sim_configs()), [](const auto& test) {
  return test.param.substr(0, test.param.find('.'));
});

TEST_P(SimConfigs, RunToTheirExpectedFigures) {
  const auto found = expected_of.find(GetParam());
  ASSERT_NE(found, expected_of.end()) << "sim_configs/" << GetParam() << " has no expected figures";
  const Expected& expected = found->second;
  const TemporaryFolder folder;
  const std::string path = SWAPFLY_SOURCE_DIR "/sim_configs/" + GetParam();
  const ProgramRun run = run_swapfly(folder, "run " + path + " --json -");
  EXPECT_EQ(run.exit_status, expected.exit_status) << run.errors;
  const nlohmann::json result = run.json();
  EXPECT_EQ(result.at("cycles"), expected.cycles);
  EXPECT_EQ(result.at("packets").at("delivered"), expected.copies);
  EXPECT_EQ(result.at("conflicts").at("link") == 0 && result.at("conflicts").at("stalls") == 0,
            expected.conflict_free);
  EXPECT_EQ(result.at("data_ok"), expected.exit_status == 0);
  for (const auto& claim : result.at("claims")) EXPECT_TRUE(claim.at("ok")) << claim;
}

TEST_P(SimConfigs, BeginWithALineOnWhatTheyShow) {
  const std::string text = read_file(SWAPFLY_SOURCE_DIR "/sim_configs/" + GetParam());
  EXPECT_EQ(text.substr(0, 2), "# ");
}

TEST(SimConfigs, ExpectedFiguresAreOfFilesThatExist) {
  const std::vector<std::string> names = sim_configs();
  for (const auto& [name, expected] : expected_of) {
    EXPECT_TRUE(std::find(names.begin(), names.end(), name) != names.end()) << name;
  }
}

}  // namespace
}  // namespace swapfly::test
