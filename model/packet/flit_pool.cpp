#include "model/packet/flit_pool.hpp"

#include <algorithm>
#include <stdexcept>

namespace swapfly {

void FlitPool::grow() {
  const std::size_t old_size = entries_.size();
  const std::size_t size = std::max<std::size_t>(64, old_size * 2);
  if (size > none) throw std::length_error("more than 2^31 flits are under way at once");
  entries_.resize(size);
  // Lowest place first.
  for (std::size_t place = size; place-- > old_size;) give_back(static_cast<FlitHandle>(place));
}

}  // namespace swapfly
