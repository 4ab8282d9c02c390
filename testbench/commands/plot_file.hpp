#pragma once

#include <atomic>
#include <filesystem>
#include <string>

#include "testbench/processes/gnuplot.hpp"
#include "testbench/results/output.hpp"

namespace swapfly {

/// By the end of a path that --plot names; throws ConfigurationError for another.
PictureFormat picture_format(const std::filesystem::path& path);

/// The picture of --plot, whose file is there before the work starts. What can go wrong comes back
/// as one line; an empty one is good.
class PlotFile {
 public:
  std::string open(const std::filesystem::path& path);
  std::string draw(const std::string& script, const std::atomic<bool>& stop_requested);
  /// There is nothing to draw: an earlier picture stays, an empty file does not.
  void discard() const;

 private:
  std::filesystem::path path_;
  bool was_there_ = false;
  OutputFile file_;
};

}  // namespace swapfly
