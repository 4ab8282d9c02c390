#include <fmt/core.h>

#include <array>

#include "testbench/comparison/comparison_report.hpp"

namespace swapfly {
namespace {

/// Told apart with every common colour blindness (M. Okabe, K. Ito, 2008).
constexpr std::array<const char*, 7> colours = {"#D55E00", "#0072B2", "#009E73", "#CC79A7",
                                                "#E69F00", "#56B4E9", "#000000"};

std::string in_words(std::string name) {
  for (char& letter : name) {
    if (letter == '_') letter = ' ';
  }
  return name;
}

const char* look =
    "set logscale xy 2\nset format '%g'\nset grid lc rgb '#DDDDDD' lw 1\nset border 3\n"
    "set tics nomirror font ',9'\nset key left top Left reverse noenhanced samplen 2.5 opaque\n"
    "set style textbox opaque noborder margins 0.3,0.3\n";

std::string joined(const std::string& data, const std::string& curves) {
  return data + "plot " + curves + "\n";
}

void add_curve(std::string& curves, const std::string& curve) {
  curves += (curves.empty() ? "" : ", \\\n  ") + curve;
}

std::string lengths_plot(const Comparison& comparison, const ComparisonRequest& request) {
  const bool steps_mode = request.steps_mode();
  std::string data, curves;
  std::size_t index = 0;
  for (const std::string& name : request.algorithms) {
    const std::string block = fmt::format("$algorithm{}", index);
    data += block + " << EOD\n";
    for (const ComparedLength& length : comparison.lengths) {
      const ComparedRun& run = length.runs.at(name);
      data += fmt::format("{} {} {}\n", length.flits, run.costs(steps_mode).clocks,
                          run.published_clocks);
    }
    data += "EOD\n";
    const char* colour = colours[index % (colours.size() - 1)];
    add_curve(curves,
              fmt::format("{} using 1:2 with linespoints lc rgb '{}' lw 2 pt {} ps 0.8 title {}",
                          block, colour, 5 + 2 * (index % 5), gnuplot_text(in_words(name))));
    add_curve(curves,
              fmt::format("{} using 1:3 with lines lc rgb '{}' lw 1 dt 3 notitle", block, colour));
    ++index;
  }
  add_curve(curves, "NaN with lines lc rgb '#666666' lw 1 dt 3 title 'by the formulas'");
  if (request.network_broadcast_from) {
    data += "$network << EOD\n";
    for (const ComparedLength& length : comparison.lengths) {
      data += fmt::format("{} {}\n", length.flits, length.network_broadcast->clocks);
    }
    data += "EOD\n";
    add_curve(curves,
              "$network using 1:2 with lines lc rgb '#000000' lw 2 dt 2 title 'M trees in the "
              "routers'");
  }
  std::string marks;
  for (const Crossover& crossover : comparison.crossovers) {
    marks += fmt::format(
        "set arrow from first {0}, graph 0 to first {0}, graph 1 nohead back lc rgb '#666666' dt "
        "2\n"
        "set label {1} at first {0}, graph 0.02 rotate left offset 0.7,0 font ',9' noenhanced "
        "front boxed\n",
        crossover.measured.flits,
        gnuplot_text(
            fmt::format("{}: {}", crossover.measured.flits, in_words(crossover.measured.to))));
  }
  return fmt::format("set xlabel 'message, flits'\nset ylabel 'clocks, mode {}'\n",
                     steps_mode ? "steps" : "free") +
         marks + joined(data, curves);
}

std::string blocks_plot(const Comparison& comparison) {
  std::string data = "$blocks << EOD\n";
  for (const ComparedRun& run : comparison.block_counts) {
    data += fmt::format("{} {} {} {}\n", run.blocks, run.in_steps.clocks, run.in_free.clocks,
                        run.published_clocks);
  }
  data += "EOD\n";
  std::string curves;
  add_curve(curves,
            fmt::format("$blocks using 1:2 with linespoints lc rgb '{}' lw 2 pt 7 ps 0.8 title "
                        "'mode steps'",
                        colours[1]));
  add_curve(curves,
            fmt::format("$blocks using 1:3 with linespoints lc rgb '{}' lw 2 pt 5 ps 0.8 title "
                        "'mode free'",
                        colours[0]));
  add_curve(curves,
            "$blocks using 1:4 with lines lc rgb '#666666' lw 1 dt 3 title 'by the formula'");
  const double best = comparison.block_counts.front().best_blocks;
  return fmt::format(
             "set xlabel 'blocks of each part, k'\nset ylabel 'clocks'\nset key right top\n"
             "set arrow from first {0:.4f}, graph 0 to first {0:.4f}, graph 1 nohead lc rgb "
             "'#666666' dt 2\nset label 'k* = {0:.3g}' at first {0:.4f}, graph 0.03 offset 0.7,0 "
             "font ',9' noenhanced\n",
             best) +
         joined(data, curves);
}

}  // namespace

std::string comparison_plot(const Comparison& comparison, const ComparisonRequest& request,
                            const std::string& title, PictureFormat format) {
  const bool lengths = request.blocks.empty();
  return gnuplot_terminal(format, 800, 560) + look +
         fmt::format("set title {} noenhanced\n", gnuplot_text(title)) +
         (lengths ? lengths_plot(comparison, request) : blocks_plot(comparison));
}

}  // namespace swapfly
