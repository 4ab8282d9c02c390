#pragma once

#include <memory>
#include <string>

#include "testbench/waves/wave_file.hpp"

namespace swapfly {

// The two kinds of WaveFile::create(). `path` is absolute.
std::unique_ptr<WaveFile> make_vcd_file(const std::string& path);
std::unique_ptr<WaveFile> make_fst_file(const std::string& path);

/// What both say of their times.
constexpr const char* wave_time_unit = "1ps";

}  // namespace swapfly
