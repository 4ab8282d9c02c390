#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <vector>

#include "testbench/results/output.hpp"
#include "testbench/scenario/scenario.hpp"

namespace swapfly {

/// A value that is not the empty text.
inline CLI::Validator not_empty() {
  return CLI::Validator(
      [](std::string& value) {
        return value.empty() ? std::string("is empty; accepted: a path") : "";
      },
      "", "not empty");
}

/// A clock: digits, no sign, no more of them than a clock can have.
inline CLI::Validator clock_number() {
  return CLI::Validator(
      [](std::string& value) {
        const bool digits = !value.empty() && value.size() <= 18 &&
                            value.find_first_not_of("0123456789") == std::string::npos;
        return digits ? "" : "is " + value + "; accepted: an integer from 0 to 999999999999999999";
      },
      "", "clock");
}

/// An integer from `least` to `most`, in up to nine digits.
inline CLI::Validator integer_between(unsigned least, unsigned most) {
  return CLI::Validator(
      [least, most](std::string& value) {
        const bool digits = !value.empty() && value.size() <= 9 &&
                            value.find_first_not_of("0123456789") == std::string::npos;
        const bool accepted = digits && std::stoul(value) >= least && std::stoul(value) <= most;
        return accepted
                   ? ""
                   : fmt::format("is {}; accepted: an integer from {} to {}", value, least, most);
      },
      "", "integer");
}

inline CLI::Validator integer_from_1_to(unsigned most) { return integer_between(1, most); }

/// The parts of a list between its commas, empty ones too.
inline std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> words;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    words.push_back(list.substr(start, comma - start));
    start = comma + 1;
  }
  return words;
}

/// CONFIG and --set, for commands that read a scenario.
inline void add_scenario_options(CLI::App& command, ScenarioSource& source) {
  command.add_option("CONFIG", source.file, "scenario, a YAML file")
      ->required()
      ->check(not_empty());
  command.add_option("--set", source.settings, "key=value: a dotted key and a YAML value")
      ->allow_extra_args(false)
      ->take_all();
}

/// --json and --quiet, for every command.
inline void add_output_options(CLI::App& command, OutputOptions& output) {
  command
      .add_option("--json", output.json, "where to write the result as JSON; - is standard output")
      ->check(not_empty());
  command.add_flag("--quiet", output.quiet, "no text on standard output");
}

}  // namespace swapfly
