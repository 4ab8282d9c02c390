#pragma once

#include <cstdint>
#include <vector>

#include "model/workloads/workload.hpp"

namespace swapfly {

/// What a message of n flits from NIC to NIC costs on the network at hand: alpha + beta n clocks,
/// from the clock in which its first flit can be arbitrated to the one in which what it causes can
/// be: the linear model of [T], one port, t_s included. Measured, not worked out: a FIFO
/// too shallow for its link shows up in beta.
struct MessageCost {
  double alpha = 0;
  double beta = 0;
  /// Of the trains measured, from the line that fits them best.
  double largest_residual = 0;

  double clocks(double flits) const { return alpha + beta * flits; }
};

/// Clocks that trains of these lengths take from one node to another on a shortest path, one after
/// the other on an otherwise empty network of the context's parameters, which is made for this.
/// Lengths are at least 1, `from` is not `to`.
std::vector<Clock> train_clocks(const WorkloadContext& context, RouterId from, RouterId to,
                                const std::vector<std::uint64_t>& lengths);

/// Of trains from 1 to 128 flits.
MessageCost message_cost(const WorkloadContext& context, RouterId from, RouterId to);

}  // namespace swapfly
