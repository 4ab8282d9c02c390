#pragma once

#include "model/workloads/content.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

/// Every router sends the same headers [3;γ,π,δ], all in one clock, header i on lane i.
///
/// One header alone is a permutation of the routers without conflict ([D2] property 1), and so are
/// two that differ in all three fields (property 3).
class Permutation : public Workload {
 public:
  /// Throws std::invalid_argument for no header, one with `*`, or a field that is no port.
  Permutation(const WorkloadContext& context, std::vector<Header> headers);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

 private:
  bool conflict_free_by_property() const;
  std::uint64_t payload(RouterId sender, std::uint64_t header) const;

  WorkloadContext context_;
  std::vector<Header> headers_;
  NodeMemories received_;
};

}  // namespace swapfly
