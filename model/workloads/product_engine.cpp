#include "model/workloads/product_engine.hpp"

#include <algorithm>
#include <stdexcept>

namespace swapfly {

ProductStarts starts_of(const ProductPlan& plan, Clock first) {
  return {first + plan.broadcast(0), first + plan.first_sum(0), first + plan.second_sum(0),
          plan.order().home ? first + plan.home(0) : never};
}

ProductEngine::ProductEngine(const MatrixLayout& layout, DenseMatrix matrix,
                             const Arithmetic& arithmetic)
    : layout_(layout),
      route_(layout),
      matrix_(std::move(matrix)),
      arithmetic_(arithmetic),
      nodes_(layout.topology().routers()) {}

std::uint32_t ProductEngine::add(Product product) {
  if (products_.size() == most_products()) {
    throw std::length_error("more products than labels can tell apart");
  }
  products_.push_back(std::move(product));
  results_.emplace_back(layout_.n());
  times_written_.emplace_back(layout_.padded());
  return static_cast<std::uint32_t>(products_.size() - 1);
}

std::uint32_t ProductEngine::label(Phase phase, std::uint32_t product, std::uint64_t place) const {
  return static_cast<std::uint32_t>(phase) << index_bits |
         static_cast<std::uint32_t>(product * places() + place);
}

void ProductEngine::send(NicCore& nic, const Arrival* cause, const ProductSend& send,
                         Departure departure) const {
  departure.lane = send.lane;
  departure.header = send.header;
  if (cause != nullptr) {
    nic.answer(*cause, departure);
  } else {
    nic.send(departure);
  }
}

void ProductEngine::broadcast_everywhere(Fabric& fabric, std::uint32_t product) {
  const Product& what = products_[product];
  const bool rows = what.order.broadcast == HopOrder::global_local;
  for (unsigned r = 0; r < layout_.R(); ++r) {
    for (unsigned v = 0; v < layout_.M(); ++v) {
      const std::uint64_t i = layout_.index(0, r, v);
      const Coordinates at =
          rows ? layout_.row_place(what.from, i) : layout_.swapped_place(what.from, i);
      NicCore& nic = fabric.nic(layout_.topology().id(at));
      const std::uint64_t blocks = rows ? layout_.blocks() : layout_.items();
      for (std::uint64_t block = 0; block < blocks; ++block) {
        broadcast(nic, nullptr, product, block);
      }
    }
  }
}

void ProductEngine::broadcast(NicCore& nic, const Arrival* cause, std::uint32_t product,
                              std::uint64_t block) {
  const Product& what = products_[product];
  const bool rows = what.order.broadcast == HopOrder::global_local;
  const Coordinates at = layout_.topology().coordinates(nic.node());
  const unsigned r = at.c / layout_.L();
  for (const ProductRoute::Broadcast& flit : route_.broadcast(what.order.broadcast, at, block)) {
    const std::optional<std::uint64_t> index = layout_.index_of(flit.item, r, rows ? at.p : at.d);
    if (!index) continue;
    Departure departure;
    departure.due = what.starts.broadcast + block;
    departure.label =
        label(Phase::broadcast, product, rows ? flit.item : flit.item * layout_.R() + r);
    departure.payload = *index < layout_.n() ? what.operand[*index] : 0;
    departure.final = false;
    send(nic, cause, flit.send, departure);
  }
}

std::optional<ProductEngine::Finished> ProductEngine::take(NicCore& nic, const Arrival& arrival) {
  const auto phase = static_cast<Phase>(arrival.flit.label >> index_bits);
  const std::uint64_t index = arrival.flit.label & ((1U << index_bits) - 1);
  const auto product = static_cast<std::uint32_t>(index / places());
  const std::uint64_t place = index % places();
  const HopOrder sums = products_[product].order.sums;
  switch (phase) {
    case Phase::broadcast:
      multiply(nic, arrival, product, place);
      return std::nullopt;
    case Phase::first_sum:
      if (const auto sum = add_term(nic.node(), arrival, route_.first_terms(sums))) {
        send_second_sum(nic, arrival, product, place, *sum);
      }
      return std::nullopt;
    case Phase::second_sum:
      if (const auto sum = add_term(nic.node(), arrival, route_.second_terms(sums))) {
        return finish(nic, arrival, product, place, *sum);
      }
      return std::nullopt;
    case Phase::home:
      break;
  }
  return keep(layout_.topology().coordinates(nic.node()), product, place, arrival.flit.payload);
}

void ProductEngine::multiply(NicCore& nic, const Arrival& arrival, std::uint32_t product,
                             std::uint64_t place) {
  const Coordinates at = layout_.topology().coordinates(nic.node());
  if (!layout_.holds_matrix(at)) return;  // where only the spreading leads
  const ProductOrder& order = products_[product].order;
  const unsigned t = at.c % layout_.L();
  const unsigned r = at.c / layout_.L();
  std::uint64_t expected = layout_.blocks();
  if (order.broadcast == HopOrder::global_local) {
    const std::uint64_t i = layout_.index(place / layout_.folds(), t, at.d);
    for (std::uint64_t y = 0; y < layout_.items(); ++y) {
      const auto j = layout_.index_of(y, r, at.p);
      if (j) add_terms(nic.node(), product, i, *j, arrival.flit.payload);
    }
  } else {
    if (place % layout_.R() != r) return;  // another column's
    expected = layout_.items_at(r);
    const std::uint64_t j = layout_.index_of(place / layout_.R(), r, at.p).value();
    for (std::uint64_t x = 0; x < layout_.blocks(); ++x) {
      add_terms(nic.node(), product, layout_.index(x, t, at.d), j, arrival.flit.payload);
    }
  }
  std::uint64_t& arrived = nodes_[nic.node()].broadcasts[product];
  if (++arrived == expected) send_first_sums(nic, arrival, product);
}

void ProductEngine::add_terms(RouterId node, std::uint32_t product, std::uint64_t i,
                              std::uint64_t j, std::uint64_t element) {
  const bool rows = products_[product].order.sums == HopOrder::global_local;
  const std::uint64_t sum = rows ? layout_.item_of(j) : i / layout_.unit();
  const std::uint64_t factor =
      i < layout_.n() && j < layout_.n() ? matrix_.at(i, j) : std::uint64_t{0};
  std::uint64_t& word = nodes_[node].sums[label(Phase::broadcast, product, sum)].word;
  word = arithmetic_.add(word, arithmetic_.multiply(element, factor));
}

void ProductEngine::send_first_sums(NicCore& nic, const Arrival& arrival, std::uint32_t product) {
  const Product& what = products_[product];
  const bool rows = what.order.sums == HopOrder::global_local;
  const Coordinates at = layout_.topology().coordinates(nic.node());
  Node& node = nodes_[nic.node()];
  node.broadcasts.erase(product);
  const std::uint64_t sums = rows ? layout_.items() : layout_.blocks();
  for (std::uint64_t sum = 0; sum < sums; ++sum) {
    const auto found = node.sums.find(label(Phase::broadcast, product, sum));
    if (found == node.sums.end()) continue;  // a fold that this column has not
    Departure departure;
    departure.due = what.starts.first_sum + sum;
    departure.label = label(Phase::first_sum, product, sum);
    departure.payload = found->second.word;
    departure.final = false;
    node.sums.erase(found);
    send(nic, &arrival, route_.first_sum(what.order.sums, at, what.to), departure);
  }
}

std::optional<std::uint64_t> ProductEngine::add_term(RouterId node, const Arrival& arrival,
                                                     std::uint64_t terms) {
  auto& sums = nodes_[node].sums;
  const auto [found, is_new] = sums.try_emplace(arrival.flit.label);
  Sum& sum = found->second;
  sum.word = is_new ? arrival.flit.payload : arithmetic_.add(sum.word, arrival.flit.payload);
  if (++sum.terms < terms) return std::nullopt;
  const std::uint64_t word = sum.word;
  sums.erase(found);
  return word;
}

void ProductEngine::send_second_sum(NicCore& nic, const Arrival& arrival, std::uint32_t product,
                                    std::uint64_t place, std::uint64_t sum) {
  const Product& what = products_[product];
  const Coordinates at = layout_.topology().coordinates(nic.node());
  std::uint64_t item = place;
  std::uint64_t index = 0;
  if (what.order.sums == HopOrder::local_global) {
    index = layout_.index(place, at.c % layout_.L(), at.d);
    item = layout_.item_of(index);
  }
  Departure departure;
  departure.due = what.starts.second_sum + place;
  departure.label = label(Phase::second_sum, product, item);
  departure.payload = sum;
  departure.final = !what.order.home;
  send(nic, &arrival, route_.second_sum(what.order.sums, at, what.to, index), departure);
}

std::optional<ProductEngine::Finished> ProductEngine::finish(NicCore& nic, const Arrival& arrival,
                                                             std::uint32_t product,
                                                             std::uint64_t place,
                                                             std::uint64_t sum) {
  const Product& what = products_[product];
  if (!what.order.home) {
    return keep(layout_.topology().coordinates(nic.node()), product, place, sum);
  }
  Departure departure;
  departure.due = what.starts.home + place;
  departure.label = label(Phase::home, product, place);
  departure.payload = sum;
  send(nic, &arrival, route_.home(), departure);
  return std::nullopt;
}

std::optional<ProductEngine::Finished> ProductEngine::keep(const Coordinates& at,
                                                           std::uint32_t product,
                                                           std::uint64_t place, std::uint64_t sum) {
  const Product& what = products_[product];
  const bool swapped = what.order.sums == HopOrder::global_local && !what.order.home;
  const auto index =
      layout_.index_of(place, at.c / layout_.L() % layout_.R(), swapped ? at.d : at.p);
  const bool in_place = index && at == (swapped ? layout_.swapped_place(what.to, *index)
                                                : layout_.row_place(what.to, *index));
  if (!in_place) {
    ++strays_;
    return std::nullopt;
  }
  std::uint8_t& times = times_written_[product][*index];
  if (times < 2) ++times;
  if (*index < layout_.n()) results_[product][*index] = sum;
  return Finished{product, *index};
}

bool ProductEngine::complete(std::uint32_t product) const {
  const std::vector<std::uint8_t>& times = times_written_[product];
  return strays_ == 0 &&
         std::all_of(times.begin(), times.end(), [](std::uint8_t time) { return time == 1; });
}

std::uint64_t ProductEngine::copies(const ProductOrder& order) const {
  return layout_.padded() * (order.home ? 1 : route_.second_terms(order.sums));
}

}  // namespace swapfly
