#pragma once

#include <cstdint>
#include <optional>

#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

/// Which cabinets a product takes: c = t + r L for t below `rows` = L and r below `columns` = R.
///
/// R = L is the layout of [D2] on D3(L^2,M); with L^2 < K it is one inside a larger network. R = 1,
/// L = K is its replication on plain D3(K,M), where a router stands for K of D3(K^2,M). What lies
/// between them (R < L) is the same with ceil(L / R) routers folded onto one.
struct ProductShape {
  unsigned rows = 1;
  unsigned columns = 1;

  friend bool operator==(const ProductShape& a, const ProductShape& b) {
    return a.rows == b.rows && a.columns == b.columns;
  }
};

/// Where a row vector lies, (s,u) in [D2]: s below L, u below M.
struct VectorSlot {
  unsigned s = 0;
  unsigned u = 0;

  friend bool operator==(const VectorSlot& a, const VectorSlot& b) {
    return a.s == b.s && a.u == b.u;
  }
};

/// Where the elements of n x n matrices and of n-vectors lie ([D2]).
///
/// An index is i = (x L + t) M + v: block x of X = ceil(n / LM), and in it (t,v) with t < L, v < M.
/// As a place, t is r + f R: column r, fold f of F = ceil(L / R). Element ((x,t,v),(x',t',v')) of a
/// matrix is at router (t + r' L, v, v'); element (t,v) of row vector (s,u) is at (s + r L, u, v),
/// and in the swapped layout at (s + r L, v, u). So a router holds X F elements of a vector, its
/// items, numbered y = x F + f. Indices from n on are there and hold zeros.
class MatrixLayout {
 public:
  /// Throws std::invalid_argument with a line that names workload.rows, workload.columns or
  /// workload.n, for a shape that does not fit the network or n = 0.
  MatrixLayout(const SwappedDragonfly& topology, const ProductShape& shape, std::uint64_t n);

  const SwappedDragonfly& topology() const { return topology_; }
  const ProductShape& shape() const { return shape_; }
  std::uint64_t n() const { return n_; }
  unsigned L() const { return shape_.rows; }
  unsigned R() const { return shape_.columns; }
  unsigned M() const { return topology_.M(); }
  /// F, the virtual routers that a router stands for.
  unsigned folds() const { return (L() + R() - 1) / R(); }
  /// LM, the n of one block.
  std::uint64_t unit() const { return std::uint64_t{L()} * M(); }
  /// X.
  std::uint64_t blocks() const { return (n_ + unit() - 1) / unit(); }
  /// Y = X F, the items of a vector at a router (fewer where R does not divide L).
  std::uint64_t items() const { return blocks() * folds(); }
  /// Indices with those that are padding: X L M.
  std::uint64_t padded() const { return blocks() * unit(); }

  unsigned t_of(std::uint64_t i) const { return static_cast<unsigned>(i / M() % L()); }
  unsigned v_of(std::uint64_t i) const { return static_cast<unsigned>(i % M()); }
  unsigned column_of(std::uint64_t i) const { return t_of(i) % R(); }
  std::uint64_t item_of(std::uint64_t i) const { return i / unit() * folds() + t_of(i) / R(); }
  /// The index of an item; nothing where R does not divide L and column r has no such fold.
  std::optional<std::uint64_t> index_of(std::uint64_t item, unsigned r, unsigned v) const;
  /// The index (x,t,v).
  std::uint64_t index(std::uint64_t block, unsigned t, unsigned v) const {
    return block * unit() + std::uint64_t{t} * M() + v;
  }
  /// Items that index_of() has at column r.
  std::uint64_t items_at(unsigned r) const;

  bool holds_matrix(const Coordinates& at) const { return at.c < L() * R(); }
  Coordinates matrix_place(std::uint64_t i, std::uint64_t j) const {
    return {t_of(i) + column_of(j) * L(), v_of(i), v_of(j)};
  }
  Coordinates row_place(const VectorSlot& slot, std::uint64_t i) const {
    return {slot.s + column_of(i) * L(), slot.u, v_of(i)};
  }
  Coordinates swapped_place(const VectorSlot& slot, std::uint64_t i) const {
    return {slot.s + column_of(i) * L(), v_of(i), slot.u};
  }
  /// The row vector that is row i of a matrix in its place.
  VectorSlot slot_of_row(std::uint64_t i) const { return {t_of(i), v_of(i)}; }

 private:
  SwappedDragonfly topology_;
  ProductShape shape_;
  std::uint64_t n_;
};

}  // namespace swapfly
