#pragma once

#include <optional>

#include "model/schedules/all_to_all_plan.hpp"

namespace swapfly {

/// What of an all-to-all inside D3(K,M) is to be chosen: nothing stands for what is free.
struct AllToAllSearch {
  unsigned K = 1;
  unsigned M = 1;
  AllToAllSchedule schedule = AllToAllSchedule::no_delay;
  std::optional<unsigned> J = {};  ///< cabinets that take part
  std::optional<unsigned> L = {};  ///< values of d and p that take part
  std::optional<unsigned> s = {};
};

/// The D3(J,L) inside D3(K,M), and its lanes, that take the fewest rounds.
///
/// An all-to-all of n items each on D3(J,L) takes n^2/(J L^2 s) rounds ([D2]), so for the
/// K M^2 items of the whole network the best choice is that of the largest J L^2 s; of several, the
/// one with most routers. s divides J and L, and is at most L/2 where rounds start in every step.
/// Nothing if what is given leaves no choice.
std::optional<AllToAllShape> fewest_rounds(const AllToAllSearch& search);

/// n^2/(J L^2 s), rounded up: the rounds on `shape` for all n = K M^2 items of a network of so many
/// routers, each router of the D3(J,L) having its share of them, which may be no whole number.
std::uint64_t scaled_rounds(const AllToAllShape& shape, std::uint64_t routers);

}  // namespace swapfly
