#pragma once

#include "model/workloads/workload.hpp"

namespace swapfly {

/// One flit that is sent on from node to node: where a leg ends, the NIC answers with the header of
/// the next. So there is never more than one flit in the network, and every leg is the network at
/// rest: what the legs take measures t_w, and what lies between them t_s.
struct RelayParameters {
  Coordinates from;
  /// One a leg, without `*` and with at least one hop that is not skipped.
  std::vector<Header> headers;
  /// Clocks beyond t_s that a node keeps the flit. With those of a credit's way home, even the
  /// shallowest FIFOs are as new when the next leg starts.
  Clock pause = 0;
};

/// What became of a leg.
struct RelayLeg {
  Header header;
  RouterId from = 0;
  RouterId to = 0;           ///< by the routing rule
  Clock arbitrated = never;  ///< when the flit could be arbitrated at `from`; never: not yet
  Clock ejected = never;     ///< at `to`
};

class Relay : public Workload {
 public:
  /// Throws std::invalid_argument for headers that are not as above, or for none.
  Relay(const WorkloadContext& context, const RelayParameters& parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override { return legs_.size(); }
  bool data_ok() const override { return !astray_ && done_ == legs_.size(); }
  std::vector<Claim> claims(const RunFigures& figures) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const SwappedDragonfly& topology() const { return context_.topology; }
  const std::vector<RelayLeg>& legs() const { return legs_; }

 private:
  Departure departure() const;
  std::uint64_t payload(std::size_t leg) const;

  WorkloadContext context_;
  Clock pause_;
  std::vector<RelayLeg> legs_;
  std::size_t done_ = 0;  ///< legs that are over
  bool astray_ = false;   ///< something came that was not due
};

}  // namespace swapfly
