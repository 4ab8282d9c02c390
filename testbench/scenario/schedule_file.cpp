#include "testbench/scenario/schedule_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "model/nic/nic_core.hpp"
#include "model/packet/swapped_route.hpp"
#include "model/workloads/content.hpp"
#include "testbench/scenario/key_table.hpp"
#include "testbench/scenario/text_values.hpp"

namespace swapfly {
namespace {

constexpr std::uint64_t last_clock = 1000000000000;
constexpr std::array<std::string_view, 5> column_names = {"clock", "router", "lane", "header",
                                                          "payload"};
constexpr std::size_t payload_column = 4;
constexpr const char* accepted_columns = "clock,router,lane,header or these and payload";

/// Values of a line, without the commas that separate them; those in brackets or quotes do not.
class Values {
 public:
  explicit Values(std::string_view line) {
    std::size_t start = 0;
    bool quoted = false;
    unsigned depth = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char letter = line[i];
      if (letter == '"') quoted = !quoted;
      if (letter == '[') ++depth;
      if (letter == ']' && depth > 0) --depth;
      if (letter != ',' || quoted || depth > 0) continue;
      add(line.substr(start, i - start));
      start = i + 1;
    }
    add(line.substr(start));
  }

  std::size_t count() const { return count_; }
  std::string_view operator[](std::size_t i) const { return values_[i]; }

 private:
  void add(std::string_view value) {
    value = trimmed(value);
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') {
      value = trimmed(value.substr(1, value.size() - 2));
    }
    if (count_ < values_.size()) values_[count_] = value;
    ++count_;
  }

  std::array<std::string_view, column_names.size()> values_;
  std::size_t count_ = 0;  // all there were
};

class ScheduleReader {
 public:
  ScheduleReader(const ScheduleLimits& limits, const std::string& name)
      : limits_(limits), name_(name) {}

  FlitSchedule read(std::string_view text) {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);  // a byte order mark
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      const std::string_view line = text.substr(0, end);
      read_line(trimmed(line.substr(0, line.find('#'))));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (flits_.empty()) {
      throw ConfigurationError(
          fmt::format("{} holds no flit; accepted: a line that names the "
                      "columns ({}) and at least one flit",
                      name_, accepted_columns));
    }
    sort();
    return std::move(flits_);
  }

 private:
  [[noreturn]] void refuse(std::uint32_t line, const std::string& what,
                           const std::string& accepted) const {
    throw ConfigurationError(
        fmt::format("{}, line {}: {}; accepted: {}", name_, line, what, accepted));
  }
  [[noreturn]] void refuse(std::string_view column, std::string_view value,
                           const std::string& accepted) const {
    refuse(line_, fmt::format("{} is {}", column, shown(value)), accepted);
  }

  void read_line(std::string_view line) {
    if (line.empty()) return;
    const Values values(line);
    if (columns_ == 0) {
      read_columns(line, values);
      return;
    }
    if (values.count() != columns_) {
      refuse(line_, fmt::format("{} values in {}", values.count(), shown(line)),
             fmt::format("{}, one a column", columns_));
    }
    const auto value = [&](std::size_t column) { return values[place_[column]]; };
    ScheduledFlit flit;
    flit.line = line_;
    flit.clock = number(0, value(0), 1, last_clock);
    flit.router = router(value(1));
    flit.lane = static_cast<std::uint16_t>(
        number(2, value(2), 0, limits_.lanes.value_or(NicParameters::most_lanes) - 1));
    flit.header = header(value(3));
    const bool given = columns_ > payload_column && !value(payload_column).empty();
    flit.payload = given ? payload(value(payload_column)) : generated_payload();
    flits_.push_back(flit);
  }

  void read_columns(std::string_view line, const Values& values) {
    std::array<bool, column_names.size()> seen{};
    for (std::size_t i = 0; i < std::min(values.count(), column_names.size()); ++i) {
      const auto* const found = std::find(column_names.begin(), column_names.end(), values[i]);
      if (found == column_names.end()) continue;
      const auto column = static_cast<std::size_t>(found - column_names.begin());
      seen[column] = true;
      place_[column] = i;
    }
    columns_ = values.count();
    const bool needed = seen[0] && seen[1] && seen[2] && seen[3];
    if (!needed || columns_ != (seen[payload_column] ? 5U : 4U)) {
      refuse(line_, fmt::format("the columns are {}", shown(line)), accepted_columns);
    }
  }

  std::uint64_t number(std::size_t column, std::string_view text, std::uint64_t least,
                       std::uint64_t most) const {
    std::uint64_t value = 0;
    if (read_number(text, value) && value >= least && value <= most) return value;
    const bool lanes_given = column == 2 && limits_.lanes;
    refuse(column_names[column], text,
           fmt::format("an integer from {} to {}{}", least, most,
                       lanes_given ? fmt::format(", since nic.lanes is {}", *limits_.lanes) : ""));
  }

  /// A number, [c,d,p] or c.d.p.
  RouterId router(std::string_view text) const {
    const SwappedDragonfly& topology = limits_.topology;
    std::uint64_t id = 0;
    if (read_number(text, id) && id < topology.routers()) return static_cast<RouterId>(id);
    const bool bracketed = text.size() >= 2 && text.front() == '[' && text.back() == ']';
    const char separator = bracketed ? ',' : '.';
    std::string_view rest = bracketed ? text.substr(1, text.size() - 2) : text;
    std::array<std::uint64_t, 3> at{};
    std::size_t parts = 0;
    for (bool more = true; more; ++parts) {
      const std::size_t end = std::min(rest.find(separator), rest.size());
      if (parts == at.size() || !read_number(trimmed(rest.substr(0, end)), at[parts])) break;
      more = end < rest.size();
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (!more && parts + 1 == at.size() && at[0] < topology.K() && at[1] < topology.M() &&
          at[2] < topology.M()) {
        return topology.id({static_cast<unsigned>(at[0]), static_cast<unsigned>(at[1]),
                            static_cast<unsigned>(at[2])});
      }
    }
    const std::string last = to_string(topology.coordinates(topology.routers() - 1));
    refuse("router", text,
           fmt::format("on {}, 0 to {}, or [c,d,p] or c.d.p up to {}", to_string(topology),
                       topology.routers() - 1, last));
  }

  Header header(std::string_view text) const {
    const std::optional<Header> header = parse_header(text);
    if (!header) {
      refuse("header", text, "[b;γ,π,δ] such as [3;g1,p2,d*], [3;1,2,*], or with an s for skip");
    }
    const SwappedDragonfly& topology = limits_.topology;
    if (!fits(*header, topology)) {
      refuse("header", text,
             fmt::format("on {}, γ from 0 to {}, π and δ from 0 to {}, or *", to_string(topology),
                         topology.K() - 1, topology.M() - 1));
    }
    if (!limits_.multicast && has_star(*header)) {
      refuse("header", text, "with router.multicast false, no *");
    }
    constexpr unsigned longest = 2 * RouterParameters::most_virtual_channels - 1;
    if (header->hops > longest) {
      refuse("header", text, fmt::format("up to {} hops", longest));
    }
    if (without_skipped_hops(*header).hops > limits_.most_hops) {
      refuse("header", text,
             fmt::format("up to {} hops, since router.vcs is {}", limits_.most_hops,
                         limits_.virtual_channels));
    }
    return *header;
  }

  static bool has_star(const Header& header) {
    return header.gamma == every_port || header.pi == every_port || header.delta == every_port;
  }

  std::uint64_t largest_payload() const { return ~std::uint64_t{0} >> (64 - limits_.payload_bits); }

  std::uint64_t payload(std::string_view text) const {
    const bool hexadecimal = text.substr(0, 2) == "0x";
    std::uint64_t value = 0;
    if (read_number(text.substr(hexadecimal ? 2 : 0), value, hexadecimal ? 16 : 10) &&
        value <= largest_payload()) {
      return value;
    }
    refuse("payload", text,
           fmt::format("an integer from 0 to {0} (0x{0:x}), since router.payload is {1}",
                       largest_payload(), limits_.payload_bits));
  }

  /// Another for every line, so that one flit is not taken for another.
  std::uint64_t generated_payload() const {
    return mixed_value(limits_.seed, line_) & largest_payload();
  }

  void sort() {
    const auto place = [](const ScheduledFlit& flit) {
      return std::tie(flit.clock, flit.router, flit.lane);
    };
    std::stable_sort(flits_.begin(), flits_.end(),
                     [&](const auto& a, const auto& b) { return place(a) < place(b); });
    const auto twice =
        std::adjacent_find(flits_.begin(), flits_.end(),
                           [&](const auto& a, const auto& b) { return place(a) == place(b); });
    if (twice == flits_.end()) return;
    refuse(std::next(twice)->line,
           fmt::format("a second flit on lane {} of router {} in clock {}, after line {}",
                       twice->lane, twice->router, twice->clock, twice->line),
           "one flit a lane and clock");
  }

  const ScheduleLimits& limits_;
  const std::string& name_;
  std::uint32_t line_ = 0;
  std::size_t columns_ = 0;                               ///< 0 until the line that names them
  std::array<std::size_t, column_names.size()> place_{};  ///< of each column in a line
  FlitSchedule flits_;
};

}  // namespace

FlitSchedule parse_schedule(std::string_view text, const ScheduleLimits& limits,
                            const std::string& name) {
  return ScheduleReader(limits, name).read(text);
}

}  // namespace swapfly
