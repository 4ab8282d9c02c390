#include "tests/lockstep/tile_bench.hpp"

#include <fmt/format.h>

namespace swapfly::test {
namespace {

unsigned set_bits(std::uint64_t word) { return static_cast<unsigned>(__builtin_popcountll(word)); }

}  // namespace

std::string to_string(const Difference& difference) {
  const std::string field = difference.field.empty() ? "" : ", " + difference.field;
  return fmt::format("seed {}, clock {}: {}[{}]{}: model {}, RTL {}", difference.seed,
                     difference.clock, difference.port, difference.index, field, difference.model,
                     difference.rtl);
}

TileBench::TileBench(const RouterParameters& parameters, Tile& tile, std::uint64_t seed)
    : parameters_(parameters),
      tile_(tile),
      seed_(seed),
      model_(parameters),
      traffic_(parameters, seed) {
  for (Port port = 0; port < parameters_.ports(); ++port) {
    // What is sent in clock n is at the pins before the edge that begins the clock of its arrival.
    flits_.emplace_back(traffic_.flit_clocks(port) - 1, Wire{});
    credits_.emplace_back(traffic_.credit_clocks(port) - 1, 0);
  }
  tile_.reset();
}

std::optional<Difference> TileBench::run(std::uint64_t clocks) {
  for (const Clock end = now_ + clocks; now_ < end && !difference_; ++now_) {
    tile_.evaluate(true);
    const TileInputs& sent = traffic_.send();
    tell_model(sent);
    tile_.ports().eject_ready_i.put(0, parameters_.ports(), traffic_.ready());
    tile_.evaluate(false);
    const TileOutputs& shown = model_.step(now_, traffic_.ready());
    compare(shown);
    ejected_ += set_bits(shown.offered.valid & traffic_.ready());
    traffic_.observe(shown);
    set_pins(sent);
  }
  return difference_;
}

void TileBench::tell_model(const TileInputs& sent) {
  const unsigned channels = parameters_.virtual_channels;
  for_each_bit(sent.links.valid, 0, [&](Port port) {
    model_.flit_arrives(now_ + traffic_.flit_clocks(port), port, sent.links.flits[port]);
  });
  for_each_bit(sent.lanes.valid, 0, [&](unsigned lane) {
    model_.lane_flit_arrives(now_ + TileTraffic::lane_clocks, lane, sent.lanes.flits[lane]);
  });
  for_each_bit(sent.credits, 0, [&](unsigned place) {
    const Port port = place / channels;
    model_.credit_arrives(now_ + traffic_.credit_clocks(port), port, place % channels);
  });
}

/// For the edge that begins the next clock.
void TileBench::set_pins(const TileInputs& sent) {
  TilePorts& pins = tile_.ports();
  const FlitLayout& layout = model_.layout();
  const unsigned channels = parameters_.virtual_channels;
  const std::uint64_t all_channels = (std::uint64_t{1} << channels) - 1;
  std::uint64_t valid = 0;
  std::uint64_t credits = 0;
  for (Port port = 0; port < parameters_.ports(); ++port) {
    const Wire& wire =
        flits_[port].pass({(sent.links.valid >> port & 1) != 0, sent.links.flits[port]});
    if (wire.valid) {
      valid |= std::uint64_t{1} << port;
      put_flit(pins.flit_i, std::size_t{port} * layout.flit_bits, layout, wire.flit);
    }
    const std::uint64_t given = sent.credits >> port * channels & all_channels;
    credits |= credits_[port].pass(given) << port * channels;
  }
  pins.valid_i.put(0, parameters_.ports(), valid);
  pins.credit_i.put(0, parameters_.link_fifos(), credits);
  pins.lane_valid_i.put(0, parameters_.lanes, sent.lanes.valid);
  for_each_bit(sent.lanes.valid, 0, [&](unsigned lane) {
    put_flit(pins.lane_flit_i, std::size_t{lane} * layout.flit_bits, layout,
             sent.lanes.flits[lane]);
  });
}

void TileBench::compare(const TileOutputs& model) {
  const TilePorts& rtl = tile_.ports();
  const unsigned link_fifos = parameters_.link_fifos();
  const unsigned fifos = parameters_.fifos();
  compare_flits("valid_o", "flit_o", model.sent, rtl.valid_o, rtl.flit_o);
  compare_flits("link_valid_o", "link_flit_o", model.link, rtl.link_valid_o, rtl.link_flit_o);
  compare_flits("eject_valid_o", "eject_flit_o", model.offered, rtl.eject_valid_o,
                rtl.eject_flit_o);
  compare_bits("credit_o", 0, model.credits, rtl.credit_o.get(0, link_fifos));
  compare_bits("link_credit_o", 0, model.link_credits, rtl.link_credit_o.get(0, link_fifos));
  compare_bits("lane_credit_o", 0, model.lane_credits, rtl.lane_credit_o.get(0, parameters_.lanes));
  compare_bits("stall_o", 0, model.stalls, rtl.stall_o.get(0, fifos));
  compare_bits("conflict_o, outputs", 0, model.conflicts,
               rtl.conflict_o.count_set(0, parameters_.ports()));
  grants_ += set_bits(model.taken);
  stalls_ += set_bits(model.stalls);
  for (Port port = 0; port < parameters_.ports(); ++port) {
    const std::uint64_t grant = rtl.grant_o.get(std::size_t{port} * fifos, fifos);
    compare_bits("grant_o", port, model.grants[port], grant);
  }
  // The model's counters are for users; that they count what is compared above is seen here.
  compare_bits("grant_o, all so far", 0, model_.counters().flit_hops, grants_);
  compare_bits("stall_o, all so far", 0, model_.counters().stalls, stalls_);
}

void TileBench::compare_bits(const char* port, unsigned index, std::uint64_t model,
                             std::uint64_t rtl) {
  if (model != rtl) {
    differs(port, index, "", fmt::format("{:#x}", model), fmt::format("{:#x}", rtl));
  }
}

void TileBench::compare_flits(const char* valid_port, const char* flit_port, const FlitRow& model,
                              const Pins& valid, const Pins& flits) {
  compare_bits(valid_port, 0, model.valid, valid.get(0, parameters_.ports()));
  const FlitLayout& layout = model_.layout();
  for_each_bit(model.valid, 0, [&](Port port) {
    const PackedFlit rtl = get_flit(flits, std::size_t{port} * layout.flit_bits, layout);
    if (rtl != model.flits[port]) compare_fields(flit_port, port, model.flits[port], rtl);
  });
}

void TileBench::compare_fields(const char* port, unsigned index, const PackedFlit& model,
                               const PackedFlit& rtl) {
  if (model.header != rtl.header) {
    const FlitLayout& layout = model_.layout();
    differs(port, index, "header", to_string(layout.unpack_header(model.header)),
            to_string(layout.unpack_header(rtl.header)));
  }
  const auto compare_field = [&](const char* name, std::uint64_t of_model, std::uint64_t of_rtl) {
    if (of_model == of_rtl) return;
    differs(port, index, name, fmt::format("{:#x}", of_model), fmt::format("{:#x}", of_rtl));
  };
  compare_field("packet", model.packet, rtl.packet);
  compare_field("label", model.label, rtl.label);
  compare_field("payload", model.payload, rtl.payload);
}

/// Keeps the first of a run.
void TileBench::differs(const char* port, unsigned index, const char* field, std::string model,
                        std::string rtl) {
  if (difference_) return;
  difference_ = Difference{seed_, now_, port, index, field, std::move(model), std::move(rtl)};
}

}  // namespace swapfly::test
