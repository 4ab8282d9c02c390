#include "testbench/commands/plot_file.hpp"

#include <fmt/core.h>

#include "testbench/scenario/key_table.hpp"

namespace swapfly {

PictureFormat picture_format(const std::filesystem::path& path) {
  const std::string extension = path.extension().string();
  if (extension == ".svg") return PictureFormat::svg;
  if (extension == ".png") return PictureFormat::png;
  throw ConfigurationError(
      fmt::format("--plot is {}; accepted: a path that ends in .svg or .png", path.string()));
}

std::string PlotFile::open(const std::filesystem::path& path) {
  if (!find_program("gnuplot")) {
    return "--plot needs gnuplot, which is not installed; tools/setup.sh installs it";
  }
  path_ = path;
  std::error_code ignored;
  was_there_ = std::filesystem::exists(path, ignored);
  return file_.open(path);
}

std::string PlotFile::draw(const std::string& script, const std::atomic<bool>& stop_requested) {
  const Picture picture = draw_with_gnuplot(script, stop_requested);
  if (picture.error.empty()) return file_.write(picture.bytes);
  discard();
  return picture.error;
}

void PlotFile::discard() const {
  std::error_code ignored;
  if (!was_there_) std::filesystem::remove(path_, ignored);
}

}  // namespace swapfly
