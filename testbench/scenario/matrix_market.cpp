#include "testbench/scenario/matrix_market.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

#include "testbench/scenario/key_table.hpp"
#include "testbench/scenario/text_values.hpp"

namespace swapfly {
namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

template <class Number>
std::optional<Number> number_of(std::string_view text) {
  if (text.size() > 1 && text.front() == '+') text.remove_prefix(1);
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  MarketMatrix read() {
    read_banner();
    read_sizes();
    if (array_) {
      read_array();
    } else {
      read_coordinates();
    }
    if (next_line()) refuse("an end after the last element");
    return std::move(matrix_);
  }

 private:
  [[noreturn]] void refuse(const std::string& accepted) const {
    throw ConfigurationError(
        fmt::format("{}, line {}, is {}; accepted: {}", name_, number_, shown(line_), accepted));
  }

  /// The next line that is neither blank nor a comment; false where the file ends before.
  bool next_line() {
    while (!text_.empty()) {
      const std::size_t end = std::min(text_.find('\n'), text_.size());
      line_ = trimmed(text_.substr(0, end));
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++number_;
      if (!line_.empty() && (line_.front() != '%' || number_ == 1)) return true;
    }
    line_ = "the end of the file";
    return false;
  }

  void read_banner() {
    static const char* const accepted =
        "%%MatrixMarket matrix array|coordinate real|integer|pattern general|symmetric";
    next_line();
    const std::vector<std::string_view> words = words_of(line_);
    if (words.size() != 5 || words[0] != "%%MatrixMarket" || lower_case(words[1]) != "matrix") {
      refuse(accepted);
    }
    const std::string format = lower_case(words[2]);
    const std::string field = lower_case(words[3]);
    const std::string symmetry = lower_case(words[4]);
    array_ = format == "array";
    pattern_ = field == "pattern";
    matrix_.symmetric = symmetry == "symmetric";
    if (field == "real" || field == "double") matrix_.numbers = NumberKind::real;
    const bool known_field = pattern_ || field == "integer" || matrix_.numbers == NumberKind::real;
    const bool known = (array_ || format == "coordinate") && known_field && !(array_ && pattern_) &&
                       (matrix_.symmetric || symmetry == "general");
    if (!known) refuse(accepted);
  }

  void read_sizes() {
    const char* const what = array_ ? "rows and columns, at least 1"
                                    : "rows, columns and the number of entries, at least 1 1 0";
    next_line();
    const std::vector<std::string_view> words = words_of(line_);
    std::uint64_t sizes[3] = {};
    if (words.size() != (array_ ? 2 : 3)) refuse(what);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (!read_number(words[i], sizes[i])) refuse(what);
    }
    matrix_.rows = sizes[0];
    matrix_.columns = sizes[1];
    entries_ = sizes[2];
    if (sizes[0] == 0 || sizes[1] == 0) refuse(what);
    if (sizes[0] > most_matrix_elements / sizes[1]) {
      refuse(fmt::format("rows times columns up to {}", most_matrix_elements));
    }
    if (matrix_.symmetric && sizes[0] != sizes[1]) refuse("as many rows as columns if symmetric");
    matrix_.words.resize(sizes[0] * sizes[1]);
  }

  std::uint64_t value(std::string_view word) const {
    if (matrix_.numbers == NumberKind::real) {
      const std::optional<double> real = number_of<double>(word);
      if (!real || !std::isfinite(*real)) refuse("a finite number as the value");
      return Arithmetic::word(*real);
    }
    const std::optional<std::int64_t> integer = number_of<std::int64_t>(word);
    if (!integer) refuse("an integer of 64 bits as the value");
    return static_cast<std::uint64_t>(*integer);
  }

  void set(std::uint64_t row, std::uint64_t column, std::uint64_t word) {
    matrix_.words[row * matrix_.columns + column] = word;
    if (matrix_.symmetric) matrix_.words[column * matrix_.columns + row] = word;
  }

  /// Column by column; of a symmetric matrix from the diagonal on.
  void read_array() {
    for (std::uint64_t column = 0; column < matrix_.columns; ++column) {
      for (std::uint64_t row = matrix_.symmetric ? column : 0; row < matrix_.rows; ++row) {
        const bool there = next_line();
        if (!there || words_of(line_).size() != 1) {
          refuse(fmt::format("element ({}, {})", row + 1, column + 1));
        }
        set(row, column, value(line_));
      }
    }
  }

  void read_coordinates() {
    std::vector<bool> seen(matrix_.words.size());
    const std::size_t fields = pattern_ ? 2 : 3;
    for (std::uint64_t entry = 0; entry < entries_; ++entry) {
      const bool there = next_line();
      const std::vector<std::string_view> words = words_of(line_);
      if (!there || words.size() != fields) {
        refuse(fmt::format("entry {} of {}: {}", entry + 1, entries_,
                           pattern_ ? "row and column" : "row, column and value"));
      }
      const std::uint64_t row = place(words[0], "row", matrix_.rows);
      const std::uint64_t column = place(words[1], "column", matrix_.columns);
      if (matrix_.symmetric && column > row) refuse("the lower half if symmetric, row >= column");
      if (seen[row * matrix_.columns + column]) refuse("every element once");
      seen[row * matrix_.columns + column] = true;
      set(row, column, pattern_ ? 1 : value(words[2]));
    }
  }

  /// From 0.
  std::uint64_t place(std::string_view word, const char* what, std::uint64_t most) const {
    std::uint64_t number = 0;
    if (!read_number(word, number) || number == 0 || number > most) {
      refuse(fmt::format("a {} from 1 to {}", what, most));
    }
    return number - 1;
  }

  std::string_view text_;
  const std::string& name_;
  std::string_view line_;
  std::size_t number_ = 0;
  bool array_ = false;
  bool pattern_ = false;
  std::uint64_t entries_ = 0;
  MarketMatrix matrix_;
};

}  // namespace

MarketMatrix parse_matrix_market(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

DenseMatrix dense(const MarketMatrix& matrix, const Arithmetic& arithmetic) {
  DenseMatrix dense{matrix.rows, matrix.columns, matrix.words};
  if (matrix.numbers == NumberKind::real) return dense;
  for (std::uint64_t& word : dense.words) word = arithmetic.word(static_cast<std::int64_t>(word));
  return dense;
}

}  // namespace swapfly
