#include "testbench/results/collective_report.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

/// Steps of so many clocks that are over once a flit has come so many clocks after the first.
Json steps_of(std::optional<Clock> clocks, const BlockCollectiveParameters& parameters) {
  if (!clocks || parameters.mode != BlockMode::steps) return nullptr;
  return *clocks / parameters.step_clocks + 1;
}

Json optional_clocks(std::optional<Clock> clocks) { return clocks ? Json(*clocks) : Json(nullptr); }

std::string shown(const Json& figure) { return figure.is_null() ? "-" : figure.dump(); }

}  // namespace

Block collective_report(const Collective& collective) {
  const BlockCollectiveParameters& parameters = collective.parameters();
  const CollectiveChoice& choice = collective.choice();
  const BlockCut& cut = collective.cut();
  const CollectiveAlgorithm& algorithm = collective_algorithm(parameters.algorithm);
  const bool in_step = parameters.mode == BlockMode::steps;
  const bool moves = !parameters.plan.streams.empty();

  Block block;
  block.name = "collective";
  Json& json = block.json;
  json["mode"] = name_of(parameters.mode);
  json["processors"] = parameters.plan.processors;
  json["message_flits"] = cut.flits;
  json["parts"] = cut.parts;
  json["blocks"] = cut.blocks;
  json["block_flits"] = cut.largest();
  json["best_blocks"] = choice.best_blocks;
  json["alpha"] = choice.cost.alpha;
  json["beta"] = choice.cost.beta;
  json["routes"] = {{"place", name_of(choice.place)},
                    {"shared_links", parameters.shared_links},
                    {"longest_clocks", choice.longest_route},
                    {"mean_clocks", choice.mean_route}};
  json["steps"] = {{"formula", algorithm.steps_formula},
                   {"published", algorithm.steps(choice.request)},
                   {"planned", parameters.plan.steps()},
                   {"measured", steps_of(collective.last_block_clocks(), parameters)},
                   {"first_block", steps_of(collective.first_block_clocks(), parameters)}};
  json["step_clocks"] = in_step ? Json(parameters.step_clocks) : Json(nullptr);
  json["late_blocks"] = in_step ? Json(collective.late_blocks()) : Json(nullptr);
  json["clocks"] = {{"published", choice.published_clocks},
                    {"in_step", moves ? Json(collective.clocks_in_step()) : Json(nullptr)},
                    {"measured", optional_clocks(collective.last_block_clocks())},
                    {"first_block", optional_clocks(collective.first_block_clocks())}};

  block.lines.push_back(fmt::format("{} processors, {} flits in {} blocks of up to {}, mode {}",
                                    parameters.plan.processors, cut.flits, cut.pieces(),
                                    cut.largest(), name_of(parameters.mode)));
  if (!moves) return block;
  block.lines.push_back(fmt::format("steps: {} planned, at most {} = {}, {} measured",
                                    parameters.plan.steps(), algorithm.steps(choice.request),
                                    algorithm.steps_formula, shown(json["steps"]["measured"])));
  block.lines.push_back(fmt::format(
      "a message of n flits: {:.4g} + {:.4g} n clocks, measured on the longest route; "
      "so {:.5g} clocks by the formula, best with k* = {:.3g}",
      choice.cost.alpha, choice.cost.beta, choice.published_clocks, choice.best_blocks));
  block.lines.push_back(fmt::format(
      "place {}: {} shared links, routes of {} clocks at most, {:.3g} on average",
      name_of(choice.place), parameters.shared_links, choice.longest_route, choice.mean_route));
  if (in_step) {
    block.lines.push_back(fmt::format("a step is {} clocks; {} blocks were late",
                                      parameters.step_clocks, collective.late_blocks()));
  }
  return block;
}

}  // namespace swapfly
