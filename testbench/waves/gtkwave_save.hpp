#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace swapfly {

/// Writes a save file of GTKWave: which signals it shows, and how.
class GtkwaveSave {
 public:
  struct Files {
    std::string waves;
    std::string save;
    std::string header_filter;  ///< for header()
  };
  struct View {
    std::uint64_t start = 0;         ///< picoseconds: where the picture begins
    double picoseconds_a_pixel = 1;  ///< its scale
    std::string tree;                ///< the scope that the tree of scopes is opened down to
  };
  enum class Radix { binary, decimal, hexadecimal };

  /// All paths absolute: GTKWave looks for a relative filter where it was started, not where the
  /// save file lies.
  GtkwaveSave(const Files& files, const View& view);

  void open_group(const std::string& name, bool closed);
  void close_group();
  /// `path` is the hierarchical name; `alias`, unless empty, what is shown instead.
  void signal(const std::string& path, unsigned width, Radix radix, const std::string& alias = "");
  /// The signals `valid`, `header` and `beat` of a wire as one, translated: a header's text for
  /// every flit, "-" while there is none. (The header alone would not tell no flit from
  /// [0;g0,p0,d0], nor two like flits in a row from one.)
  void header(const std::string& wire, unsigned header_bits, const std::string& alias);
  void comment(const std::string& text);

  /// Lines that GTKWave shows, those in closed groups included.
  unsigned rows() const { return rows_; }
  const std::string& text() const { return text_; }

 private:
  struct Group {
    std::string name;
    bool closed = false;
  };

  std::string header_filter_;
  std::string text_;
  std::vector<Group> groups_;  // those not ended yet
  unsigned rows_ = 0;
};

}  // namespace swapfly
