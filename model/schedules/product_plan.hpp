#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/schedules/product_route.hpp"

namespace swapfly {

/// Clocks of hops and NICs, all at least 1.
struct ProductClocks {
  unsigned local = 1;   ///< t_w of local ports
  unsigned global = 1;  ///< t_w of global ports
  unsigned nic = 1;     ///< t_s
};

/// When what of one product is sent, in clocks after its first flit can be arbitrated: broadcasts a
/// clock apart, then sums a clock apart. A NIC adds what arrives and sends the sum t_s later.
///
/// The last hop of in_place and out_of_place, by global port 0, waits until no first sum is left
/// that takes that port.
class ProductPlan {
 public:
  ProductPlan(const MatrixLayout& layout, const ProductOrder& order, const ProductClocks& clocks);

  /// Clocks in which broadcasts start, one after the other.
  std::uint64_t broadcasts() const { return broadcasts_; }
  /// Clocks in which first sums start, one after the other.
  std::uint64_t sums() const { return sums_; }
  std::uint64_t broadcast(std::uint64_t block) const { return block; }
  std::uint64_t first_sum(std::uint64_t sum) const { return first_sum_ + sum; }
  std::uint64_t second_sum(std::uint64_t sum) const { return second_sum_ + sum; }
  std::uint64_t home(std::uint64_t sum) const { return home_ + sum; }
  /// From the first arbitration to the last ejection.
  std::uint64_t clocks() const;
  /// As [D2] counts a round: its hops and NICs, without what further items add.
  std::uint64_t published_clocks() const {
    return clocks() - (broadcasts_ - 1) - (sums_ - 1) - home_delay_;
  }
  /// Clocks that the last hop waits for the first sums.
  std::uint64_t home_delay() const { return home_delay_; }
  const ProductOrder& order() const { return order_; }

  struct Phase {
    std::string_view name;
    std::uint64_t first = 0;  ///< in which its first flit can be arbitrated
    std::uint64_t last = 0;   ///< in which its last flit is ejected
  };
  std::vector<Phase> phases() const;

 private:
  std::uint64_t broadcast_clocks() const { return std::uint64_t{clocks_.local} + clocks_.global; }
  std::uint64_t first_hop() const;
  std::uint64_t second_hop() const;

  ProductOrder order_;
  ProductClocks clocks_;
  std::uint64_t broadcasts_;
  std::uint64_t sums_;
  std::uint64_t first_sum_ = 0;
  std::uint64_t second_sum_ = 0;
  std::uint64_t home_ = 0;
  std::uint64_t home_delay_ = 0;
};

/// The shape of the fewest clocks that `clocks_of` gives for a layout of n; of several the one that
/// takes the fewest cabinets. Where rows or columns is not 0, only shapes with that many.
/// Throws std::invalid_argument, as MatrixLayout does, where no shape has them.
template <class ClocksOf>
ProductShape best_shape(const SwappedDragonfly& topology, std::uint64_t n,
                        const ProductShape& wanted, ClocksOf&& clocks_of) {
  ProductShape best = wanted;
  std::uint64_t fewest = 0;
  bool found = false;
  for (unsigned rows = 1; rows <= topology.K(); ++rows) {
    if (wanted.rows != 0 && rows != wanted.rows) continue;
    for (unsigned columns = 1; columns <= rows && rows * columns <= topology.K(); ++columns) {
      if (wanted.columns != 0 && columns != wanted.columns) continue;
      const MatrixLayout layout(topology, {rows, columns}, n);
      const std::uint64_t clocks = clocks_of(layout);
      const bool fewer_cabinets = clocks == fewest && rows * columns < best.rows * best.columns;
      if (found && clocks >= fewest && !fewer_cabinets) continue;
      found = true;
      fewest = clocks;
      best = {rows, columns};
    }
  }
  if (!found && wanted.rows == 0) best.rows = wanted.columns;
  if (!found) MatrixLayout(topology, best, n);  // says what is wrong
  return best;
}

}  // namespace swapfly
