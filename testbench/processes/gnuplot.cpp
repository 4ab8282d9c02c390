#include "testbench/processes/gnuplot.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>

#include "testbench/processes/child_runs.hpp"

namespace swapfly {

std::optional<std::filesystem::path> find_program(const std::string& name) {
  const char* search = std::getenv("PATH");
  std::istringstream folders(search == nullptr ? "" : search);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path program =
        std::filesystem::path(folder.empty() ? "." : folder) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0) {
      return program;
    }
  }
  return std::nullopt;
}

std::string gnuplot_text(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "\"";
}

std::string gnuplot_terminal(PictureFormat format, unsigned width, unsigned height) {
  return fmt::format("set terminal {} size {},{} font 'DejaVu Sans,11' background rgb 'white'\n",
                     format == PictureFormat::svg ? "svg" : "pngcairo", width, height);
}

Picture draw_with_gnuplot(const std::string& script, const std::atomic<bool>& stop_requested) {
  const std::optional<std::filesystem::path> program = find_program("gnuplot");
  if (!program) {
    return {"", "gnuplot is not installed, and draws the plot; tools/setup.sh installs it"};
  }
  ChildRun run;
  run.arguments = {"-"};
  run.input = script;
  const auto outcomes = run_children({run}, {1, *program}, stop_requested);
  if (!outcomes.front()) return {"", "interrupted while gnuplot drew the plot"};
  const ChildOutcome& outcome = *outcomes.front();
  if (outcome.exit_status != 0 || outcome.output.empty()) {
    return {"", fmt::format("{} {}", program->string(), outcome.error)};
  }
  return {outcome.output, ""};
}

}  // namespace swapfly
