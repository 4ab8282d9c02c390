#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>

namespace swapfly {

/// A program of the search path; nothing where there is none of that name.
std::optional<std::filesystem::path> find_program(const std::string& name);

enum class PictureFormat { svg, png };

/// A text as scripts have it.
std::string gnuplot_text(const std::string& text);
/// The line that chooses a picture of so many pixels, in the look that all our pictures share.
std::string gnuplot_terminal(PictureFormat format, unsigned width, unsigned height);

/// What gnuplot made of a script that names a terminal and no output.
struct Picture {
  std::string bytes;
  std::string error;  ///< one line; empty if there is a picture
};

/// Runs gnuplot; no file is involved.
Picture draw_with_gnuplot(const std::string& script, const std::atomic<bool>& stop_requested);

}  // namespace swapfly
