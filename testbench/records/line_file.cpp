#include "testbench/records/line_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace swapfly {

bool LineFile::open(const std::string& path) {
  close();
  error_ = 0;
  written_ = complete_ = 0;
  file_ = ::open(path.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0666);
  if (file_ < 0) error_ = errno;
  return is_open();
}

void LineFile::open_standard_output() {
  close();
  error_ = 0;
  written_ = complete_ = 0;
  file_ = STDOUT_FILENO;
}

void LineFile::write(std::string_view bytes) {
  while (!bytes.empty() && error_ == 0) {
    const ssize_t got = ::write(file_, bytes.data(), bytes.size());
    if (got < 0) {
      if (errno != EINTR) error_ = errno;
      continue;
    }
    const std::string_view done = bytes.substr(0, static_cast<std::size_t>(got));
    const std::size_t line_end = done.rfind('\n');
    if (line_end != std::string_view::npos) {
      complete_ = written_ + static_cast<off_t>(line_end) + 1;
    }
    written_ += got;
    bytes.remove_prefix(done.size());
  }
}

void LineFile::close() {
  if (file_ < 0) return;
  if (file_ != STDOUT_FILENO) {
    // Half a line would be read as one. (Fails for what is no file; no matter.)
    if (error_ != 0 && complete_ < written_ && ::ftruncate(file_, complete_) != 0) errno = 0;
    if (::close(file_) != 0 && error_ == 0) error_ = errno;
  }
  file_ = -1;
}

}  // namespace swapfly
