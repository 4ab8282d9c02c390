#include "testbench/waves/wave_file.hpp"

#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "testbench/waves/wave_formats.hpp"

namespace swapfly {

std::unique_ptr<WaveFile> WaveFile::create(const std::string& path) {
  const std::filesystem::path absolute = std::filesystem::absolute(path).lexically_normal();
  if (absolute.extension() == ".fst") return make_fst_file(absolute.string());
  return make_vcd_file(absolute.string());
}

void WaveFile::dump(std::uint64_t picoseconds) {
  if (is_open() && !failed()) dump_sources(picoseconds);
}

void WaveFile::throw_cannot_open(int error) const {
  throw std::runtime_error("cannot open the wave file " + path_ + ": " + std::strerror(error));
}

std::string WaveFile::write_failure(int error) const {
  return "cannot write the wave file " + path_ + ": " + std::strerror(error) + "; it is incomplete";
}

}  // namespace swapfly
