#pragma once

#include <vector>

#include "model/network/fabric.hpp"

namespace swapfly::test {

/// Notes every delivery that it is told of.
class DeliveryList : public DeliveryObserver {
 public:
  struct Entry {
    Clock clock = 0;
    RouterId node = 0;
    Arrival arrival;
  };

  void delivered(const NicCore& nic, const Arrival& arrival) override {
    entries.push_back({nic.now(), nic.node(), arrival});
  }

  std::vector<Entry> entries;
};

}  // namespace swapfly::test
