#pragma once

#include "model/workloads/content.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

/// A message from one node to another: a train of flits, one a clock, on a shortest path.
class Message : public Workload {
 public:
  Message(const WorkloadContext& context, const Coordinates& from, const Coordinates& to,
          Content content);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override { return content_.size(); }
  bool data_ok() const override { return received_.holds(0, content_); }
  std::vector<Claim> claims(const RunFigures& figures) const override;
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

 private:
  void send_next(NicCore& nic);

  WorkloadContext context_;
  RouterId from_;
  RouterId to_;
  Header header_;
  Content content_;
  std::uint64_t next_ = 0;
  NodeMemories received_;
};

}  // namespace swapfly
