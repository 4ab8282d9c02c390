#include "testbench/waves/wave_writer.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "testbench/waves/network_probe.hpp"
#include "testbench/waves/network_view.hpp"
#include "testbench/waves/scope_pattern.hpp"

namespace swapfly {
namespace {

/// Of a run that is killed, the rest since the last multiple of this is lost.
constexpr std::uint64_t clocks_between_flushes = 1U << 16U;

void check(const WaveOptions& options) {
  if (options.from > options.to) {
    throw std::invalid_argument(
        fmt::format("--vcd-from {} is above --vcd-to {}; accepted: a first clock up to the last",
                    options.from, options.to));
  }
  if (std::filesystem::path(options.path).extension() == ".gtkw") {
    throw std::invalid_argument(fmt::format(
        "--vcd {}: that is how GTKWave's save file beside the waves is named; accepted: "
        "names that end in .fst for FST, any others for VCD",
        options.path));
  }
}

/// Empty if it worked; else the error, and no file that is cut off is left.
std::string write_text(const std::string& path, const std::string& text) {
  errno = 0;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return "";
  const int error = errno != 0 ? errno : EIO;
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) std::filesystem::remove(path, ignored);
  return fmt::format("cannot write {}: {}", path, std::strerror(error));
}

}  // namespace

WaveWriter::WaveWriter(Fabric& fabric, WaveOptions options) : options_(std::move(options)) {
  check(options_);
  routers_ = routers_in_scope(options_.scope, fabric.topology(), "--vcd-scope");
  probe_ = std::make_unique<NetworkProbe>(fabric, routers_);
  file_ = WaveFile::create(options_.path);
  file_->add(*probe_);
  fabric.watch_ejections();
}

WaveWriter::~WaveWriter() { finish(); }

void WaveWriter::open() {
  if (opened_) return;
  file_->open();
  opened_ = true;
}

void WaveWriter::dump(Instant instant, Clock picoseconds) {
  before_dump_(instant == Instant::clock_start);
  probe_->set_instant(instant);
  file_->dump(picoseconds);
}

void WaveWriter::clock_done(const Fabric& fabric) {
  const Clock now = fabric.now();
  if (now > options_.to || now + 1 < options_.from) return;
  if (now < options_.from) {
    probe_->look_ahead();
    return;
  }
  if (finished_ || file_->failed()) return;
  open();
  dump(Instant::clock_start, now * clock_period);
  dump(Instant::clock_middle, now * clock_period + clock_period / 2);
  end_ = now + 1;
  ++clocks_written_;
  if (clocks_written_ % clocks_between_flushes == 0) file_->flush();
}

std::string WaveWriter::finish() {
  if (finished_ || !opened_) return error_;
  finished_ = true;
  if (clocks_written_ > 0) {
    // A last time, so that the last clock has a width.
    dump(Instant::end, end_ * clock_period);
  }
  error_ = file_->close();
  if (std::filesystem::is_regular_file(file_->path())) {
    const std::string companions = write_companions();
    if (error_.empty()) error_ = companions;
  }
  return error_;
}

std::string WaveWriter::write_companions() const {
  const auto beside = [this](const char* extension) {
    return std::filesystem::path(file_->path()).replace_extension(extension).string();
  };
  const GtkwaveSave::Files files{file_->path(), beside(".gtkw"), beside(".headers.txt")};
  std::string failure = write_text(files.header_filter, probe_->context().names.filter());
  if (!failure.empty()) return failure;
  return write_text(files.save, network_view(*probe_, foreign_, groups_, files, options_.from));
}

}  // namespace swapfly
