#pragma once

// Included by force into copies of model/ with seeded faults.

namespace swapfly::test {

/// Which fault is at work, 0 for none.
extern unsigned selected_mutant;
inline bool mutant_is_selected(unsigned number) { return selected_mutant == number; }

/// The condition that seed.awk puts before a mutated expression. Constants are never mutated.
constexpr bool is_mutant(unsigned number) {
  if (__builtin_is_constant_evaluated()) return false;
  return mutant_is_selected(number);
}

}  // namespace swapfly::test
