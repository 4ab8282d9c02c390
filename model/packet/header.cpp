#include "model/packet/header.hpp"

#include <charconv>

namespace swapfly {
namespace {

std::string field(char name, std::uint16_t value) {
  return name + (value == every_port ? std::string("*") : std::to_string(value));
}

/// Reads from the front of a text, passing over blanks.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool take(char wanted) {
    pass_blanks();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  template <class Number>
  bool number(Number& value) {
    pass_blanks();
    const char* const end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, value);
    if (error != std::errc()) return false;
    rest_.remove_prefix(static_cast<std::size_t>(stop - rest_.data()));
    return true;
  }

  /// A port, `*`, or "-" for a field that no hop will use.
  bool field(char name, std::uint16_t& value) {
    take(name);
    if (take('*')) {
      value = every_port;
      return true;
    }
    if (take('-')) {
      value = 0;
      return true;
    }
    return number(value) && value != every_port;
  }

  bool at_end() {
    pass_blanks();
    return rest_.empty();
  }

 private:
  void pass_blanks() {
    while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

}  // namespace

std::string to_string(const Header& header) {
  return "[" + std::to_string(header.hops) + ";" + field('g', header.gamma) + "," +
         field('p', header.pi) + "," + field('d', header.delta) + "]" + (header.skip ? "s" : "");
}

std::optional<Header> parse_header(std::string_view text) {
  Reader reader(text);
  Header header;
  const bool fields = reader.take('[') && reader.number(header.hops) && reader.take(';') &&
                      reader.field('g', header.gamma) && reader.take(',') &&
                      reader.field('p', header.pi) && reader.take(',') &&
                      reader.field('d', header.delta) && reader.take(']');
  if (!fields) return std::nullopt;
  header.skip = reader.take('s');
  if (!reader.at_end()) return std::nullopt;
  return header;
}

}  // namespace swapfly
