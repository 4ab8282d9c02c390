#include "tests/lockstep/tile_traffic.hpp"

#include "model/packet/swapped_route.hpp"

namespace swapfly::test {
namespace {

constexpr std::uint64_t all = ~std::uint64_t{0};
constexpr unsigned always = 8;
constexpr unsigned most_hops_of_a_header = 15;

constexpr std::uint64_t bit(unsigned place) { return std::uint64_t{1} << place; }

}  // namespace

const std::vector<TileTraffic::Phase>& TileTraffic::phases() {
  static const std::vector<Phase> all_phases{
      // links lanes credits ready headers             starves single longest
      {0, 0, always, always, Headers::any, false, false, 60},             // comes to rest
      {1, 1, 6, 7, Headers::any, false, false, 200},                      // light
      {always, always, always, always, Headers::any, false, false, 200},  // saturated
      {always, always, 2, 4, Headers::any, false, false, 200},            // slow neighbours
      {5, 5, always, always, Headers::any, true, false, 400},             // one output starved
      {6, 4, 6, 0, Headers::any, false, false, 400},                      // the NIC refuses
      {4, 4, 5, 5, Headers::stars, false, false, 200},                    // duplication everywhere
      {4, 4, 7, 7, Headers::stars, true, false, 200},                     // and a branch starved
      {always, always, always, always, Headers::one_port, false, false, 200},  // a hot spot
      {always, always, always, always, Headers::any, false, true, 100},        // flits back to back
      {1, 1, always, always, Headers::stars, false, true, 100},                // one flit at a time
  };
  return all_phases;
}

TileTraffic::TileTraffic(const RouterParameters& parameters, std::uint64_t seed)
    : parameters_(parameters),
      layout_(parameters.K, parameters.M, parameters.payload_bits),
      random_(seed),
      inputs_(parameters),
      room_(parameters.fifos(), parameters.depth),
      owed_(parameters.link_fifos()) {
  for (Port port = 0; port < parameters_.ports(); ++port) {
    // Every other one at the end of a link like the tile's own, as in networks.
    const bool near = random_.one_in(2);
    flit_clocks_.push_back(
        random_.between(near ? 1 : parameters_.hop_clocks(port), parameters_.hop_clocks(port)));
    credit_clocks_.push_back(random_.between(near ? 1 : parameters_.credit_clocks(port),
                                             parameters_.credit_clocks(port)));
  }
}

void TileTraffic::begin_phase() {
  phase_ = phases()[random_.below(static_cast<unsigned>(phases().size()))];
  clocks_left_ = random_.between(phase_.longest / 8, phase_.longest);
  chosen_output_ = random_.below(parameters_.ports());
  senders_ = phase_.single ? bit(random_.below(parameters_.fifos())) : all;
}

std::uint64_t TileTraffic::some(unsigned eighths) {
  if (eighths == 0) return 0;
  if (eighths == always) return all;
  std::uint64_t bits = 0;
  for (unsigned digit = 0; digit < 3; ++digit) {
    const std::uint64_t coins = random_.word();
    bits = (eighths >> digit & 1) != 0 ? bits | coins : bits & coins;
  }
  return bits;
}

const TileInputs& TileTraffic::send() {
  if (clocks_left_ == 0) begin_phase();
  --clocks_left_;
  inputs_.links.valid = inputs_.lanes.valid = inputs_.credits = 0;
  send_link_flits();
  send_lane_flits();
  give_back_credits();
  ready_ = some(phase_.ready) & (bit(parameters_.ports()) - 1);
  return inputs_;
}

void TileTraffic::send_link_flits() {
  const unsigned channels = parameters_.virtual_channels;
  const std::uint64_t wish = some(phase_.links) & senders_ & (bit(parameters_.link_fifos()) - 1);
  if (wish == 0) return;
  // A link carries one flit a clock: begin with a channel at random.
  const unsigned first = random_.below(channels);
  for (Port port = 0; port < parameters_.ports(); ++port) {
    for (unsigned turn = 0; turn < channels; ++turn) {
      const unsigned channel = (first + turn) % channels;
      const unsigned fifo = port * channels + channel;
      if ((wish >> fifo & 1) == 0 || room_[fifo] == 0) continue;
      --room_[fifo];
      // Where channels are short the last one carries all longer headers.
      const bool longer = channel + 1 == channels && random_.one_in(4);
      const unsigned most = longer ? most_hops_of_a_header : 2 * channel + 1;
      inputs_.links.put(port, flit(2 * channel, most));
      break;
    }
  }
}

void TileTraffic::send_lane_flits() {
  const std::uint64_t wish = some(phase_.lanes) & senders_ >> parameters_.link_fifos();
  for (unsigned lane = 0; lane < parameters_.lanes; ++lane) {
    const unsigned fifo = parameters_.link_fifos() + lane;
    if ((wish >> lane & 1) == 0 || room_[fifo] == 0) continue;
    --room_[fifo];
    const bool longer = random_.one_in(4);
    const unsigned most = longer ? most_hops_of_a_header : most_hops(parameters_.virtual_channels);
    inputs_.lanes.put(lane, flit(1, most));
  }
}

void TileTraffic::give_back_credits() {
  const unsigned channels = parameters_.virtual_channels;
  std::uint64_t wish = some(phase_.credits) & (bit(parameters_.link_fifos()) - 1);
  if (phase_.starves) wish &= ~((bit(channels) - 1) << chosen_output_ * channels);
  for_each_bit(wish, 0, [this](unsigned place) {
    if (owed_[place] == 0) return;
    --owed_[place];
    inputs_.credits |= bit(place);
  });
}

void TileTraffic::observe(const TileOutputs& outputs) {
  for_each_bit(outputs.credits, 0, [this](unsigned fifo) { ++room_[fifo]; });
  for_each_bit(outputs.lane_credits, parameters_.link_fifos(),
               [this](unsigned fifo) { ++room_[fifo]; });
  for_each_bit(outputs.taken, 0, [this](unsigned place) { ++owed_[place]; });
}

PackedFlit TileTraffic::flit(unsigned least_hops, unsigned most_hops) {
  const std::uint64_t tag = random_.word();
  PackedFlit flit;
  flit.header = layout_.pack_header(header(least_hops, most_hops));
  flit.packet = static_cast<std::uint32_t>(tag);
  flit.label = static_cast<std::uint32_t>(tag >> 32);
  flit.payload = random_.word() >> (64 - parameters_.payload_bits);
  return flit;
}

Header TileTraffic::header(unsigned least_hops, unsigned most_hops) {
  std::uint64_t coins = random_.word();
  const auto below = [&coins](unsigned limit) {
    constexpr unsigned width = 12;
    const auto digit = static_cast<unsigned>(coins & (bit(width) - 1));
    coins >>= width;
    return static_cast<std::uint16_t>(digit * limit >> width);
  };
  Header header;
  header.hops = static_cast<std::uint8_t>(least_hops + below(most_hops - least_hops + 1));
  header.gamma = below(parameters_.K);
  header.pi = below(parameters_.M);
  header.delta = below(parameters_.M);
  if (parameters_.multicast) {
    const unsigned chance = phase_.headers == Headers::stars ? 6 : 1;
    for (std::uint16_t* const field : {&header.gamma, &header.pi, &header.delta}) {
      if ((coins & 7) < chance) *field = every_port;
      coins >>= 3;
    }
  }
  if (phase_.headers == Headers::one_port) aim(header);
  header.skip = (coins & 1) != 0;
  if (without_skipped_hops(header) != header) header.skip = false;
  return header;
}

/// Makes the next hop one through the chosen output, if the hops left allow it.
void TileTraffic::aim(Header& header) const {
  const bool local = parameters_.is_local(chosen_output_);
  if (header.hops == 0 || (header.hops % 2 == 1) != local) return;
  if (local) {
    header.delta = static_cast<std::uint16_t>(chosen_output_);
  } else {
    header.gamma = static_cast<std::uint16_t>(chosen_output_ - parameters_.M);
  }
}

}  // namespace swapfly::test
