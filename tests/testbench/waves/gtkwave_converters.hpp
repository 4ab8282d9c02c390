#pragma once

#include <string>

namespace swapfly::test {

// The converters that come with GTKWave, which read waves as the viewer does. Both return the path
// of the new file, beside the old one, and throw std::runtime_error if the converter is not
// installed or does not understand the file: a test must not pass for want of its tool.

std::string fst_to_vcd(const std::string& path);
std::string vcd_to_fst(const std::string& path);

/// A VCD file, whatever the format of `path`: FST is converted.
std::string as_vcd(const std::string& path);

}  // namespace swapfly::test
