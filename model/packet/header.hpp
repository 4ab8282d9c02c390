#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace swapfly {

/// A header field that holds `*`: leave by every port of that kind, port 0 included.
constexpr std::uint16_t every_port = 0xFFFF;

/// The synchronizing header [b; γ, π, δ] of the Swapped Dragonfly ([D2] section 2): the whole route
/// of a packet as a hop count and three port numbers.
struct Header {
  /// b, the hops left. 0 means arrived.
  std::uint8_t hops = 0;
  /// Local hops through port 0 are passed over in no time.
  bool skip = false;
  std::uint16_t gamma = 0;  ///< the next global port, or every_port
  std::uint16_t pi = 0;     ///< the local port after the next, or every_port
  std::uint16_t delta = 0;  ///< the next local port, or every_port

  friend bool operator==(const Header& a, const Header& b) {
    return a.hops == b.hops && a.skip == b.skip && a.gamma == b.gamma && a.pi == b.pi &&
           a.delta == b.delta;
  }
  friend bool operator!=(const Header& a, const Header& b) { return !(a == b); }
};

/// "[3;g1,p2,d0]", a `*` for every port, and "s" after the bracket where `skip` is set.
std::string to_string(const Header& header);

/// What to_string() writes, or the papers' shorter way: "[3;1,2,0]", with "-" for a field that no
/// hop uses, which is read as 0. Blanks do not count. Nothing where the text is no header.
std::optional<Header> parse_header(std::string_view text);

}  // namespace swapfly
