#pragma once

#include <string_view>
#include <vector>

#include "model/packet/header.hpp"
#include "model/schedules/matrix_layout.hpp"

namespace swapfly {

/// In which order a broadcast, or the two sums, take a local and a global hop.
enum class HopOrder { global_local, local_global };

/// The ways to multiply a vector and a matrix that a scenario may name.
enum class ProductLayout {
  swapped,       ///< V*A from row vector (s,u) into its swapped layout
  in_place,      ///< V*A from row vector (s,u) to where it was, by one more hop
  mirrored,      ///< A*V from the swapped layout of (s,u) into row vector (s,u)
  out_of_place,  ///< V*A from row vector (s,u) to row vector (s',u')
};
constexpr std::string_view name_of(ProductLayout layout) {
  switch (layout) {
    case ProductLayout::swapped:
      return "swapped";
    case ProductLayout::in_place:
      return "in_place";
    case ProductLayout::mirrored:
      return "mirrored";
    case ProductLayout::out_of_place:
      break;
  }
  return "out_of_place";
}

/// How products are added. `reversed` is what the literature prints for V*A: the broadcast's way
/// back. It sums over the columns, and so gives V(i) times the sum of row i of A.
enum class Accumulation { forward, reversed };
constexpr std::string_view name_of(Accumulation accumulation) {
  return accumulation == Accumulation::forward ? "forward" : "reversed";
}

/// A product as hops.
struct ProductOrder {
  HopOrder broadcast = HopOrder::global_local;
  HopOrder sums = HopOrder::global_local;
  bool home = false;  ///< a hop by Z in the end, from the swapped layout to the row vector's
};
ProductOrder product_order(ProductLayout layout, Accumulation accumulation);

/// A flit as the owner of an element or of a sum sends it.
struct ProductSend {
  unsigned lane = 0;
  Header header;
};

/// The headers of a product, and how many copies come together where it adds. A broadcast by
/// global_local starts from the row vector's layout and reaches element (t,v) every router with
/// elements of row (t,v); one by local_global starts from the swapped layout and reaches column
/// (t,v). Sums by global_local add over (t,v) of the rows, those by local_global over the columns.
///
/// Local_global broadcasts spread over all global ports by [3;*,0,*]: a router gets R copies, one
/// from each column, and keeps that of its own.
class ProductRoute {
 public:
  explicit ProductRoute(const MatrixLayout& layout) : layout_(layout) {}

  /// What the router `at` of a vector sends of what it holds: by global_local a flit for each
  /// cabinet that needs an element of `block`, with the element's item; by local_global one flit,
  /// for item `block`.
  struct Broadcast {
    std::uint64_t item = 0;
    ProductSend send;
  };
  std::vector<Broadcast> broadcast(HopOrder order, const Coordinates& at,
                                   std::uint64_t block) const;
  /// Of a product that is for row vector `to`; `at` is where the matrix is.
  ProductSend first_sum(HopOrder order, const Coordinates& at, const VectorSlot& to) const;
  /// `i` is the element of the result that the sum is for.
  ProductSend second_sum(HopOrder order, const Coordinates& at, const VectorSlot& to,
                         std::uint64_t i) const;
  /// From the swapped layout to the row vector's, or back: Z, one global hop.
  ProductSend home() const;
  /// To every router of the drawer; and to column `column`, to where Z of that column's router
  /// leads.
  ProductSend to_drawer() const;
  ProductSend to_column(const Coordinates& at, unsigned column) const;

  /// Terms of a first sum, and of a second one.
  unsigned first_terms(HopOrder order) const {
    return order == HopOrder::global_local ? layout_.L() : layout_.M();
  }
  unsigned second_terms(HopOrder order) const {
    return order == HopOrder::global_local ? layout_.M() : layout_.R();
  }
  /// Lanes with which no two flits of one clock share a lane.
  unsigned lanes() const { return narrow_lane() + 2; }
  /// Every header that may be sent by these orders, as few as make all channel dependencies.
  std::vector<Header> headers(const ProductOrder& order) const;

 private:
  /// Below it the lanes of what leaves for many cabinets at once.
  unsigned narrow_lane() const { return layout_.folds() * layout_.R(); }
  Header local_hop(unsigned from, unsigned to) const;
  Header global_hop(unsigned from, unsigned to) const;

  MatrixLayout layout_;
};

}  // namespace swapfly
