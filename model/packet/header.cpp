#include "model/packet/header.hpp"

namespace swapfly {
namespace {

std::string field(char name, std::uint16_t value) {
  return name + (value == every_port ? std::string("*") : std::to_string(value));
}

}  // namespace

std::string to_string(const Header& header) {
  return "[" + std::to_string(header.hops) + ";" + field('g', header.gamma) + "," +
         field('p', header.pi) + "," + field('d', header.delta) + "]" + (header.skip ? "s" : "");
}

}  // namespace swapfly
