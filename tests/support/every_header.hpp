#pragma once

#include <cstdint>
#include <vector>

#include "tests/support/reference_route.hpp"

namespace swapfly::test {

/// Every header of up to `most_hops` hops that a NIC of D3(K,M) can send, with and without `*` and
/// `skip`; those of no hops left out.
inline std::vector<Header> every_header(unsigned K, unsigned M, unsigned most_hops) {
  const auto fields = [](unsigned size) {
    std::vector<std::uint16_t> values{every_port};
    for (unsigned port = 0; port < size; ++port) values.push_back(static_cast<std::uint16_t>(port));
    return values;
  };
  std::vector<Header> headers;
  for (unsigned hops = 1; hops <= most_hops; ++hops) {
    for (const bool skip : {false, true}) {
      for (const std::uint16_t gamma : fields(K)) {
        for (const std::uint16_t pi : fields(M)) {
          for (const std::uint16_t delta : fields(M)) {
            const Header header{static_cast<std::uint8_t>(hops), skip, gamma, pi, delta};
            if (reference_skip(header) == header) headers.push_back(header);
          }
        }
      }
    }
  }
  return headers;
}

}  // namespace swapfly::test
