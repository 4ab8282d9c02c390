#include <fcntl.h>
#include <unistd.h>
#include <verilated_vcd_c.h>

#include <cerrno>

#include "testbench/waves/trace_adapter.hpp"
#include "testbench/waves/wave_formats.hpp"

namespace swapfly {
namespace {

/// Where the VCD writer's bytes go. Verilator ends the process when a write fails, a long run's
/// results with it; so nothing fails here: the first error is kept, what comes after it dropped.
class VcdSink final : public VerilatedVcdFile {
 public:
  ~VcdSink() override { close_file(); }

  bool open(const std::string& name) override {
    error_ = 0;
    written_ = complete_ = 0;
    file_ = ::open(name.c_str(), O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) error_ = errno;
    return file_ >= 0;
  }

  void close() override { close_file(); }

  ssize_t write(const char* bytes, ssize_t length) override {
    for (ssize_t done = 0; done < length && error_ == 0;) {
      const ssize_t got = ::write(file_, bytes + done, static_cast<std::size_t>(length - done));
      if (got >= 0) {
        note_lines(bytes + done, got);
        done += got;
      } else if (errno != EINTR) {
        error_ = errno;
      }
    }
    return length;
  }

  int error() const { return error_; }

 private:
  void note_lines(const char* bytes, ssize_t length) {
    for (ssize_t end = length; end > 0; --end) {
      if (bytes[end - 1] != '\n') continue;
      complete_ = written_ + end;
      break;
    }
    written_ += length;
  }

  void close_file() {
    if (file_ < 0) return;
    // Half a line would be read as a value of its own. (Fails for what is no file; no matter.)
    if (error_ != 0 && complete_ < written_ && ::ftruncate(file_, complete_) != 0) errno = 0;
    if (::close(file_) != 0 && error_ == 0) error_ = errno;
    file_ = -1;
  }

  int file_ = -1;
  int error_ = 0;
  off_t written_ = 0;
  off_t complete_ = 0;  // of these, up to the end of a line
};

struct VcdFormat {
  using Trace = VerilatedVcd;

  static void declare(Trace& trace, std::uint32_t code, const char* name, unsigned width) {
    const int high = static_cast<int>(width) - 1;
    if (width == 1) {
      trace.declBit(code, name, false, -1);
    } else if (width <= 32) {
      trace.declBus(code, name, false, -1, high, 0);
    } else {
      trace.declQuad(code, name, false, -1, high, 0);
    }
  }
};

class VcdFile final : public WaveFile {
 public:
  explicit VcdFile(std::string path) : WaveFile(std::move(path)) {
    trace_.set_time_unit(wave_time_unit);
    trace_.set_time_resolution(wave_time_unit);
  }
  ~VcdFile() override { trace_.close(); }

  void add(WaveSource& source) override { sources_.add(source); }
  VerilatedVcdC* vcd() override { return &trace_; }
  void within(const std::string& scope, const std::function<void()>& add_models) override {
    sources_.within(scope, add_models);
  }

  void open() override {
    Verilated::traceEverOn(true);
    trace_.open(path().c_str());
    if (!trace_.isOpen()) throw_cannot_open(sink_.error());
  }
  bool is_open() const override { return trace_.isOpen(); }
  void flush() override { trace_.flush(); }
  bool failed() const override { return sink_.error() != 0; }

  std::string close() override {
    trace_.close();
    return failed() ? write_failure(sink_.error()) : "";
  }

 private:
  void dump_sources(std::uint64_t picoseconds) override { trace_.dump(picoseconds); }

  VcdSink sink_;  // before what writes to it
  VerilatedVcdC trace_{&sink_};
  TraceSources<VcdFormat> sources_{*trace_.spTrace()};
};

}  // namespace

std::unique_ptr<WaveFile> make_vcd_file(const std::string& path) {
  return std::make_unique<VcdFile>(path);
}

}  // namespace swapfly
