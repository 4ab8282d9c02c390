#include "testbench/latency/tw_plot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace swapfly {
namespace {

/// Kinds of hop that uniform traffic makes: shortest paths never hold.
constexpr std::array<HopKind, 2> plotted_kinds = {HopKind::local, HopKind::global};

/// Told apart with every common colour blindness (M. Okabe, K. Ito, 2008).
const char* colour_of(HopKind kind) { return kind == HopKind::local ? "#0072B2" : "#D55E00"; }

bool plotted(const std::vector<TwMeasurement>& measurements, HopKind kind) {
  return std::any_of(measurements.begin(), measurements.end(), [kind](const auto& measurement) {
    return std::any_of(
        measurement.loads.begin(), measurement.loads.end(),
        [kind](const LoadPoint& point) { return !point.hop_times.at(name_of(kind)).is_null(); });
  });
}

std::string block_name(std::size_t engine, const std::string& what) {
  return fmt::format("$engine{}_{}", engine, what);
}

/// Lines "rate mean p99 saturated" of a kind.
std::string loads_block(const TwMeasurement& measurement, std::size_t engine, HopKind kind) {
  std::string out = block_name(engine, name_of(kind)) + " << EOD\n";
  for (const LoadPoint& point : measurement.loads) {
    const Json& figures = point.hop_times.at(name_of(kind));
    if (figures.is_null()) continue;
    out += fmt::format("{} {} {} {}\n", point.rate, figures.at("mean").get<double>(),
                       figures.at("p99").dump(), point.saturated ? 1 : 0);
  }
  return out + "EOD\n";
}

/// Lines "clocks share" of a kind under one load.
std::string histogram_block(const LoadPoint& point, std::size_t engine, std::size_t load,
                            HopKind kind) {
  std::string out = block_name(engine, fmt::format("{}_{}", name_of(kind), load)) + " << EOD\n";
  const Json& figures = point.hop_times.at(name_of(kind));
  if (!figures.is_null()) {
    const auto count = figures.at("count").get<double>();
    for (const Json& bin : figures.at("histogram")) {
      out += fmt::format("{} {}\n", bin.at(0).dump(), bin.at(1).get<double>() / count);
    }
  }
  return out + "EOD\n";
}

std::string data_of(const std::vector<TwMeasurement>& measurements) {
  std::string out;
  for (std::size_t engine = 0; engine < measurements.size(); ++engine) {
    const TwMeasurement& measurement = measurements[engine];
    for (const HopKind kind : plotted_kinds) {
      out += loads_block(measurement, engine, kind);
      for (std::size_t load = 0; load < measurement.loads.size(); ++load) {
        out += histogram_block(measurement.loads[load], engine, load, kind);
      }
    }
  }
  return out;
}

/// The name of the engine before `text`, where there are several.
std::string labelled(const std::vector<TwMeasurement>& measurements, std::size_t engine,
                     const std::string& text) {
  return gnuplot_text(measurements.size() == 1 ? text : measurements[engine].engine + " " + text);
}

bool any_saturated(const std::vector<TwMeasurement>& measurements) {
  return std::any_of(measurements.begin(), measurements.end(), [](const auto& measurement) {
    return std::any_of(measurement.loads.begin(), measurement.loads.end(),
                       [](const LoadPoint& point) { return point.saturated; });
  });
}

std::string load_panel(const std::vector<TwMeasurement>& measurements) {
  std::string curves;
  const auto add = [&curves](const std::string& curve) {
    curves += (curves.empty() ? "plot " : ", \\\n  ") + curve;
  };
  for (std::size_t engine = 0; engine < measurements.size(); ++engine) {
    for (const HopKind kind : plotted_kinds) {
      if (!plotted(measurements, kind)) continue;
      const std::string block = block_name(engine, name_of(kind));
      const std::string colour = colour_of(kind);
      const std::size_t mark = engine == 0 ? 7 : 5;  // circles, then squares
      add(fmt::format("{} using 1:2 with linespoints lc rgb '{}' lw 2 pt {} ps 0.9 title {}", block,
                      colour, mark,
                      labelled(measurements, engine, std::string(name_of(kind)) + ", mean")));
      add(fmt::format("{} using 1:3 with linespoints lc rgb '{}' lw 1.5 dt 2 pt {} ps 0.9 title {}",
                      block, colour, mark + 2,
                      labelled(measurements, engine, std::string(name_of(kind)) + ", p99")));
      // A ring around what is of a saturated network.
      add(fmt::format(
          "{} using 1:($4 > 0 ? $2 : NaN) with points lc rgb 'black' lw 1.5 pt 6 ps 2.2 "
          "notitle",
          block));
      const std::optional<ZeroLoad>& zero_load = measurements[engine].zero_load;
      if (!zero_load || !zero_load->t_w[kind]) continue;
      add(fmt::format(
          "{} with lines lc rgb '{}' lw 1 dt 3 title {}", zero_load->t_w[kind]->clocks, colour,
          labelled(
              measurements, engine,
              fmt::format("{}, at rest ({:g})", name_of(kind), zero_load->t_w[kind]->clocks))));
    }
  }
  if (any_saturated(measurements)) {
    add("NaN with points lc rgb 'black' lw 1.5 pt 6 ps 2.2 title 'saturated'");
  }
  return "set title 'Clocks of a hop against the load'\n"
         "set xlabel 'offered load, flits per node and clock'\n"
         "set ylabel 'clocks of a hop'\n"
         "set xrange [0:*]\nset yrange [0:*]\nunset logscale\nset format y '%g'\n" +
         curves + "\n";
}

std::string histogram_panel(const std::vector<TwMeasurement>& measurements, HopKind kind) {
  std::string curves;
  for (std::size_t engine = 0; engine < measurements.size(); ++engine) {
    const std::vector<LoadPoint>& loads = measurements[engine].loads;
    for (std::size_t load = 0; load < loads.size(); ++load) {
      if (loads[load].hop_times.at(name_of(kind)).is_null()) continue;
      const double shade =
          loads.size() == 1 ? 0 : static_cast<double>(load) / static_cast<double>(loads.size() - 1);
      curves += curves.empty() ? "plot " : ", \\\n  ";
      curves += fmt::format(
          "{} using 1:2 with linespoints lc palette frac {:.3f} lw 2 dt {} pt 7 ps 0.6 title {}",
          block_name(engine, fmt::format("{}_{}", name_of(kind), load)), shade, engine + 1,
          labelled(measurements, engine,
                   fmt::format("load {:g}{}", loads[load].rate,
                               loads[load].saturated ? ", saturated" : "")));
    }
  }
  return fmt::format("set title 'Distribution of {} hops'\n", name_of(kind)) +
         "set xlabel 'clocks of a hop'\n"
         "set ylabel 'share of hops'\n"
         "set xrange [0:*]\nset yrange [*:1]\nset logscale y\nset format y '10^{%T}'\n" +
         curves + "\n";
}

}  // namespace

std::string tw_plot(const std::vector<TwMeasurement>& measurements, const std::string& title,
                    PictureFormat format) {
  std::string panels = load_panel(measurements);
  unsigned count = 1;
  for (const HopKind kind : plotted_kinds) {
    if (!plotted(measurements, kind)) continue;
    panels += histogram_panel(measurements, kind);
    ++count;
  }
  return data_of(measurements) + gnuplot_terminal(format, 600 * count, 480) +
         // Viridis (S. van der Walt, N. Smith, 2015) without its palest end.
         "set palette defined (0 '#440154', 1 '#414487', 2 '#2A788E', 3 '#22A884', 4 '#7AD151')\n"
         "unset colorbox\n"
         "set grid lc rgb '#DDDDDD' lw 1\nset border 3\nset tics nomirror font ',9'\n"
         "set samples 2\nset key outside right center vertical Left reverse noenhanced samplen "
         "2.5\n" +
         fmt::format("set multiplot layout 1,{} title {} noenhanced\n", count,
                     gnuplot_text(title)) +
         panels + "unset multiplot\n";
}

}  // namespace swapfly
