#pragma once

#include "model/nic/program.hpp"

namespace swapfly {

/// Is told of every copy that a NIC accepts: final ones, those handed over between NICs, and what a
/// node sends itself. Of one NIC's copies in one clock, those from links come in the order in which
/// they were accepted, then those from itself; which NIC comes first is not defined.
class DeliveryObserver {
 public:
  virtual ~DeliveryObserver() = default;

  /// In clock nic.now().
  virtual void delivered(const NicCore& nic, const Arrival& arrival) = 0;
};

}  // namespace swapfly
