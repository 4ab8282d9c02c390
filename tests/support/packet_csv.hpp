#pragma once

#include <cstdio>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/packet/header.hpp"
#include "model/router/router_parameters.hpp"

namespace swapfly::test {

/// A line of a file that `--packets` wrote.
struct PacketLine {
  struct Hop {
    RouterId router = 0;
    std::string port;  ///< "l2", "g0"
  };

  std::uint64_t id = 0;
  RouterId source = 0, destination = 0;
  std::string header_text;
  Header header;
  Clock created = 0, injected = 0, ejected = 0;
  std::uint64_t hops = 0;
  std::vector<Hop> path;
  RouterId path_end = 0;
  Clock first_arbitrated = 0;
  std::uint32_t label = 0;
  std::string kind;
};

inline std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> fields{""};
  bool quoted = false;
  for (const char letter : line) {
    if (letter == '"') {
      quoted = !quoted;
    } else if (letter == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += letter;
    }
  }
  if (quoted) throw std::runtime_error("a quote that is not closed: " + line);
  return fields;
}

/// "[4;g*,p*,d1]s"
inline Header parse_header(const std::string& text) {
  unsigned hops = 0;
  char gamma[8], pi[8], delta[8];
  if (std::sscanf(text.c_str(), "[%u;g%7[0-9*],p%7[0-9*],d%7[0-9*]]", &hops, gamma, pi, delta) !=
      4) {
    throw std::runtime_error("no header: " + text);
  }
  const auto field = [](const std::string& value) {
    return value == "*" ? every_port : static_cast<std::uint16_t>(std::stoul(value));
  };
  return {static_cast<std::uint8_t>(hops), text.back() == 's', field(gamma), field(pi),
          field(delta)};
}

/// The lines of a packet file. Throws std::runtime_error for what is none.
inline std::vector<PacketLine> packet_lines(const std::string& csv) {
  std::istringstream stream(csv);
  std::string line;
  std::getline(stream, line);
  const std::vector<std::string> names = csv_fields(line);
  std::vector<PacketLine> lines;
  while (std::getline(stream, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    if (fields.size() != names.size()) throw std::runtime_error("not as many fields: " + line);
    std::map<std::string, std::string> by_name;
    for (std::size_t i = 0; i < names.size(); ++i) by_name[names[i]] = fields[i];
    const auto number = [&by_name](const char* name) { return std::stoull(by_name.at(name)); };
    const auto node = [&number](const char* name) { return static_cast<RouterId>(number(name)); };
    PacketLine packet;
    packet.id = number("id");
    packet.source = node("source");
    packet.destination = node("destination");
    packet.header_text = by_name.at("header");
    packet.header = parse_header(packet.header_text);
    packet.created = number("created");
    packet.injected = number("injected");
    packet.ejected = number("ejected");
    packet.hops = number("hops");
    std::istringstream path(by_name.at("path"));
    path >> packet.path_end;
    for (std::string port; path >> port;) {
      packet.path.push_back({packet.path_end, port});
      if (!(path >> packet.path_end)) throw std::runtime_error("a path that ends in a port");
    }
    packet.first_arbitrated = number("first_arbitrated");
    packet.label = static_cast<std::uint32_t>(number("label"));
    packet.kind = by_name.at("kind");
    lines.push_back(packet);
  }
  return lines;
}

}  // namespace swapfly::test
