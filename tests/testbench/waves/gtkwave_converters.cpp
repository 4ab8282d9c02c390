#include "tests/testbench/waves/gtkwave_converters.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace swapfly::test {
namespace {

/// `from_option` and `to_option` stand before the paths.
void convert(const std::string& converter, const std::string& from_option, const std::string& from,
             const std::string& to_option, const std::string& to) {
  if (std::system(("command -v " + converter + " > /dev/null 2>&1").c_str()) != 0) {
    throw std::runtime_error(converter + " is not installed: see tools/setup.sh");
  }
  const std::string command = converter + " " + from_option + " '" + from + "' " + to_option +
                              " '" + to + "' > /dev/null 2>&1 < /dev/null";
  if (std::system(command.c_str()) != 0 || !std::filesystem::exists(to)) {
    throw std::runtime_error(converter + " cannot read " + from);
  }
}

}  // namespace

std::string fst_to_vcd(const std::string& path) {
  std::string to = path + ".vcd";
  convert("fst2vcd", "-f", path, "-o", to);
  return to;
}

std::string vcd_to_fst(const std::string& path) {
  std::string to = path + ".fst";
  convert("vcd2fst", "-v", path, "-f", to);
  return to;
}

std::string as_vcd(const std::string& path) {
  return std::filesystem::path(path).extension() == ".fst" ? fst_to_vcd(path) : path;
}

}  // namespace swapfly::test
