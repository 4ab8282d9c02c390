#include "testbench/scenario/text_values.hpp"

#include <charconv>

namespace swapfly {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.empty()) return "empty";
  std::string out(text.size() <= longest ? text : text.substr(0, longest - 3));
  for (char& letter : out) {
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  }
  return text.size() <= longest ? out : out + "...";
}

bool read_number(std::string_view text, std::uint64_t& value, int base) {
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value, base);
  return error == std::errc() && stop == end;
}

}  // namespace swapfly
