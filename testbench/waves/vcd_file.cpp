#include <verilated_vcd_c.h>

#include "testbench/records/line_file.hpp"
#include "testbench/waves/trace_adapter.hpp"
#include "testbench/waves/wave_formats.hpp"

namespace swapfly {
namespace {

/// Where the VCD writer's bytes go. Verilator ends the process when a write fails, a long run's
/// results with it; so nothing fails here, and the file knows what went wrong.
class VcdSink final : public VerilatedVcdFile {
 public:
  ~VcdSink() override { file_.close(); }

  bool open(const std::string& name) override { return file_.open(name); }
  void close() override { file_.close(); }
  ssize_t write(const char* bytes, ssize_t length) override {
    file_.write({bytes, static_cast<std::size_t>(length)});
    return length;
  }

  int error() const { return file_.error(); }

 private:
  LineFile file_;
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
