#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "testbench/results/output.hpp"
#include "testbench/scenario/scenario.hpp"

namespace swapfly {

/// CONFIG and --set, for commands that read a scenario.
inline void add_scenario_options(CLI::App& command, ScenarioSource& source) {
  command.add_option("CONFIG", source.file, "scenario, a YAML file")->required();
  command.add_option("--set", source.settings, "key=value: a dotted key and a YAML value")
      ->allow_extra_args(false)
      ->take_all();
}

/// --json and --quiet, for every command.
inline void add_output_options(CLI::App& command, OutputOptions& output) {
  command.add_option("--json", output.json,
                     "where to write the result as JSON; - is standard output");
  command.add_flag("--quiet", output.quiet, "no text on standard output");
}

}  // namespace swapfly
