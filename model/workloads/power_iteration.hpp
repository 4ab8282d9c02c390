#pragma once

#include <array>
#include <optional>

#include "model/schedules/power_iteration_plan.hpp"
#include "model/workloads/product_engine.hpp"

namespace swapfly {

struct PowerIterationParameters {
  DenseMatrix matrix;  ///< real, symmetric
  /// A shape's rows or columns that are 0 are chosen so that a cycle takes fewest clocks.
  ProductShape shape{0, 0};
  std::uint64_t iterations = 100;  ///< cycles of two products, at most
  /// Stop when the eigenvalue changes by no more than this, relative to it.
  double tolerance = 1e-12;
};

/// The dominant eigenvalue of a symmetric matrix, and its eigenvector, by power iteration: V*A into
/// the swapped layout and A*V back in turn, y = x*A and z = A*y. Every cycle ends with the Rayleigh
/// quotient y.z / y.y, and the next one starts from z / |z|. All of it goes through the network:
/// the sums for the quotient and the norm too, and every router of the vector decides by itself, on
/// the same numbers, whether to go on.
class PowerIteration : public Workload {
 public:
  static constexpr std::uint64_t most_iterations = 10000;

  /// Throws std::invalid_argument for what MatrixLayout refuses, or more cycles than labels hold.
  PowerIteration(const WorkloadContext& context, PowerIterationParameters parameters);

  WorkloadNeeds needs() const override;
  void start(Fabric& fabric) override;
  std::uint64_t expected_copies() const override;
  bool data_ok() const override;
  std::vector<Claim> claims(const RunFigures& figures) const override;
  std::vector<std::string> notes() const override { return {}; }
  void run(NicCore& nic, const std::vector<Arrival>& arrivals) override;

  const MatrixLayout& layout() const { return engine_.layout(); }
  const PowerIterationPlan& plan() const { return plan_; }
  const PowerIterationParameters& parameters() const { return parameters_; }
  /// Of every cycle that is over.
  const std::vector<double>& eigenvalues() const { return eigenvalues_; }
  bool converged() const;
  /// The z of the last cycle over its length.
  std::vector<double> eigenvector() const;

 private:
  enum class Phase : std::uint32_t { compare, gather, cross, back };
  static constexpr unsigned phase_bit = 29;
  static constexpr unsigned sum_bit = 27;
  using Sums = std::array<double, PowerIterationPlan::sums>;
  /// What a router of the row vector, or one that sums cross, has of the current cycle.
  struct Node {
    std::uint64_t compared = 0;  ///< items of y that came
    std::uint64_t finished = 0;  ///< items of z
    /// By sender: a place in the drawer, or a column. Added in that order when all are there, so
    /// that every router gets the same bits.
    std::vector<Sums> parts;
    std::vector<Sums> crossed;
    std::array<std::uint64_t, PowerIterationPlan::sums> gathered{};
    std::array<std::uint64_t, PowerIterationPlan::sums> crossings{};
    Sums totals{};
    unsigned totals_there = 0;
    std::uint64_t crossed_sums = 0;  ///< sent back, of all cycles
    std::uint64_t cycle = 0;
  };

  std::uint32_t forward_of(std::uint64_t cycle) const {
    return static_cast<std::uint32_t>(2 * cycle);
  }
  Clock cycle_start(std::uint64_t cycle) const;
  void add_cycle();
  void take(NicCore& nic, const Arrival& arrival);
  void finish(NicCore& nic, const Arrival& arrival, const ProductEngine::Finished& element);
  void send(NicCore& nic, const Arrival& arrival, Clock due, const ProductSend& how, Phase phase,
            unsigned sum, std::uint64_t place, std::uint64_t payload) const;
  void gather_when_ready(NicCore& nic, const Arrival& arrival);
  void take_part(NicCore& nic, const Arrival& arrival, unsigned sum, std::uint64_t sender);
  void take_crossing(NicCore& nic, const Arrival& arrival, unsigned sum, std::uint64_t column);
  void take_total(NicCore& nic, const Arrival& arrival, unsigned sum);
  void end_cycle(NicCore& nic, const Arrival& arrival);
  bool ends_after(std::uint64_t cycle) const;
  /// The sums of a cycle, worked out directly from its two products.
  bool cycle_is_right(std::uint64_t cycle) const;

  WorkloadContext context_;
  PowerIterationParameters parameters_;
  ProductEngine engine_;
  PowerIterationPlan plan_;
  std::vector<Node> nodes_;
  std::vector<double> eigenvalues_;
  std::uint64_t cycles_begun_ = 0;
  bool disagreed_ = false;  ///< two routers came to different eigenvalues
};

}  // namespace swapfly
