#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "model/schedules/product_plan.hpp"
#include "model/workloads/dense_matrix.hpp"
#include "model/workloads/workload.hpp"

namespace swapfly {

/// The first clocks in which a product's flits are sent; what follows is a clock apart.
struct ProductStarts {
  Clock broadcast = 0;
  Clock first_sum = 0;
  Clock second_sum = 0;
  Clock home = 0;
};
/// Those of a plan whose first flit can be arbitrated in clock `first`.
ProductStarts starts_of(const ProductPlan& plan, Clock first);

/// One vector, one matrix.
struct Product {
  ProductOrder order;
  VectorSlot from;
  VectorSlot to;
  ProductStarts starts;
  /// The vector; a node looks only at the elements that lie with it.
  std::vector<std::uint64_t> operand;
};

/// What the nodes of a network do for products with one matrix: multiply what is broadcast to them,
/// add what comes together, send sums on. A node goes on when all that it waits for is there; in
/// the clocks of the products' starts or, where flits were late, t_s after the last one.
class ProductEngine {
 public:
  /// A product's element that has reached its place; an index from n on is padding.
  struct Finished {
    std::uint32_t product = 0;
    std::uint64_t index = 0;
  };

  /// Labels below this are the engine's.
  static constexpr std::uint32_t label_limit = 1U << 31U;

  /// `matrix` is n x n.
  ProductEngine(const MatrixLayout& layout, DenseMatrix matrix, const Arithmetic& arithmetic);

  const MatrixLayout& layout() const { return layout_; }
  const ProductRoute& route() const { return route_; }
  const DenseMatrix& matrix() const { return matrix_; }
  const Arithmetic& arithmetic() const { return arithmetic_; }
  /// How many products labels can tell apart.
  std::uint64_t most_products() const { return (1ULL << index_bits) / places(); }

  /// Returns its number.
  std::uint32_t add(Product product);
  const Product& product(std::uint32_t number) const { return products_[number]; }
  /// The node that has the element says what it is, before it is broadcast.
  void set_operand(std::uint32_t product, std::uint64_t index, std::uint64_t word) {
    if (index < layout_.n()) products_[product].operand[index] = word;
  }
  /// Every node sends what it has of a product's vector.
  void broadcast_everywhere(Fabric& fabric, std::uint32_t product);
  /// The node sends block `block` (an item, by local_global) of what it has of a product's vector;
  /// because of `cause` unless that is null.
  void broadcast(NicCore& nic, const Arrival* cause, std::uint32_t product, std::uint64_t block);
  std::optional<Finished> take(NicCore& nic, const Arrival& arrival);

  /// The vector that a product came to.
  const std::vector<std::uint64_t>& result(std::uint32_t product) const {
    return results_[product];
  }
  /// Whether each of its elements reached its place, once.
  bool complete(std::uint32_t product) const;
  /// Final copies of a product.
  std::uint64_t copies(const ProductOrder& order) const;

 private:
  enum class Phase : std::uint32_t { broadcast, first_sum, second_sum, home };
  static constexpr unsigned index_bits = 29;
  struct Sum {
    std::uint64_t word = 0;
    std::uint64_t terms = 0;
  };
  /// What a node waits for, by label.
  struct Node {
    std::unordered_map<std::uint32_t, Sum> sums;
    std::unordered_map<std::uint32_t, std::uint64_t> broadcasts;  ///< by product
  };

  /// Numbers that a label has for one product: an item, and for broadcasts by local_global also the
  /// column that it comes from.
  std::uint64_t places() const { return layout_.items() * layout_.R(); }
  std::uint32_t label(Phase phase, std::uint32_t product, std::uint64_t place) const;
  void send(NicCore& nic, const Arrival* cause, const ProductSend& send, Departure departure) const;
  void multiply(NicCore& nic, const Arrival& arrival, std::uint32_t product, std::uint64_t place);
  void add_terms(RouterId node, std::uint32_t product, std::uint64_t i, std::uint64_t j,
                 std::uint64_t element);
  void send_first_sums(NicCore& nic, const Arrival& arrival, std::uint32_t product);
  /// The sum, when this was its last term.
  std::optional<std::uint64_t> add_term(RouterId node, const Arrival& arrival, std::uint64_t terms);
  void send_second_sum(NicCore& nic, const Arrival& arrival, std::uint32_t product,
                       std::uint64_t place, std::uint64_t sum);
  std::optional<Finished> finish(NicCore& nic, const Arrival& arrival, std::uint32_t product,
                                 std::uint64_t place, std::uint64_t sum);
  std::optional<Finished> keep(const Coordinates& at, std::uint32_t product, std::uint64_t place,
                               std::uint64_t sum);

  MatrixLayout layout_;
  ProductRoute route_;
  DenseMatrix matrix_;
  Arithmetic arithmetic_;
  std::vector<Product> products_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint64_t>> results_;
  std::vector<std::vector<std::uint8_t>> times_written_;
  std::uint64_t strays_ = 0;  ///< elements at a place that is not theirs
};

}  // namespace swapfly
