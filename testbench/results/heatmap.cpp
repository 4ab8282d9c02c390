#include "testbench/results/heatmap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "testbench/results/link_load_report.hpp"

namespace swapfly {
namespace {

struct Colour {
  unsigned red, green, blue;
};

/// Viridis (S. van der Walt, N. Smith, 2015), in tenths: evenly perceived steps, rising lightness,
/// and told apart with every common colour blindness.
constexpr std::array<Colour, 11> scale_colours = {{{0x44, 0x01, 0x54},
                                                   {0x48, 0x24, 0x75},
                                                   {0x41, 0x44, 0x87},
                                                   {0x35, 0x5F, 0x8D},
                                                   {0x2A, 0x78, 0x8E},
                                                   {0x21, 0x91, 0x8C},
                                                   {0x22, 0xA8, 0x84},
                                                   {0x44, 0xBF, 0x70},
                                                   {0x7A, 0xD1, 0x51},
                                                   {0xBD, 0xDF, 0x26},
                                                   {0xFD, 0xE7, 0x25}}};

std::string to_string(const Colour& colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

/// The colour of a share of the scale, from 0 to 1.
Colour colour_at(double share) {
  const double place = std::clamp(share, 0.0, 1.0) * (scale_colours.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const Colour& from = scale_colours[below];
  const Colour& to = scale_colours[std::min(below + 1, scale_colours.size() - 1)];
  const auto mix = [part = place - static_cast<double>(below)](unsigned a, unsigned b) {
    return static_cast<unsigned>(std::lround(a + part * (double{1.0} * b - a)));
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

/// The end of a scale from 0 that holds `highest`: 1, 2 or 5 times a power of ten.
double scale_end(double highest) {
  if (highest <= 0) return 1;
  const double power = std::pow(10, std::floor(std::log10(highest)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (highest <= step * power * (1 + 1e-9)) return step * power;
  }
  return 10 * power;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char letter : text) {
    switch (letter) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += letter;
    }
  }
  return out;
}

/// Draws one picture, top to bottom.
class Heatmap {
 public:
  Heatmap(const LinkLoads& loads, const std::string& title)
      : loads_(loads),
        title_(title),
        rows_(loads.topology.K()),
        columns_(loads.topology.M()),
        cell_(std::clamp(480.0 / std::max(rows_, columns_), 6.0, 56.0)) {
    double highest = 0;
    for (unsigned drawer = 0; drawer < loads.topology.drawer_count(); ++drawer) {
      for (const PortKind kind : {PortKind::local, PortKind::global}) {
        highest = std::max(highest, of_drawer(kind, drawer).mean);
      }
    }
    scale_ = scale_end(highest);
  }

  std::string draw() {
    const double panel = std::max(columns_ * cell_, narrowest_panel);
    const double second = left + panel + gap;
    const double bar = second + panel + 40;
    const double width = bar + 100;
    const double height = top + std::max(rows_ * cell_, shortest_bar) + bottom;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"DejaVu Sans, Helvetica, Arial, "
        "sans-serif\" font-size=\"13\" fill=\"#222\" stroke=\"none\">\n",
        width, height);
    rectangle(0, 0, width, height, "#fff");
    text(left, 32, title_, "font-size=\"17\" font-weight=\"bold\"");
    draw_panel(PortKind::local, "local links", left);
    draw_panel(PortKind::global, "global links", second);
    draw_bar(bar);
    text(
        left, height - 14,
        "A cell is a drawer: the mean load, in flits a clock, of the links that leave its routers, "
        "holds included.",
        "font-size=\"12\" fill=\"#555\"");
    return out_ + "</svg>\n";
  }

 private:
  static constexpr double left = 72, top = 104, bottom = 92, gap = 84;
  static constexpr double narrowest_panel = 330;  ///< for the line under it
  static constexpr double shortest_bar = 160;

  LoadSummary of_drawer(PortKind kind, unsigned drawer) const {
    return loads_.summary(kind, drawer * columns_, columns_);
  }

  void text(double x, double y, const std::string& what, const std::string& style = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y,
                        style.empty() ? "" : " ", style, escaped(what));
  }

  void rectangle(double x, double y, double width, double height, const std::string& fill,
                 const std::string& tooltip = "") {
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\"{}\n", x, y,
        width, height, fill,
        tooltip.empty() ? "/>" : fmt::format("><title>{}</title></rect>", escaped(tooltip)));
  }

  void draw_panel(PortKind kind, const std::string& name, double x) {
    text(x, top - 44, name, "font-size=\"15\" font-weight=\"bold\"");
    draw_labels(x);
    for (unsigned c = 0; c < rows_; ++c) {
      for (unsigned d = 0; d < columns_; ++d) draw_cell(kind, c, d, x + d * cell_);
    }
    const LoadSummary all = loads_.summary(kind);
    const double below = top + std::max(rows_ * cell_, shortest_bar);
    text(x, below + 24, fmt::format("mean {:.3f}", all.mean));
    text(x, below + 42,
         fmt::format("highest {:.3f}, {}", all.highest,
                     link_name(loads_.topology, all.router, all.port)));
  }

  void draw_labels(double x) {
    // Numbers are some 20 wide; where cells are smaller, not every one has its own.
    unsigned step = 1;
    while (step * cell_ < 20) step *= 2;
    text(x + columns_ * cell_ / 2, top - 24, "drawer", "text-anchor=\"middle\" fill=\"#555\"");
    for (unsigned d = 0; d < columns_; d += step) {
      text(x + (d + 0.5) * cell_, top - 7, std::to_string(d), "text-anchor=\"middle\"");
    }
    text(x - 8, top - 7, "cabinet", "text-anchor=\"end\" fill=\"#555\"");
    for (unsigned c = 0; c < rows_; c += step) {
      text(x - 8, top + (c + 0.5) * cell_ + 4.5, std::to_string(c), "text-anchor=\"end\"");
    }
  }

  void draw_cell(PortKind kind, unsigned c, unsigned d, double x) {
    const LoadSummary load = of_drawer(kind, c * columns_ + d);
    const double y = top + c * cell_;
    const double edge = cell_ >= 30 ? 2 : cell_ >= 12 ? 1 : 0;
    rectangle(x, y, cell_ - edge, cell_ - edge, to_string(colour_at(load.mean / scale_)),
              fmt::format("cabinet {}, drawer {}: mean {:.4f}, highest {:.4f}, {}", c, d, load.mean,
                          load.highest, link_name(loads_.topology, load.router, load.port)));
    if (cell_ < 30) return;
    text(x + cell_ / 2, y + cell_ / 2 + 4,
         load.mean == 0 ? "0" : fmt::format("{:.{}f}", load.mean, scale_ > 0.1 ? 2 : 3),
         fmt::format("text-anchor=\"middle\" font-size=\"{}\" fill=\"{}\" pointer-events=\"none\"",
                     cell_ >= 40 ? 12 : 10, load.mean / scale_ < 0.55 ? "#fff" : "#000"));
  }

  void draw_bar(double x) {
    const double height = std::max(std::min(rows_ * cell_, 320.0), shortest_bar);
    // In strips rather than as a gradient, which not every viewer draws.
    constexpr int strips = 80;
    const double strip = height / strips;
    for (int i = 0; i < strips; ++i) {
      rectangle(x, top + height - (i + 1) * strip, 18, strip + (i > 0 ? 0.5 : 0),
                to_string(colour_at((i + 0.5) / strips)));
    }
    text(x, top - 24, "load", "fill=\"#555\"");
    constexpr int ticks = 5;
    for (int i = 0; i <= ticks; ++i) {
      const double y = top + height * (1 - double(i) / ticks);
      rectangle(x + 18, y - 0.5, 5, 1, "#222");
      text(x + 28, y + 4.5, fmt::format("{:.3g}", scale_ * i / ticks));
    }
  }

  const LinkLoads& loads_;
  const std::string& title_;
  unsigned rows_, columns_;
  double cell_;
  double scale_ = 1;
  std::string out_;
};

}  // namespace

std::string link_load_heatmap(const LinkLoads& loads, const std::string& title) {
  return Heatmap(loads, title).draw();
}

}  // namespace swapfly
