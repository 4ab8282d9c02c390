#include "testbench/claims/reproduction.hpp"

#include <fmt/core.h>

namespace swapfly {
namespace {

using Verdict = MeasuredCase::Verdict;

std::optional<std::uint64_t> number_at(const Json& result, const std::string& path) {
  const Json::json_pointer pointer(path);
  if (!result.contains(pointer) || !result.at(pointer).is_number_unsigned()) return std::nullopt;
  return result.at(pointer).get<std::uint64_t>();
}

void fail(MeasuredCase& measured, const std::string& error) {
  measured.verdict = Verdict::failed;
  if (measured.error.empty()) measured.error = error;
}

void require(MeasuredCase& measured, const Json& result, const char* path, const Json& wanted) {
  const Json::json_pointer pointer(path);
  const Json found = result.contains(pointer) ? result.at(pointer) : Json(nullptr);
  if (found != wanted) {
    fail(measured, fmt::format("{} is {}, not {}", path + 1, found.dump(), wanted.dump()));
  }
}

/// What must hold wherever traffic runs.
void judge_traffic(MeasuredCase& measured, const Json& result) {
  measured.conflicts = number_at(result, "/conflicts/link");
  measured.stalls = number_at(result, "/conflicts/stalls");
  require(measured, result, "/conflicts/link", 0U);
  require(measured, result, "/conflicts/stalls", 0U);
  require(measured, result, "/data_ok", true);
  require(measured, result, "/packets/lost", 0U);
  require(measured, result, "/packets/duplicated", 0U);
  require(measured, result, "/packets/delivered",
          result.value(Json::json_pointer("/packets/expected"), Json(nullptr)));
}

void judge_figures(MeasuredCase& measured, const Json& result) {
  for (MeasuredFigure& figure : measured.figures) {
    figure.value = number_at(result, figure.figure.path);
    if (figure.value == figure.figure.expected) continue;
    fail(measured,
         fmt::format("{} {} expected, {} measured", figure.figure.expected, figure.figure.unit,
                     figure.value ? std::to_string(*figure.value) : "none"));
  }
}

void judge(MeasuredCase& measured, const ChildOutcome& outcome) {
  measured.verdict = Verdict::ok;
  if (!outcome.error.empty()) {
    fail(measured, "the run " + outcome.error);
    return;
  }
  const Json& result = outcome.result;
  const Json& error = result.is_object() && result.contains("error") ? result["error"] : Json();
  if (error.is_string()) fail(measured, "the run says: " + error.get<std::string>());
  if (outcome.exit_status != 0) {
    fail(measured, fmt::format("the run ended with status {}", outcome.exit_status));
  }
  judge_figures(measured, result);
  if (measured.what.command == "run") judge_traffic(measured, result);
}

std::string line_about(const PublishedClaim& claim, const MeasuredCase& measured) {
  const std::string& parameters = measured.what.parameters;
  return fmt::format("{} on {}{}: {}", claim.id, measured.what.network,
                     parameters.empty() ? "" : ", " + parameters, measured.error);
}

void conclude(Reproduction& reproduction, std::size_t done, std::size_t all) {
  std::size_t failed = 0;
  for (const MeasuredClaim& claim : reproduction.claims) {
    for (const MeasuredCase& measured : claim.cases) {
      if (measured.verdict != Verdict::failed) continue;
      ++failed;
      reproduction.details.push_back(line_about(claim.what, measured));
    }
  }
  if (done < all) {
    reproduction.status = Status::interrupted;
    reproduction.error = fmt::format("interrupted after {} of {} runs", done, all);
  } else if (failed > 0) {
    reproduction.status = Status::failed;
    reproduction.error = fmt::format("{} of {} runs are not as claimed", failed, all);
  }
}

}  // namespace

const char* name_of(MeasuredCase::Verdict verdict) {
  switch (verdict) {
    case Verdict::not_run:
      return "not run";
    case Verdict::ok:
      return "ok";
    case Verdict::failed:
      return "FAILED";
  }
  return "FAILED";
}

Reproduction reproduce(const std::vector<PublishedClaim>& claims, const ChildOptions& options,
                       const std::atomic<bool>& stop_requested,
                       const ReproductionListener& listener) {
  Reproduction reproduction;
  std::vector<ChildRun> runs;
  for (const PublishedClaim& claim : claims) {
    MeasuredClaim& measured = reproduction.claims.emplace_back();
    measured.what = claim;
    for (const ClaimCase& what : claim.cases) {
      runs.push_back(scenario_run(what.command, what.scenario, what.options));
      MeasuredCase& empty = measured.cases.emplace_back();
      empty.what = what;
      for (const ClaimFigure& figure : what.figures) empty.figures.push_back({figure, {}});
    }
  }
  // Where run i belongs.
  std::vector<std::pair<const PublishedClaim*, MeasuredCase*>> places;
  for (MeasuredClaim& claim : reproduction.claims) {
    for (MeasuredCase& measured : claim.cases) places.emplace_back(&claim.what, &measured);
  }
  std::size_t done = 0;
  if (listener && !runs.empty()) listener(done, runs.size(), places.front().first->id);
  run_children(runs, options, stop_requested, [&](std::size_t run, const ChildOutcome& outcome) {
    judge(*places[run].second, outcome);
    ++done;
    if (listener) listener(done, runs.size(), places[run].first->id);
  });
  conclude(reproduction, done, runs.size());
  return reproduction;
}

}  // namespace swapfly
