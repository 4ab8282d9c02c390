#include <fcntl.h>
#include <unistd.h>
#include <verilated_fst_c.h>

#include <cerrno>

#include "testbench/waves/fst_error.hpp"
#include "testbench/waves/trace_adapter.hpp"
#include "testbench/waves/wave_formats.hpp"

namespace swapfly {
namespace {

struct FstFormat {
  using Trace = VerilatedFst;

  static void declare(Trace& trace, std::uint32_t code, const char* name, unsigned width) {
    constexpr int no_enumeration = -1;
    const int high = static_cast<int>(width) - 1;
    if (width == 1) {
      trace.declBit(code, name, no_enumeration, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1);
    } else if (width <= 32) {
      trace.declBus(code, name, no_enumeration, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, high,
                    0);
    } else {
      trace.declQuad(code, name, no_enumeration, FST_VD_IMPLICIT, FST_VT_VCD_WIRE, false, -1, high,
                     0);
    }
  }
};

class FstFile final : public WaveFile {
 public:
  explicit FstFile(std::string path) : WaveFile(std::move(path)) {
    trace_.set_time_unit(wave_time_unit);
    trace_.set_time_resolution(wave_time_unit);
  }
  ~FstFile() override { close(); }

  void add(WaveSource& source) override { sources_.add(source); }
  VerilatedFstC* fst() override { return &trace_; }
  void within(const std::string& scope, const std::function<void()>& add_models) override {
    sources_.within(scope, add_models);
  }

  void open() override {
    // The writer does not say why it cannot open a file; the system does.
    const int file = ::open(path().c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) throw_cannot_open(errno);
    ::close(file);
    swapfly_fst::clear_fst_error();
    Verilated::traceEverOn(true);
    errno = 0;
    trace_.open(path().c_str());
    if (!trace_.isOpen()) throw_cannot_open(errno != 0 ? errno : EIO);
  }
  bool is_open() const override { return trace_.isOpen(); }
  void flush() override {
    if (is_open() && !failed()) trace_.flush();
  }
  bool failed() const override {
    return error_ != 0 || (is_open() && swapfly_fst::fst_error() != 0);
  }

  std::string close() override {
    if (is_open()) {
      trace_.close();
      error_ = swapfly_fst::fst_error();
    }
    return failed() ? write_failure(error_) : "";
  }

 private:
  void dump_sources(std::uint64_t picoseconds) override { trace_.dump(picoseconds); }

  int error_ = 0;
  VerilatedFstC trace_;
  TraceSources<FstFormat> sources_{*trace_.spTrace()};
};

}  // namespace

std::unique_ptr<WaveFile> make_fst_file(const std::string& path) {
  return std::make_unique<FstFile>(path);
}

}  // namespace swapfly
