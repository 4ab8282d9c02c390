#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace swapfly {

/// What the words of a matrix are: integers modulo 2^payload, or doubles by their bits.
enum class NumberKind { integer, real };
constexpr std::string_view name_of(NumberKind kind) {
  return kind == NumberKind::integer ? "integer" : "real";
}

/// Arithmetic on words.
class Arithmetic {
 public:
  /// Doubles need a payload of 64 bits.
  Arithmetic(NumberKind kind, unsigned payload_bits)
      : kind_(kind), mask_(~std::uint64_t{0} >> (64 - payload_bits)) {}

  NumberKind kind() const { return kind_; }
  std::uint64_t add(std::uint64_t a, std::uint64_t b) const;
  std::uint64_t multiply(std::uint64_t a, std::uint64_t b) const;
  /// An integer modulo 2^payload, or itself.
  std::uint64_t word(std::int64_t value) const;
  /// Of real numbers.
  static double value(std::uint64_t word);
  static std::uint64_t word(double value);
  /// A number that depends on the seed and on `index`: any integer, or from -1 up to 1.
  std::uint64_t generated(std::uint64_t seed, std::uint64_t index) const;

 private:
  NumberKind kind_;
  std::uint64_t mask_;
};

/// Words of a matrix, row by row. A row vector has one row.
struct DenseMatrix {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::vector<std::uint64_t> words;

  std::uint64_t& at(std::uint64_t row, std::uint64_t column) {
    return words[row * columns + column];
  }
  std::uint64_t at(std::uint64_t row, std::uint64_t column) const {
    return words[row * columns + column];
  }
};

DenseMatrix generated_matrix(std::uint64_t rows, std::uint64_t columns,
                             const Arithmetic& arithmetic, std::uint64_t seed);

/// The rows of `left` times `right`, or times its transpose.
DenseMatrix direct_product(const DenseMatrix& left, const DenseMatrix& right, bool transposed,
                           const Arithmetic& arithmetic);

/// Whether `found` is `left` times `right` (or its transpose) up to rounding: each element within
/// (n + 2) 2^-52 of the sum of its terms without their signs, which bounds the error of adding n
/// products in any order, twice. Integers are to be equal.
bool is_product(const DenseMatrix& found, const DenseMatrix& left, const DenseMatrix& right,
                bool transposed, const Arithmetic& arithmetic);

}  // namespace swapfly
