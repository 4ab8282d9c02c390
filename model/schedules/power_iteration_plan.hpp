#pragma once

#include <cstdint>

#include "model/schedules/product_plan.hpp"

namespace swapfly {

/// When what of one cycle of a power iteration is sent, in clocks after the cycle's first flit can
/// be arbitrated. A cycle is y = x*A from the row vector into the swapped layout, z = A*y back from
/// there, and three sums that every router of the vector needs: y.z, y.y and z.z.
///
/// For the sums y comes to where z is by Z, one global hop (compare). Then the routers of each
/// drawer send each other their parts (gather), drawers with different r send each other theirs,
/// which lands swapped (cross), and Z brings it back (back); a clock for each of the sums.
class PowerIterationPlan {
 public:
  static constexpr unsigned sums = 3;

  PowerIterationPlan(const MatrixLayout& layout, const ProductClocks& clocks);

  const ProductPlan& forward() const { return forward_; }
  const ProductPlan& mirrored() const { return mirrored_; }
  std::uint64_t mirrored_start() const { return forward_.clocks() + clocks_.nic; }
  std::uint64_t compare(std::uint64_t item) const {
    return mirrored_start() + mirrored_.clocks() + item;
  }
  std::uint64_t gather(unsigned sum) const { return gather_ + sum; }
  std::uint64_t cross(unsigned sum) const { return gather(sum) + clocks_.local + clocks_.nic; }
  /// Not before the last crossing has left: both take global port 0 where d = p.
  std::uint64_t back(unsigned sum) const { return back_ + sum; }
  /// From a cycle's first arbitration to its last ejection.
  std::uint64_t clocks() const { return back(sums - 1) + clocks_.global; }
  /// From cycle to cycle.
  std::uint64_t period() const { return clocks() + clocks_.nic; }

 private:
  ProductClocks clocks_;
  ProductPlan forward_;
  ProductPlan mirrored_;
  std::uint64_t gather_;
  std::uint64_t back_;
};

}  // namespace swapfly
