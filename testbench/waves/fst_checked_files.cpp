#include "testbench/waves/fst_checked_files.hpp"

#include <sys/stat.h>

#include <atomic>
#include <cerrno>

namespace swapfly_fst {
namespace {

std::atomic<int> first_error{0};

void note_error() {
  int none = 0;
  first_error.compare_exchange_strong(none, errno != 0 ? errno : EIO);
}

}  // namespace

int fst_error() { return first_error.load(); }
void clear_fst_error() { first_error.store(0); }

std::FILE* checked_tmpfile() {
  const int file = ::memfd_create("fst", MFD_CLOEXEC);
  std::FILE* const stream = file < 0 ? nullptr : ::fdopen(file, "w+b");
  if (stream == nullptr) note_error();
  return stream;
}

std::size_t checked_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file) {
  errno = 0;
  const std::size_t done = std::fwrite(data, size, count, file);
  if (done < count && size > 0) note_error();
  return done;
}

int checked_fputc(int letter, std::FILE* file) {
  errno = 0;
  const int done = std::fputc(letter, file);
  if (done == EOF) note_error();
  return done;
}

int checked_fflush(std::FILE* file) {
  errno = 0;
  const int failed = std::fflush(file);
  if (failed != 0) note_error();
  return failed;
}

int checked_fclose(std::FILE* file) {
  errno = 0;
  const int failed = std::fclose(file);
  if (failed != 0) note_error();
  return failed;
}

int checked_fseeko(std::FILE* file, off_t offset, int whence) {
  errno = 0;
  const int failed = ::fseeko(file, offset, whence);
  if (failed != 0) note_error();
  return failed;
}

int checked_ftruncate(int file, off_t length) {
  errno = 0;
  const int failed = ::ftruncate(file, length);
  if (failed != 0) note_error();
  return failed;
}

void* checked_mmap(void* address, std::size_t length, int protection, int flags, int file,
                   off_t offset) {
  struct stat status {};
  const bool covered =
      ::fstat(file, &status) == 0 && status.st_size >= offset + static_cast<off_t>(length);
  if (covered) return ::mmap(address, length, protection, flags, file, offset);
  errno = 0;
  note_error();
  return ::mmap(nullptr, length, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

}  // namespace swapfly_fst
