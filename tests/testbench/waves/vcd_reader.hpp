#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace swapfly::test {

/// Reads a VCD file back. Written from the standard (IEEE 1364, clause 18), not from what writes
/// the files.
class VcdReader {
 public:
  /// Throws std::runtime_error for what is no VCD file.
  explicit VcdReader(const std::string& path);

  bool has(const std::string& name) const { return signals_.count(name) != 0; }
  std::vector<std::string> names() const;
  unsigned width(const std::string& name) const { return signals_.at(name).width; }
  const std::string& timescale() const { return timescale_; }
  /// Of all time stamps, in the order of the file.
  const std::vector<std::uint64_t>& times() const { return times_; }

  /// The value of a signal from `time` on: the last one given at or before it. Throws
  /// std::out_of_range for a signal that is not there, or has no value yet.
  std::uint64_t at(const std::string& name, std::uint64_t time) const;
  /// In the clock numbered `clock`, just before its end.
  std::uint64_t in_clock(const std::string& name, std::uint64_t clock) const {
    return at(name, clock * 1000 + 999);
  }
  /// The clocks, among those the file covers, in which the signal is not 0.
  std::vector<std::uint64_t> clocks_high(const std::string& name) const;
  /// How often a value of the signal is given.
  std::size_t changes(const std::string& name) const;

 private:
  struct Values {
    std::vector<std::pair<std::uint64_t, std::uint64_t>> changes;  // time, value
  };
  struct Declared {
    std::string code;
    unsigned width = 0;
  };

  const Values& values(const std::string& name) const;

  std::string timescale_;
  std::vector<std::uint64_t> times_;
  std::map<std::string, Declared> signals_;
  std::map<std::string, Values> values_;  // by code
};

std::string file_text(const std::string& path);

/// A path for a file of the test that runs, in a new directory of its own that goes with the
/// process.
std::string scratch_path(const std::string& name);

}  // namespace swapfly::test
