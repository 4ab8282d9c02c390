#include "model/workloads/block_collective.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "model/packet/swapped_route.hpp"

namespace swapfly {
namespace {

constexpr Rank nobody = ~Rank{0};
constexpr unsigned kind_bits = 2;

std::uint32_t label_of(std::uint64_t place, BlockKind kind) {
  return static_cast<std::uint32_t>(place << kind_bits | static_cast<std::uint64_t>(kind));
}

/// Everything under way is worth a claim of time only if no step has to wait.
constexpr const char* time_formula = "the last step's first clock + its block - 1 + its route";

}  // namespace

std::string_view name_of(BlockMode mode) { return mode == BlockMode::steps ? "steps" : "free"; }

BlockCollective::BlockCollective(const WorkloadContext& context,
                                 BlockCollectiveParameters parameters)
    : context_(context),
      parameters_(std::move(parameters)),
      cut_{parameters_.flits, parameters_.plan.parts, parameters_.plan.blocks},
      rank_of_(context.topology.routers(), nobody),
      processors_(parameters_.plan.processors) {
  for (Rank rank = 0; rank < processors_.size(); ++rank) rank_of_[parameters_.place[rank]] = rank;
  const bool several = parameters_.mode == BlockMode::free && context_.lanes > 1;
  for (Processor& processor : processors_) {
    processor.lane_free.assign(several ? context_.lanes : 1, 1);
  }
  for (const BlockStream& stream : parameters_.plan.streams) add_stream(stream);
  for (Rank rank = 0; rank < processors_.size(); ++rank) {
    for (Outbox& outbox : processors_[rank].outboxes) choose_needs(rank, outbox);
  }
}

void BlockCollective::add_stream(const BlockStream& stream) {
  const SwappedDragonfly& topology = context_.topology;
  Outbox outbox;
  outbox.stream = stream;
  outbox.header = shortest_header(topology.coordinates(parameters_.place[stream.from]),
                                  topology.coordinates(parameters_.place[stream.to]), topology);
  processors_[stream.from].outboxes.push_back(std::move(outbox));
  Inbox inbox;
  inbox.part = stream.part;
  inbox.kind = stream.kind;
  inbox.words.resize(cut_.part_size(stream.part));
  inbox.ready.assign(cut_.blocks, never);
  processors_[stream.to].inboxes.push_back(std::move(inbox));
  expected_copies_ += cut_.part_size(stream.part);
}

/// Which blocks must be there before one can be sent: of a broadcast the one from above; of what
/// goes up those of all subtrees; of a scan's way down what lies left of the receiver's subtree.
void BlockCollective::choose_needs(Rank rank, Outbox& outbox) const {
  const BlockStream& stream = outbox.stream;
  const bool down = stream.kind == BlockKind::down;
  const bool scan_down = down && parameters_.operation == BlockOperation::scan;
  const bool broadcast = parameters_.operation == BlockOperation::broadcast;
  const std::vector<Inbox>& inboxes = processors_[rank].inboxes;
  for (std::size_t i = 0; i < inboxes.size(); ++i) {
    if (inboxes[i].part != stream.part) continue;
    bool needed = inboxes[i].kind != BlockKind::down;
    if (scan_down) {
      needed = inboxes[i].kind == BlockKind::down ||
               (inboxes[i].kind == BlockKind::from_left && stream.to > rank);
    } else if (broadcast) {
      needed = true;
    }
    if (needed) outbox.needs.push_back(i);
  }
  const bool passes_on = broadcast ? rank != parameters_.root : scan_down && stream.to < rank;
  if (passes_on && outbox.needs.empty()) {
    throw std::logic_error("rank " + std::to_string(rank) + " is to pass on what nobody sends it");
  }
}

WorkloadNeeds BlockCollective::needs() const {
  WorkloadNeeds needs;
  needs.lanes = std::max(context_.lanes, 1U);
  needs.receive = 1;
  needs.headers = shortest_headers(context_.topology);
  return needs;
}

void BlockCollective::start(Fabric& fabric) {
  for (Rank rank = 0; rank < processors_.size(); ++rank) {
    NicCore& nic = fabric.nic(parameters_.place[rank]);
    nic.run_program(this);
    send_ready(nic, rank);
  }
}

void BlockCollective::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  const Rank rank = rank_of_[nic.node()];
  for (const Arrival& arrival : arrivals) take(nic, rank, arrival.flit);
  send_ready(nic, rank);
}

void BlockCollective::take(NicCore& nic, Rank rank, const Flit& flit) {
  const std::uint64_t place = flit.label >> kind_bits;
  const auto kind = static_cast<BlockKind>(flit.label & ((1U << kind_bits) - 1));
  for (Inbox& inbox : processors_[rank].inboxes) {
    const std::uint64_t first = cut_.start(inbox.part, 0);
    if (inbox.kind != kind || place < first || place - first >= inbox.words.size()) continue;
    if (place - first != inbox.received) break;
    inbox.words[inbox.received++] = flit.payload;
    while (inbox.blocks < cut_.blocks &&
           first + inbox.received >= cut_.start(inbox.part, inbox.blocks + 1)) {
      inbox.ready[inbox.blocks++] = nic.answer_clock();
    }
    return;
  }
  astray_ = true;
}

/// Passes over blocks without flits.
bool BlockCollective::finished(Outbox& outbox) const {
  while (outbox.next < cut_.blocks && cut_.size(outbox.stream.part, outbox.next) == 0) {
    ++outbox.next;
  }
  return outbox.next == cut_.blocks;
}

/// The first clock in which the next block of a stream may start; never: that is not known yet.
Clock BlockCollective::earliest(const Processor& processor, const Outbox& outbox) const {
  Clock clock = 1;
  if (parameters_.mode == BlockMode::steps) {
    clock += parameters_.plan.step_of(outbox.stream, outbox.next) * parameters_.step_clocks;
  }
  for (const std::size_t inbox : outbox.needs) {
    clock = std::max(clock, processor.inboxes[inbox].ready[outbox.next]);
  }
  return clock;
}

void BlockCollective::send_ready(NicCore& nic, Rank rank) {
  Processor& processor = processors_[rank];
  const Clock next = nic.now() + 1;
  for (unsigned lane = 0; lane < processor.lane_free.size(); ++lane) {
    if (processor.lane_free[lane] > next) continue;
    Outbox* chosen = nullptr;
    const auto step = [this](const Outbox& outbox) {
      return parameters_.plan.step_of(outbox.stream, outbox.next);
    };
    for (Outbox& outbox : processor.outboxes) {
      if (finished(outbox) || earliest(processor, outbox) > next) continue;
      if (chosen == nullptr || step(outbox) < step(*chosen)) chosen = &outbox;
    }
    if (chosen == nullptr) break;
    send_block(nic, rank, lane, *chosen);
  }
  const Clock lane_free = *std::min_element(processor.lane_free.begin(), processor.lane_free.end());
  Clock wanted = never;
  for (Outbox& outbox : processor.outboxes) {
    if (!finished(outbox)) wanted = std::min(wanted, earliest(processor, outbox));
  }
  if (wanted != never) nic.call_at(std::max({wanted, lane_free, next + 1}) - 1);
}

void BlockCollective::send_block(NicCore& nic, Rank rank, unsigned lane, Outbox& outbox) {
  const unsigned part = outbox.stream.part;
  const Clock first = nic.now() + 1;
  if (parameters_.mode == BlockMode::steps &&
      first > 1 + parameters_.plan.step_of(outbox.stream, outbox.next) * parameters_.step_clocks) {
    ++late_blocks_;
  }
  const std::uint64_t begin = cut_.start(part, outbox.next);
  const std::uint64_t end = cut_.start(part, outbox.next + 1);
  for (std::uint64_t place = begin; place < end; ++place) {
    Departure departure;
    departure.due = first + (place - begin);
    departure.lane = lane;
    departure.header = outbox.header;
    departure.label = label_of(place, outbox.stream.kind);
    departure.payload = outgoing(rank, outbox.stream, place);
    departure.created = 1;  // the messages are there from the beginning
    nic.send(departure);
  }
  processors_[rank].lane_free[lane] = first + (end - begin);
  ++outbox.next;
}

const BlockCollective::Inbox* BlockCollective::inbox(Rank rank, unsigned part,
                                                     BlockKind kind) const {
  for (const Inbox& inbox : processors_[rank].inboxes) {
    if (inbox.part == part && inbox.kind == kind) return &inbox;
  }
  return nullptr;
}

/// What a processor brings to the operation; random matrices are made invertible, or the product of
/// many would be 0 whatever their order.
std::uint64_t BlockCollective::own(Rank rank, std::uint64_t place) const {
  const unsigned bits = context_.payload_bits;
  const std::uint64_t word =
      mixed_value(context_.seed, rank * parameters_.flits + place) >> (64 - bits);
  if (parameters_.combine != CombineOperator::matrix_product) return word;
  const unsigned entry = bits / 4;
  const std::uint64_t odd = 1ULL | 1ULL << (3 * entry);
  const std::uint64_t even = 1ULL << entry;
  return (word | odd) & ~even;
}

std::uint64_t BlockCollective::combined(Rank rank, unsigned part, std::uint64_t place,
                                        bool with_left, bool with_right) const {
  const auto with = [this](std::uint64_t left, std::uint64_t right) {
    return combine(parameters_.combine, left, right, context_.payload_bits);
  };
  const std::uint64_t offset = place - cut_.start(part, 0);
  std::uint64_t value = own(rank, place);
  if (with_left) {
    const Inbox* left = inbox(rank, part, BlockKind::from_left);
    if (left != nullptr) value = with(left->words[offset], value);
  }
  if (with_right) {
    const Inbox* right = inbox(rank, part, BlockKind::from_right);
    if (right != nullptr) value = with(value, right->words[offset]);
  }
  return value;
}

std::uint64_t BlockCollective::outgoing(Rank rank, const BlockStream& stream,
                                        std::uint64_t place) const {
  const Inbox* above = inbox(rank, stream.part, BlockKind::down);
  const std::uint64_t offset = place - cut_.start(stream.part, 0);
  if (parameters_.operation == BlockOperation::broadcast) {
    return above == nullptr ? own(rank, place) : above->words[offset];
  }
  if (stream.kind != BlockKind::down || parameters_.operation == BlockOperation::reduce) {
    return combined(rank, stream.part, place, true, true);
  }
  if (stream.to < rank) return above->words[offset];
  return result(rank, stream.part, place).value();
}

/// What a processor has of the outcome: of a scan up to and with its own operand.
std::optional<std::uint64_t> BlockCollective::result(Rank rank, unsigned part,
                                                     std::uint64_t place) const {
  const Inbox* above = inbox(rank, part, BlockKind::down);
  const std::uint64_t offset = place - cut_.start(part, 0);
  switch (parameters_.operation) {
    case BlockOperation::broadcast:
      if (above != nullptr) return above->words[offset];
      return rank == parameters_.root ? std::optional(own(rank, place)) : std::nullopt;
    case BlockOperation::reduce:
      if (above != nullptr) return above->words[offset];
      return combined(rank, part, place, true, true);
    case BlockOperation::scan:
      break;
  }
  const std::uint64_t here = combined(rank, part, place, true, false);
  if (above == nullptr) return here;
  return combine(parameters_.combine, above->words[offset], here, context_.payload_bits);
}

bool BlockCollective::holds_result(Rank rank, const Content& expected) const {
  for (unsigned part = 0; part < cut_.parts; ++part) {
    for (std::uint64_t place = cut_.start(part, 0); place < cut_.start(part, cut_.blocks);
         ++place) {
      if (result(rank, part, place) != expected[place]) return false;
    }
  }
  return true;
}

bool BlockCollective::data_ok() const {
  if (astray_) return false;
  for (const Processor& processor : processors_) {
    for (const Inbox& inbox : processor.inboxes) {
      if (inbox.received != inbox.words.size()) return false;
    }
  }
  // The direct computation: one processor after the other.
  const bool broadcast = parameters_.operation == BlockOperation::broadcast;
  Content expected(parameters_.flits);
  for (std::uint64_t place = 0; place < parameters_.flits; ++place) {
    expected[place] = own(broadcast ? parameters_.root : 0, place);
  }
  for (Rank rank = 0; rank < processors_.size(); ++rank) {
    if (!broadcast && rank > 0) {
      for (std::uint64_t place = 0; place < parameters_.flits; ++place) {
        expected[place] =
            combine(parameters_.combine, expected[place], own(rank, place), context_.payload_bits);
      }
    }
    const bool has_result = parameters_.operation != BlockOperation::reduce;
    if (has_result && !holds_result(rank, expected)) return false;
  }
  return parameters_.operation != BlockOperation::reduce ||
         holds_result(parameters_.root, expected);
}

Clock BlockCollective::clocks_in_step() const {
  Clock first = never;
  Clock last = 0;
  for (const Processor& processor : processors_) {
    for (const Outbox& outbox : processor.outboxes) {
      const Clock route = path_clocks(outbox.header, context_.local_hop, context_.global_hop);
      for (std::uint64_t block = 0; block < cut_.blocks; ++block) {
        const std::uint64_t size = cut_.size(outbox.stream.part, block);
        if (size == 0) continue;  // the only block of an empty part: its step passes unused
        const Clock start =
            parameters_.plan.step_of(outbox.stream, block) * parameters_.step_clocks;
        first = std::min(first, start);
        last = std::max(last, start + size - 1 + route);
      }
    }
  }
  return last - std::min(first, last);
}

std::vector<Claim> BlockCollective::claims(const RunFigures& figures) const {
  if (parameters_.mode != BlockMode::steps || parameters_.shared_links > 0) return {};
  return {exact_time(parameters_.algorithm + ".time", time_formula, clocks_in_step(), "", figures)};
}

/// Whether a stream brings the outcome itself.
bool BlockCollective::is_final(Rank rank, const Inbox& inbox) const {
  if (parameters_.operation == BlockOperation::reduce) return rank == parameters_.root;
  return inbox.kind == BlockKind::down;
}

/// The latest arrival, in clocks from the first one, of what `pick` names of each final stream.
template <class Pick>
std::optional<Clock> BlockCollective::latest(const Pick& pick) const {
  std::optional<Clock> clocks;
  for (Rank rank = 0; rank < processors_.size(); ++rank) {
    for (const Inbox& inbox : processors_[rank].inboxes) {
      if (inbox.words.empty() || !is_final(rank, inbox)) continue;
      const Clock ready = pick(inbox);
      if (ready == never) return std::nullopt;
      clocks = std::max(clocks.value_or(0), ready - context_.nic - 1);
    }
  }
  return clocks;
}

std::optional<Clock> BlockCollective::first_block_clocks() const {
  return latest([](const Inbox& inbox) { return inbox.ready.front(); });
}

std::optional<Clock> BlockCollective::last_block_clocks() const {
  return latest([](const Inbox& inbox) { return inbox.ready.back(); });
}

}  // namespace swapfly
