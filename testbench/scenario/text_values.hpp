#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace swapfly {

// Values in text files.

/// Without blanks at either end.
std::string_view trimmed(std::string_view text);

/// A value as an error line shows it: short, without control characters (a zero would end the
/// line).
std::string shown(std::string_view text);

/// Whether all of the text is a number, which `value` then is.
bool read_number(std::string_view text, std::uint64_t& value, int base = 10);

}  // namespace swapfly
