#pragma once

#include "model/topology/sub_network.hpp"
#include "model/workloads/content.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

struct PermutationParameters {
  std::vector<Header> headers;  ///< [3;γ,π,δ]
  /// Headers that start in one clock; the next as many start when these have crossed their three
  /// hops. 0 means all of them.
  unsigned at_once = 0;
  /// Who takes part: the routers of a sub-network. Empty means all cabinets, all drawers.
  std::vector<unsigned> cabinets = {};
  std::vector<unsigned> drawers = {};
};

/// Every router sends the same headers [3;γ,π,δ], all in one clock or so many at once; header i of
/// those that start together takes lane i.
///
/// One header alone is a permutation of the routers without conflict ([D2] property 1), and so are
/// two that differ in all three fields (property 3). Both hold in a sub-network too, a closed
/// D3(J,L) (property 2): there the headers are virtual, and every NIC translates them to ports that
/// lead to the same router of the sub-network. The virtual group is the network's where the size of
/// the set allows it, else cyclic.
class Permutation : public Workload {
 public:
  /// Throws std::invalid_argument for no header, one with `*`, a field that is no port, or what
  /// SubNetwork refuses.
  Permutation(const WorkloadContext& context, PermutationParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

 private:
  /// A round is what starts in one clock.
  std::uint64_t rounds() const;
  Clock round_clocks() const;
  void send_round(NicCore& nic, std::uint64_t round);
  bool conflict_free_by_property() const;
  bool differ_in_all_fields(std::size_t first, std::size_t end) const;
  Claim closed() const;
  std::uint64_t payload(RouterId sender, std::uint64_t header) const;

  WorkloadContext context_;
  std::vector<Header> headers_;
  std::size_t at_once_;
  bool within_sub_network_;  ///< sets were chosen, be they all there is
  SubNetwork network_;
  NodeMemories received_;     ///< by number in the sub-network
  std::uint64_t strays_ = 0;  ///< arrivals outside the sub-network
  const Fabric* fabric_ = nullptr;
};

}  // namespace swapfly
