#include "testbench/waves/gtkwave_save.hpp"

#include <fmt/core.h>

#include <cmath>

namespace swapfly {
namespace {

// How GTKWave shows a row, as bits of its "@" lines.
constexpr unsigned hexadecimal = 0x2;
constexpr unsigned decimal = 0x4;
constexpr unsigned binary = 0x8;
constexpr unsigned right_justified = 0x20;
constexpr unsigned blank = 0x200;
constexpr unsigned collapsed = 0x1000;
constexpr unsigned translated_by_file = 0x2000;
constexpr unsigned closed_group = 0x400000;
constexpr unsigned group_begin = 0x800000;
constexpr unsigned group_end = 0x1000000;

unsigned flags(GtkwaveSave::Radix radix) {
  switch (radix) {
    case GtkwaveSave::Radix::binary:
      return binary | right_justified;
    case GtkwaveSave::Radix::decimal:
      return decimal | right_justified;
    case GtkwaveSave::Radix::hexadecimal:
      break;
  }
  return hexadecimal | right_justified;
}

std::string reference(const std::string& path, unsigned width) {
  return width == 1 ? path : fmt::format("{}[{}:0]", path, width - 1);
}

/// "[treeopen] network." and so on down.
std::string open_tree(const std::string& scope) {
  std::string lines;
  for (std::size_t dot = 0; dot != std::string::npos;) {
    dot = scope.find('.', dot + 1);
    lines += fmt::format("[treeopen] {}.\n", scope.substr(0, dot));
  }
  return lines;
}

}  // namespace

GtkwaveSave::GtkwaveSave(const Files& files, const View& view)
    : header_filter_(files.header_filter) {
  // GTKWave's zoom is the logarithm of the time that 200 pixels show; the marker and the 26 named
  // ones are unset.
  const double zoom = -std::log2(200 * view.picoseconds_a_pixel);
  text_ = fmt::format("[*]\n[dumpfile] \"{}\"\n[savefile] \"{}\"\n[timestart] {}\n", files.waves,
                      files.save, view.start);
  text_ += fmt::format("[size] 1500 900\n[pos] -1 -1\n*{:.6f}", zoom);
  for (int marker = 0; marker < 27; ++marker) text_ += " -1";
  text_ += "\n" + open_tree(view.tree);
  text_ += "[sst_width] 220\n[signals_width] 230\n[sst_expanded] 1\n[sst_vpaned_height] 350\n";
}

void GtkwaveSave::open_group(const std::string& name, bool closed) {
  text_ += fmt::format("@{:x}\n-{}\n", group_begin | blank | (closed ? closed_group : 0), name);
  groups_.push_back({name, closed});
  ++rows_;
}

void GtkwaveSave::close_group() {
  const Group& group = groups_.back();
  const unsigned hidden = group.closed ? closed_group | collapsed : 0;
  text_ += fmt::format("@{:x}\n-{}\n", group_end | blank | hidden, group.name);
  groups_.pop_back();
  ++rows_;
}

void GtkwaveSave::signal(const std::string& path, unsigned width, Radix radix,
                         const std::string& alias) {
  const std::string prefix = alias.empty() ? "" : fmt::format("+{{{}}} ", alias);
  text_ += fmt::format("@{:x}\n{}{}\n", flags(radix), prefix, reference(path, width));
  ++rows_;
}

void GtkwaveSave::header(const std::string& wire, unsigned header_bits, const std::string& alias) {
  text_ += fmt::format("@{:x}\n^1 {}\n#{{{}}} {}.valid",
                       translated_by_file | flags(Radix::hexadecimal), header_filter_, alias, wire);
  const std::string header = reference(wire + ".header", header_bits);
  for (unsigned bit = 0; bit < header_bits; ++bit) text_ += fmt::format(" ({}){}", bit, header);
  text_ += fmt::format(" {}.beat\n", wire);
  ++rows_;
}

void GtkwaveSave::comment(const std::string& text) {
  text_ += fmt::format("@{:x}\n-{}\n", blank, text);
  ++rows_;
}

}  // namespace swapfly
