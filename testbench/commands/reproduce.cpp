#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "testbench/claims/reproduction_report.hpp"
#include "testbench/commands/commands.hpp"
#include "testbench/commands/progress.hpp"
#include "testbench/commands/scenario_options.hpp"

namespace swapfly {
namespace {

struct ReproduceOptions {
  std::vector<std::string> ids;
  std::string jobs;  ///< empty: one a processor
  bool list = false;
  bool markdown = false;
  OutputOptions output;
};

int list_claims(const std::vector<PublishedClaim>& claims, Reporter& reporter) {
  const Json json = {
      {"status", name_of(Status::ok)}, {"error", nullptr}, {"claims", claims_json(claims)}};
  return reporter.report(Status::ok, "", {}, json, claims_text(claims));
}

int reproduce_claims(const ReproduceOptions& options, const std::atomic<bool>& stop_requested) {
  std::vector<PublishedClaim> claims;
  try {
    claims = select_claims(published_claims(), options.ids);
  } catch (const ConfigurationError& error) {
    return refuse(error.what(), options.output);
  }
  Reporter reporter(options.output);
  if (!reporter.ready()) return exit_status(Status::failed);
  if (options.list) return list_claims(claims, reporter);

  ChildOptions children;
  children.at_once =
      options.jobs.empty() ? usable_processors() : static_cast<unsigned>(std::stoul(options.jobs));
  StatusLine line;
  ReproductionListener listener;
  if (!options.output.quiet && isatty(STDERR_FILENO) == 1) {
    listener = [&line](std::size_t done, std::size_t all, const std::string& claim) {
      line.show(fmt::format("{} of {} runs, {}", done, all, claim));
    };
  }
  const Reproduction reproduction = reproduce(claims, children, stop_requested, listener);
  line.clear();
  return reporter.report(reproduction.status, reproduction.error, reproduction.details,
                         to_json(reproduction),
                         options.markdown ? to_markdown(reproduction) : to_text(reproduction));
}

}  // namespace

void add_reproduce_command(CLI::App& program, Action& action,
                           const std::atomic<bool>& stop_requested) {
  auto options = std::make_shared<ReproduceOptions>();
  CLI::App& command =
      *program.add_subcommand("reproduce", "published claims, measured: formula and verdict");
  command.add_option("ID", options->ids,
                     "claims: ids, their beginnings, or patterns such as bcast.*; all if left out");
  CLI::Option* list = command.add_flag("--list", options->list, "say what is claimed, run nothing");
  command.add_option("--jobs", options->jobs, "runs at once; one a processor if left out")
      ->check(integer_from_1_to(1024))
      ->excludes(list);
  command.add_flag("--markdown", options->markdown, "tables in Markdown")->excludes(list);
  add_output_options(command, options->output);
  command.callback([options, &action, &stop_requested] {
    action = [options, &stop_requested] { return reproduce_claims(*options, stop_requested); };
  });
}

}  // namespace swapfly
