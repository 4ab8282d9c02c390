#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>

#include "model/packet/flit_layout.hpp"

namespace swapfly {

/// The packed headers that a trace shows, and how to say them.
class HeaderNames {
 public:
  explicit HeaderNames(const FlitLayout& layout) : layout_(layout) {}

  void add(std::uint64_t packed_header) { seen_.insert(packed_header); }
  /// Characters of the longest name; 0 if there is none.
  std::size_t longest() const;

  /// A GTKWave translate filter: lines "value text", the value as GTKWave shows it in hexadecimal.
  /// It fits two signals: {valid, header, beat} of a wire, with a text for no flit as well, and
  /// `header` alone.
  std::string filter() const;

 private:
  const FlitLayout& layout_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace swapfly
