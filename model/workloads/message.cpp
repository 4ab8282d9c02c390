#include "model/workloads/message.hpp"

#include "model/packet/swapped_route.hpp"

namespace swapfly {

Message::Message(const WorkloadContext& context, const Coordinates& from, const Coordinates& to,
                 Content content)
    : context_(context),
      from_(context.topology.id(from)),
      to_(context.topology.id(to)),
      header_(shortest_header(from, to, context.topology)),
      content_(std::move(content)),
      received_(1, content_.size()) {}

WorkloadNeeds Message::needs() const {
  WorkloadNeeds needs;
  needs.headers = {header_};
  return needs;
}

void Message::start(Fabric& fabric) {
  run_everywhere(fabric, *this);
  send_next(fabric.nic(from_));
}

void Message::run(NicCore& nic, const std::vector<Arrival>& arrivals) {
  for (const Arrival& arrival : arrivals) {
    if (nic.node() == to_) received_.store(0, arrival.flit.label, arrival.flit.payload);
  }
  if (nic.node() == from_) send_next(nic);
}

void Message::send_next(NicCore& nic) {
  // Flit i is for clock 1 + i; between two of them the program may run because of arrivals.
  while (next_ < content_.size() && next_ <= nic.now()) {
    Departure departure;
    departure.due = 1 + next_;
    departure.header = header_;
    departure.label = static_cast<std::uint32_t>(next_);
    departure.payload = content_[next_];
    nic.send(departure);
    ++next_;
  }
  if (next_ < content_.size()) nic.call_at(next_);
}

std::vector<Claim> Message::claims(const RunFigures& figures) const {
  const std::uint64_t path = path_clocks(header_, context_.local_hop, context_.global_hop);
  return {exact_time("message.time", "flits - 1 + clocks of the path", content_.size() - 1 + path,
                     "", figures)};
}

}  // namespace swapfly
