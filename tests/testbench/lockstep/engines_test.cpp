#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/support/program.hpp"
#include "tests/support/rtl_forms.hpp"
#include "tests/testbench/waves/gtkwave_converters.hpp"

namespace swapfly::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// The result without what may differ between engines.
nlohmann::json comparable(nlohmann::json result) {
  result.erase("engine");
  result.erase("performance");
  result.at("config").erase("engine");
  return result;
}

struct EngineCase {
  std::string name;
  std::string form;       ///< of the RTL; without it in this build the case is skipped
  std::string arguments;  ///< of `swapfly run`
};

std::ostream& operator<<(std::ostream& out, const EngineCase& engine_case) {
  return out << engine_case.arguments;
}

/// Every workload there is, with settings for which RTL was built.
std::vector<EngineCase> engine_cases() {
  const std::string configs = SWAPFLY_SOURCE_DIR "/sim_configs/";
  const auto config = [&configs](const std::string& name, const std::string& settings = "") {
    return configs + name + ".yaml" + (settings.empty() ? "" : " " + settings);
  };
  std::vector<EngineCase> cases;
  for (const char* name :
       {"all_to_all", "all_to_all_pairwise", "all_to_all_schedule1", "broadcast_file", "bursts",
        "depth3", "message", "property3", "published", "schedule", "schedule_conflict",
        "sub_network", "unchained", "uniform", "uniform_saturated", "without_duplication"}) {
    cases.push_back({name, "router:4x4", config(name)});
  }
  for (const char* name :
       {"two_tree_broadcast", "two_tree_reduce", "two_tree_scan", "fibonacci_tree"}) {
    cases.push_back({name, "router:4x4", config(name)});
    const std::string small =
        "--set topology.K=2 --set topology.M=3 --set workload.message=24 --set workload.blocks=3 "
        "--set workload.processors=18";
    const bool scan = name == std::string("two_tree_scan");
    cases.push_back({std::string(name) + "_on_2x3", "router:2x3",
                     config(name, small + (scan ? "" : " --set workload.root=7"))});
  }
  for (const char* kind : {"linear_pipeline", "binomial_tree", "binary_tree_pipeline"}) {
    cases.push_back(
        {kind, "router:2x3",
         config("two_tree_broadcast",
                std::string("--set topology.K=2 --set topology.M=3 --set workload.processors=18 "
                            "--set workload.mode=free --set workload.kind=") +
                    kind)});
  }
  cases.push_back(
      {"two_tree_drawer_order", "router:4x4",
       config("two_tree_drawer_order", "--set topology.M=4 --set workload.message=64")});
  for (const char* name : {"matrix_densest", "power_iteration", "vector_matrix_erratum",
                           "vector_matrix_in_place", "vector_matrix_replicated"}) {
    cases.push_back({name, "router:4x4", config(name)});
  }
  for (const char* layout : {"swapped", "mirrored", "out_of_place"}) {
    cases.push_back({std::string("vector_matrix_") + layout, "router:4x4",
                     config("vector_matrix", std::string("--set router.latency=1 --set "
                                                         "workload.n=22 --set workload.layout=") +
                                                 layout)});
  }
  const std::string square =
      "--set topology.K=4 --set topology.M=4 --set workload.rows=2 --set workload.columns=2";
  cases.push_back({"matrix_matrix", "router:4x4", config("matrix_matrix", square)});
  cases.push_back({"transpose", "router:4x4", config("transpose", square)});
  cases.push_back({"vector_matrix", "router:4x4:latency=2", config("vector_matrix")});
  const std::string depth = "--set router.depth=8";
  cases.push_back({"mixed", "router:4x4", config("mixed", depth)});
  cases.push_back({"unequal_links", "router:4x4", config("unequal_links", depth)});
  cases.push_back({"property1", "router:4x4", config("property1", "--set topology.K=4")});
  cases.push_back({"one_round", "router:4x4:latency=2", config("one_round")});
  cases.push_back({"relay", "router:4x4:latency=2", config("relay", depth)});
  cases.push_back({"deadlock", "router:3x3:vcs=1,depth=2", config("deadlock")});
  cases.push_back({"every_hop", "router:2x8", config("every_hop", "--set topology.K=2")});
  cases.push_back({"mixed_on_2x3", "router:2x3",
                   config("mixed", depth + " --set topology.K=2 --set topology.M=3")});
  for (const char* M : {"2", "3"}) {
    const std::string form = std::string("network:2x") + M;
    const std::string sizes =
        std::string("--set topology.K=2 --set topology.M=") + M + " --set rtl.form=network ";
    const auto add = [&](const char* name, const std::string& settings) {
      cases.push_back(
          {std::string(name) + "_in_one_piece_2x" + M, form, config(name, sizes + settings)});
    };
    add("mixed", depth);
    add("uniform", "--set workload.measure=2000");
    add("unchained", "--set 'workload.source=[1,1,0]'");
    add("message", "--set 'workload.from=[0,1,0]' --set 'workload.to=[1,0,1]'");
    add("without_duplication", "--set 'workload.source=[1,1,0]'");
    add("property1", "--set 'workload.headers=[[1,1,0]]'");
  }
  return cases;
}

class Engines : public testing::TestWithParam<EngineCase> {};

INSTANTIATE_TEST_SUITE_P(Workloads, Engines, testing::ValuesIn(engine_cases()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Engines, GiveEqualResults) {
  if (!rtl_built(GetParam().form)) GTEST_SKIP() << GetParam().form << " is not part of this build";
  const TemporaryFolder folder;
  std::string arguments = GetParam().arguments;
  // Where all is RTL in one piece, the model has no use for that choice; the rest is the same.
  const std::string in_one_piece = "--set rtl.form=network ";
  std::string model_arguments = arguments;
  if (const auto at = model_arguments.find(in_one_piece); at != std::string::npos) {
    model_arguments.erase(at, in_one_piece.size());
  }
  const ProgramRun model = run_swapfly(folder, "run " + model_arguments + " --quiet --json -");
  nlohmann::json expected = comparable(model.json());
  for (const std::string engine : {"rtl", "lockstep"}) {
    SCOPED_TRACE(engine);
    const ProgramRun run =
        run_swapfly(folder, "run " + arguments + " --quiet --json - --engine " + engine);
    EXPECT_EQ(run.exit_status, model.exit_status) << run.errors;
    EXPECT_EQ(run.json().at("engine"), engine);
    nlohmann::json found = comparable(run.json());
    found.at("config").erase("rtl");
    expected.at("config").erase("rtl");
    EXPECT_EQ(found, expected);
  }
}

const std::string message_on_2x2 =
    "run " SWAPFLY_SOURCE_DIR
    "/sim_configs/message.yaml --set topology.K=2 --set topology.M=2 "
    "--set 'workload.from=[0,1,0]' --set 'workload.to=[1,0,1]' ";

TEST(RtlRouters, SomeOfANetworkMayBeRtl) {
  const TemporaryFolder folder;
  const ProgramRun model = run_swapfly(folder, message_on_2x2 + "--quiet --json -");
  const ProgramRun mixed = run_swapfly(
      folder, message_on_2x2 + "--quiet --json - --engine rtl --rtl-routers 'cabinet0.*.router1'");
  ASSERT_EQ(mixed.exit_status, 0) << mixed.errors;
  EXPECT_EQ(mixed.json().at("cycles"), model.json().at("cycles"));
  EXPECT_EQ(mixed.json().at("config").at("rtl").at("routers"), "cabinet0.*.router1");
}

TEST(RtlRouters, PatternsThatMatchNothingAreRefused) {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_swapfly(folder, message_on_2x2 + "--engine lockstep --rtl-routers cabinet7.*");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("rtl.routers: 'cabinet7.*' matches no router"));
}

TEST(RtlRouters, AreRefusedWhereTheEngineHasNone) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(folder, message_on_2x2 + "--rtl-routers cabinet0.*");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("accepted: engine rtl or lockstep"));
}

TEST(RtlRouters, CannotBeSomeOfANetworkInOnePiece) {
  const TemporaryFolder folder;
  const ProgramRun run = run_swapfly(
      folder, message_on_2x2 +
                  "--engine rtl --set rtl.form=network --rtl-routers cabinet0.drawer0.router0");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_THAT(run.errors, HasSubstr("rtl.routers is cabinet0.drawer0.router0; accepted: *"));
}

TEST(RtlBuilds, ARunOfAFormThatWasNotBuiltSaysHowToBuildIt) {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_swapfly(folder, message_on_2x2 + "--engine rtl --set router.depth=77 --json -");
  EXPECT_EQ(run.exit_status, 2);
  EXPECT_EQ(run.json().at("status"), "bad_config");
  EXPECT_THAT(run.errors, HasSubstr("-DSWAPFLY_RTL_EXTRA='router:2x2:depth=77'"));
}

/// The names of all signals of a VCD file, with their scopes.
std::vector<std::string> signals_of(const std::string& vcd) {
  std::vector<std::string> scopes;
  std::vector<std::string> names;
  std::istringstream text(vcd);
  std::string word;
  while (text >> word && word != "$enddefinitions") {
    if (word == "$scope") {
      std::string kind, name;
      text >> kind >> name;
      scopes.push_back(name);
    } else if (word == "$upscope") {
      scopes.pop_back();
    } else if (word == "$var") {
      std::string kind, width, code, name;
      text >> kind >> width >> code >> name;
      std::string path;
      for (const std::string& scope : scopes) path += scope + ".";
      names.push_back(path + name);
    }
  }
  return names;
}

TEST(Waveforms, HoldTheSignalsOfModelAndRtl) {
  const TemporaryFolder folder;
  for (const std::string file : {"both.vcd", "both.fst"}) {
    SCOPED_TRACE(file);
    const ProgramRun run = run_swapfly(
        folder,
        message_on_2x2 + "--engine lockstep --vcd-scope cabinet0.drawer1.router0 --vcd " + file);
    ASSERT_EQ(run.exit_status, 0) << run.errors;
    const std::vector<std::string> names = signals_of(read_file(as_vcd((folder / file).string())));
    const auto has = [&names](const std::string& part) {
      return std::any_of(names.begin(), names.end(), [&part](const std::string& name) {
        return name.find(part) != std::string::npos;
      });
    };
    EXPECT_TRUE(has("network.cabinet0.drawer1.router0.rtl.swapfly_router."));
    EXPECT_TRUE(has("network.cycle"));
    EXPECT_FALSE(has("cabinet0.drawer0.router0"));
    // What the save file shows of the RTL is there.
    std::istringstream save(read_file(folder / "both.gtkw"));
    unsigned shown = 0;
    for (std::string line; std::getline(save, line);) {
      if (line.find(".rtl.") == std::string::npos) continue;
      ++shown;
      const std::size_t begin = line.find("network.");
      EXPECT_TRUE(has(line.substr(begin, line.find('[') - begin))) << line;
    }
    EXPECT_EQ(shown, 11U);
  }
}

}  // namespace
}  // namespace swapfly::test
