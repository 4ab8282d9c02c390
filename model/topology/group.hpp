#pragma once

#include <string_view>

namespace swapfly {

/// What "+" means between a coordinate and a port number ([D2] section 2).
/// `cyclic` is addition modulo the size; `boolean` is exclusive-or and needs a power of two.
enum class Group { cyclic, boolean };

constexpr bool is_power_of_two(unsigned size) { return size != 0 && (size & (size - 1)) == 0; }

/// The group for a set of `size` of the elements of `outer`: the same where the size allows it.
constexpr Group group_for(unsigned size, Group outer) {
  return is_power_of_two(size) ? outer : Group::cyclic;
}

/// a + b in the group of `size` elements; both operands are below `size`.
constexpr unsigned add(Group group, unsigned a, unsigned b, unsigned size) {
  if (group == Group::boolean) return a ^ b;
  const unsigned sum = a + b;
  return sum < size ? sum : sum - size;
}

/// The port that undoes port `b`: add(add(a, b), inverse(b)) == a.
constexpr unsigned inverse(Group group, unsigned b, unsigned size) {
  if (group == Group::boolean || b == 0) return b;
  return size - b;
}

/// The port that leads from `from` to `to`: add(from, difference) == to.
constexpr unsigned difference(Group group, unsigned to, unsigned from, unsigned size) {
  return add(group, to, inverse(group, from, size), size);
}

constexpr std::string_view name_of(Group group) {
  return group == Group::boolean ? "boolean" : "cyclic";
}

}  // namespace swapfly
