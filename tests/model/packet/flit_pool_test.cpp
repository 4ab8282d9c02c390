#include "model/packet/flit_pool.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "tests/support/printing.hpp"
#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

TEST(FlitPool, KeepsEveryFlitUntilItsPlaceIsGivenBack) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    FlitPool pool;
    std::map<FlitHandle, Flit> model;
    for (std::uint32_t step = 0; step < 3000; ++step) {
      // Grows over the first half, shrinks over the second.
      if (random.below(4) < (step < 1500 ? 3U : 1U)) {
        const Flit flit{{}, step, 0, random.word()};
        const FlitHandle handle = pool.take(flit);
        ASSERT_TRUE(model.emplace(handle, flit).second) << "place " << handle << " is taken";
      } else if (!model.empty()) {
        auto some = model.begin();
        std::advance(some, random.below(static_cast<unsigned>(model.size())));
        pool.give_back(some->first);
        model.erase(some);
      }
    }
    for (const auto& [handle, flit] : model) ASSERT_EQ(pool[handle].flit, flit);
  }
}

TEST(FlitPool, TakesACopyOfItsOwnFlitWhileItGrows) {
  FlitPool pool;
  const FlitHandle first = pool.take({{}, 1, 2, 3});
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(pool[pool.take(pool[first].flit)].flit.payload, 3U);
}

TEST(FlitPool, UsesFewPlacesForFewFlits) {
  FlitPool pool;
  for (int i = 0; i < 1000; ++i) {
    const FlitHandle a = pool.take({});
    const FlitHandle b = pool.take({});
    ASSERT_LT(a, 2U);
    ASSERT_LT(b, 2U);
    pool.give_back(a);
    pool.give_back(b);
  }
}

}  // namespace
}  // namespace swapfly
