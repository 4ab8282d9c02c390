#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

namespace swapfly {

/// A file of lines that grows while a simulation runs. Nothing throws: the first error is kept, and
/// what is written after it is dropped, so that a full disk ends no run. A file that an error cut
/// off ends with a whole line.
class LineFile {
 public:
  LineFile() = default;
  ~LineFile() { close(); }
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;

  /// Empties the file, or makes it.
  bool open(const std::string& path);
  void open_standard_output();
  bool is_open() const { return file_ >= 0; }
  void write(std::string_view bytes);
  void close();

  /// 0, or the errno of the first call that failed since open().
  int error() const { return error_; }

 private:
  int file_ = -1;
  int error_ = 0;
  off_t written_ = 0;
  off_t complete_ = 0;  ///< of these, up to the end of a line
};

}  // namespace swapfly
