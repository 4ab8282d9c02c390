#include "tests/testbench/waves/vcd_reader.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>  // mkdtemp

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace swapfly::test {
namespace {

/// Removes what the tests of this process wrote.
struct ScratchDirectories {
  ~ScratchDirectories() {
    for (const std::string& path : paths) std::filesystem::remove_all(path);
  }
  std::vector<std::string> paths;
};

}  // namespace

VcdReader::VcdReader(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("no file " + path);
  std::vector<std::string> scopes;
  bool definitions = true;
  const auto skip_to_end = [&file] {
    std::string text;
    for (std::string word; file >> word && word != "$end";) text += word;
    return text;
  };
  for (std::string word; file >> word;) {
    if (word == "$scope") {
      std::string kind, name;
      file >> kind >> name;
      scopes.push_back(name);
      skip_to_end();
    } else if (word == "$upscope") {
      scopes.pop_back();
      skip_to_end();
    } else if (word == "$var") {
      std::string kind, code, name;
      unsigned width = 0;
      file >> kind >> width >> code >> name;
      skip_to_end();
      std::string full;
      for (const std::string& scope : scopes) full += scope + '.';
      if (!signals_.emplace(full + name, Declared{code, width}).second) {
        throw std::runtime_error("declared twice: " + full + name);
      }
    } else if (word == "$timescale") {
      timescale_ = skip_to_end();
    } else if (word == "$enddefinitions") {
      definitions = false;
      skip_to_end();
    } else if (word == "$dumpvars" || word == "$end") {
      // fst2vcd puts these around the first values.
    } else if (word[0] == '$') {
      skip_to_end();
    } else if (definitions) {
      throw std::runtime_error("before the definitions end: " + word);
    } else if (word[0] == '#') {
      times_.push_back(std::stoull(word.substr(1)));
    } else if (word[0] == 'b') {
      std::string code;
      if (!(file >> code)) throw std::runtime_error("a value without a signal: " + word);
      if (word.find('x') != std::string::npos) continue;
      values_[code].changes.emplace_back(times_.at(times_.size() - 1),
                                         std::stoull(word.substr(1), nullptr, 2));
    } else if (word[0] == '0' || word[0] == '1') {
      values_[word.substr(1)].changes.emplace_back(times_.at(times_.size() - 1), word[0] - '0');
    } else if (word[0] != 'x') {
      throw std::runtime_error("not understood: " + word);
    }
  }
}

std::vector<std::string> VcdReader::names() const {
  std::vector<std::string> names;
  for (const auto& [name, declared] : signals_) names.push_back(name);
  return names;
}

const VcdReader::Values& VcdReader::values(const std::string& name) const {
  const auto signal = signals_.find(name);
  if (signal == signals_.end()) throw std::out_of_range("no signal " + name);
  const auto values = values_.find(signal->second.code);
  if (values == values_.end()) throw std::out_of_range("no value of " + name);
  return values->second;
}

std::uint64_t VcdReader::at(const std::string& name, std::uint64_t time) const {
  const auto& changes = values(name).changes;
  const auto later = std::upper_bound(changes.begin(), changes.end(), time,
                                      [](std::uint64_t t, const auto& c) { return t < c.first; });
  if (later == changes.begin()) throw std::out_of_range("no value yet of " + name);
  return std::prev(later)->second;
}

std::vector<std::uint64_t> VcdReader::clocks_high(const std::string& name) const {
  std::vector<std::uint64_t> clocks;
  for (std::uint64_t clock = times_.front() / 1000; clock * 1000 < times_.back(); ++clock) {
    if (in_clock(name, clock) != 0) clocks.push_back(clock);
  }
  return clocks;
}

std::size_t VcdReader::changes(const std::string& name) const {
  return values(name).changes.size();
}

std::string file_text(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string scratch_path(const std::string& name) {
  static ScratchDirectories directories;
  std::string directory = testing::TempDir() + "swapfly_waves_XXXXXX";
  if (mkdtemp(directory.data()) == nullptr) throw std::runtime_error("no directory for the test");
  directories.paths.push_back(directory);
  return directory + "/" + name;
}

}  // namespace swapfly::test
