#include "testbench/processes/child_runs.hpp"

#include <algorithm>
#include <csignal>
#include <list>
#include <sstream>
#include <system_error>
#include <thread>

#include "testbench/processes/child_process.hpp"

namespace swapfly {
namespace {

struct Running {
  Running(std::size_t number, const std::filesystem::path& program, const ChildRun& what)
      : run(number), process(program, what) {}

  std::size_t run;  ///< its place among all
  ChildProcess process;
};

/// Until some child has written or ended, or a stop may have been requested.
void wait_for(const std::list<Running>& running) {
  // A signal ends poll(), but not one that came just before it; hence no longer than this.
  constexpr int patience = 50;
  std::vector<pollfd> watched;
  bool ending = false;
  for (const Running& child : running) {
    child.process.watch(watched);
    ending = ending || child.process.ending();
  }
  poll(watched.data(), watched.size(), ending ? 1 : patience);
}

}  // namespace

ChildRun scenario_run(const std::string& command, const Json& scenario,
                      std::vector<std::string> options) {
  ChildRun run;
  std::istringstream words(command);
  for (std::string word; words >> word;) run.arguments.push_back(word);
  run.arguments.insert(run.arguments.end(), {"/dev/stdin", "--json", "-"});
  run.arguments.insert(run.arguments.end(), options.begin(), options.end());
  run.input = scenario.dump();  // JSON is YAML
  return run;
}

std::vector<std::optional<ChildOutcome>> run_children(const std::vector<ChildRun>& runs,
                                                      const ChildOptions& options,
                                                      const std::atomic<bool>& stop_requested,
                                                      const ChildListener& listener) {
  // Whoever started us may have had it ignored: then nobody would learn how a child ended.
  std::signal(SIGCHLD, SIG_DFL);
  std::vector<std::optional<ChildOutcome>> outcomes(runs.size());
  std::list<Running> running;  // whose destructors end what a stop or an exception leaves
  std::size_t next = 0;
  const auto conclude = [&](std::size_t run, ChildOutcome outcome) {
    outcomes[run] = std::move(outcome);
    if (listener) listener(run, *outcomes[run]);
  };
  while ((next < runs.size() || !running.empty()) && !stop_requested) {
    while (next < runs.size() && running.size() < std::max(options.at_once, 1U)) {
      const std::size_t run = next++;
      try {
        running.emplace_back(run, options.program, runs[run]);
      } catch (const std::system_error& error) {
        ChildOutcome outcome;
        outcome.error = std::string("cannot be started: ") + error.what();
        conclude(run, std::move(outcome));
      }
    }
    wait_for(running);
    for (auto child = running.begin(); child != running.end();) {
      if (!child->process.advance()) {
        ++child;
        continue;
      }
      // On a terminal Ctrl-C reaches the children too; that they ended then says nothing.
      if (stop_requested) break;
      conclude(child->run, child->process.outcome());
      child = running.erase(child);
    }
  }
  return outcomes;
}

unsigned usable_processors() { return std::max(std::thread::hardware_concurrency(), 1U); }

}  // namespace swapfly
