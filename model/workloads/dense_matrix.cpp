#include "model/workloads/dense_matrix.hpp"

#include <cmath>
#include <cstring>

#include "model/schedules/random_stream.hpp"

namespace swapfly {

double Arithmetic::value(std::uint64_t word) {
  double value = 0;
  std::memcpy(&value, &word, sizeof value);
  return value;
}

std::uint64_t Arithmetic::word(double value) {
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof word);
  return word;
}

std::uint64_t Arithmetic::add(std::uint64_t a, std::uint64_t b) const {
  return kind_ == NumberKind::real ? word(value(a) + value(b)) : (a + b) & mask_;
}

std::uint64_t Arithmetic::multiply(std::uint64_t a, std::uint64_t b) const {
  return kind_ == NumberKind::real ? word(value(a) * value(b)) : (a * b) & mask_;
}

std::uint64_t Arithmetic::word(std::int64_t value) const {
  if (kind_ == NumberKind::real) return word(static_cast<double>(value));
  return static_cast<std::uint64_t>(value) & mask_;
}

std::uint64_t Arithmetic::generated(std::uint64_t seed, std::uint64_t index) const {
  const std::uint64_t mixed = mixed_value(seed, index);
  if (kind_ == NumberKind::integer) return mixed & mask_;
  return word(static_cast<double>(mixed >> 11) * 0x1.0p-52 - 1);
}

DenseMatrix generated_matrix(std::uint64_t rows, std::uint64_t columns,
                             const Arithmetic& arithmetic, std::uint64_t seed) {
  DenseMatrix matrix{rows, columns, std::vector<std::uint64_t>(rows * columns)};
  for (std::uint64_t i = 0; i < matrix.words.size(); ++i) {
    matrix.words[i] = arithmetic.generated(seed, i);
  }
  return matrix;
}

namespace {

/// Calls visit(i, j, k) for every term of every element (i,j) of a product.
template <class Visit>
void for_each_term(const DenseMatrix& left, std::uint64_t columns, Visit&& visit) {
  for (std::uint64_t i = 0; i < left.rows; ++i) {
    for (std::uint64_t k = 0; k < left.columns; ++k) {
      for (std::uint64_t j = 0; j < columns; ++j) visit(i, j, k);
    }
  }
}

}  // namespace

DenseMatrix direct_product(const DenseMatrix& left, const DenseMatrix& right, bool transposed,
                           const Arithmetic& arithmetic) {
  const std::uint64_t columns = transposed ? right.rows : right.columns;
  DenseMatrix product{left.rows, columns, std::vector<std::uint64_t>(left.rows * columns)};
  for_each_term(left, columns, [&](std::uint64_t i, std::uint64_t j, std::uint64_t k) {
    const std::uint64_t factor = transposed ? right.at(j, k) : right.at(k, j);
    product.at(i, j) = arithmetic.add(product.at(i, j), arithmetic.multiply(left.at(i, k), factor));
  });
  return product;
}

bool is_product(const DenseMatrix& found, const DenseMatrix& left, const DenseMatrix& right,
                bool transposed, const Arithmetic& arithmetic) {
  const DenseMatrix expected = direct_product(left, right, transposed, arithmetic);
  if (arithmetic.kind() == NumberKind::integer) return found.words == expected.words;
  std::vector<double> magnitudes(expected.words.size());
  for_each_term(left, expected.columns, [&](std::uint64_t i, std::uint64_t j, std::uint64_t k) {
    const std::uint64_t factor = transposed ? right.at(j, k) : right.at(k, j);
    magnitudes[i * expected.columns + j] +=
        std::abs(Arithmetic::value(left.at(i, k)) * Arithmetic::value(factor));
  });
  if (found.words.size() != expected.words.size()) return false;
  const double unit = static_cast<double>(left.columns + 2) * 0x1.0p-52;
  for (std::size_t i = 0; i < expected.words.size(); ++i) {
    const double error = Arithmetic::value(found.words[i]) - Arithmetic::value(expected.words[i]);
    // Not "greater": what is no number is wrong too.
    if (!(std::abs(error) <= unit * magnitudes[i])) return false;
  }
  return true;
}

}  // namespace swapfly
