#pragma once

#include <ostream>

#include "model/packet/flit.hpp"
#include "model/topology/swapped_dragonfly.hpp"

namespace swapfly {

// What GoogleTest shows of a value in a failed comparison.

inline void PrintTo(const Header& header, std::ostream* out) { *out << to_string(header); }

inline void PrintTo(const Flit& flit, std::ostream* out) {
  *out << to_string(flit.header) << " packet " << flit.packet << " label " << flit.label
       << " payload " << flit.payload;
}

inline void PrintTo(const Coordinates& at, std::ostream* out) { *out << to_string(at); }

}  // namespace swapfly
