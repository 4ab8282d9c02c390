#include "model/nic/packet_ledger.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "tests/support/random.hpp"

namespace swapfly {
namespace {

using test::Random;

PacketRecord record_of(std::uint64_t copies, Clock created = 0) {
  PacketRecord record;
  record.copies_left = copies;
  record.created = created;
  return record;
}

/// Files `record`; only the id is the ledger's.
PacketId file(PacketLedger& ledger, RouterId source, PacketRecord record) {
  PacketRecord& filed = ledger.open(source);
  record.id = filed.id;
  filed = record;
  return record.id;
}

TEST(PacketLedger, IdsTellTheSource) {
  for (const RouterId nodes : {1U, 2U, 3U, 4U, 5U, 64U, 65U, 1000U}) {
    PacketLedger ledger(nodes);
    std::set<PacketId> ids;
    for (RouterId source = 0; source < nodes; ++source) {
      for (int i = 0; i < 5; ++i) {
        const PacketId id = file(ledger, source, record_of(1));
        EXPECT_EQ(ledger.source_of(id), source);
        EXPECT_TRUE(ids.insert(id).second) << "no id twice while open";
        ASSERT_NE(ledger.find(id), nullptr);
        EXPECT_EQ(ledger.find(id)->id, id);
      }
    }
    EXPECT_EQ(ledger.open_packets(), std::uint64_t{nodes} * 5);
  }
}

TEST(PacketLedger, ARecordClosesWithItsLastCopy) {
  PacketLedger ledger(3);
  const PacketId id = file(ledger, 2, record_of(3, 17));
  for (int left = 3; left > 0; --left) {
    PacketRecord* record = ledger.find(id);
    ASSERT_NE(record, nullptr);
    EXPECT_EQ(record->created, 17U);
    EXPECT_EQ(ledger.open_packets(), 1U);
    ledger.deliver(*record);
  }
  EXPECT_EQ(ledger.find(id), nullptr);
  EXPECT_EQ(ledger.open_packets(), 0U);
}

TEST(PacketLedger, FindsNothingThatWasNeverSent) {
  PacketLedger ledger(3);
  EXPECT_EQ(ledger.find(0), nullptr);
  EXPECT_EQ(ledger.find(~PacketId{0}), nullptr) << "a source that does not exist";
  const PacketId id = file(ledger, 1, record_of(1));
  EXPECT_EQ(ledger.find(id + 1), nullptr);
  EXPECT_EQ(ledger.find(id + 2), nullptr) << "the same place in the ring";
  EXPECT_EQ(ledger.find(id - 1), nullptr);
  ASSERT_NE(ledger.find(id), nullptr);
}

TEST(PacketLedger, AClosedIdStaysClosedWhenItsPlaceIsTakenAgain) {
  PacketLedger ledger(1);
  const PacketId first = file(ledger, 0, record_of(1));
  ledger.deliver(*ledger.find(first));
  for (int i = 0; i < 10; ++i) {
    const PacketId id = file(ledger, 0, record_of(1));
    EXPECT_NE(id, first);
    EXPECT_EQ(ledger.find(first), nullptr);
    ledger.deliver(*ledger.find(id));
  }
}

TEST(PacketLedger, AStragglerSurvivesTheRingsGrowth) {
  PacketLedger ledger(2);
  const PacketId straggler = file(ledger, 1, record_of(2, 5));
  for (Clock i = 0; i < 1000; ++i) {
    const PacketId id = file(ledger, 1, record_of(1, 100 + i));
    ASSERT_EQ(ledger.find(id)->created, 100 + i);
    ledger.deliver(*ledger.find(id));
    ASSERT_NE(ledger.find(straggler), nullptr);
    ASSERT_EQ(ledger.find(straggler)->created, 5U);
    ASSERT_EQ(ledger.find(straggler)->copies_left, 2U);
  }
  EXPECT_EQ(ledger.open_packets(), 1U);
}

TEST(PacketLedger, BehavesAsAMapFromIdToRecord) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const RouterId nodes = random.between(1, 20);
    PacketLedger ledger(nodes);
    std::map<PacketId, PacketRecord> model;
    std::vector<PacketId> closed;
    const unsigned open_in_four = random.between(1, 3);
    for (unsigned step = 0; step < 1500; ++step) {
      if (random.below(4) < open_in_four) {
        const PacketRecord record = record_of(random.between(1, 3), step);
        const PacketId id = file(ledger, random.below(nodes), record);
        ASSERT_TRUE(model.emplace(id, record).second);
      } else if (!model.empty()) {
        const auto chosen =
            std::next(model.begin(), random.below(static_cast<unsigned>(model.size())));
        PacketRecord* record = ledger.find(chosen->first);
        ASSERT_NE(record, nullptr);
        ASSERT_EQ(record->created, chosen->second.created);
        ASSERT_EQ(record->copies_left, chosen->second.copies_left);
        ledger.deliver(*record);
        if (--chosen->second.copies_left == 0) {
          closed.push_back(chosen->first);
          model.erase(chosen);
        }
      }
      ASSERT_EQ(ledger.open_packets(), model.size());
    }
    for (const auto& entry : model) ASSERT_NE(ledger.find(entry.first), nullptr);
    for (const PacketId id : closed) ASSERT_EQ(ledger.find(id), nullptr);
  }
}

/// The largest network leaves a source 12 bits, so the count comes round after 4096 packets.
class WrappingLedger : public ::testing::Test {
 protected:
  static constexpr RouterId last = SwappedDragonfly::most_routers - 1;
  static constexpr unsigned round = 4096;
  PacketLedger ledger{SwappedDragonfly::most_routers};
};

TEST_F(WrappingLedger, IdsComeRoundAndStaySound) {
  const PacketId first = file(ledger, last, record_of(1));
  EXPECT_EQ(ledger.source_of(first), last);
  ledger.deliver(*ledger.find(first));
  for (unsigned i = 1; i < round; ++i) {
    const PacketId id = file(ledger, last, record_of(1));
    ASSERT_NE(id, first);
    ASSERT_EQ(ledger.source_of(id), last);
    ledger.deliver(*ledger.find(id));
  }
  EXPECT_EQ(file(ledger, last, record_of(1)), first);
  EXPECT_EQ(ledger.source_of(first), last);
}

TEST_F(WrappingLedger, IdsThatComeRoundStillTellTheirSource) {
  for (const RouterId source : {0U, 1U, last / 2}) {
    for (unsigned i = 0; i < 2 * round + 2; ++i) {
      const PacketId id = file(ledger, source, record_of(1));
      ASSERT_EQ(ledger.source_of(id), source) << "packet " << i;
      ASSERT_NE(ledger.find(id), nullptr);
      ledger.deliver(*ledger.find(id));
    }
  }
}

TEST_F(WrappingLedger, AsManyPacketsAsIdsMayBeOpenAndOneMoreIsRefused) {
  std::vector<PacketId> ids;
  for (unsigned i = 0; i < round; ++i) ids.push_back(file(ledger, last, record_of(1, i)));
  for (unsigned i = 0; i < round; ++i) {
    ASSERT_NE(ledger.find(ids[i]), nullptr);
    ASSERT_EQ(ledger.find(ids[i])->created, i);
  }
  try {
    file(ledger, last, record_of(1));
    ADD_FAILURE() << "accepted";
  } catch (const std::length_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "node 1048575 has more than 4096 packets under way at once, more than packet ids tell "
        "apart");
  }
  EXPECT_EQ(ledger.open_packets(), round);
  EXPECT_NO_THROW(file(ledger, 0, record_of(1))) << "other sources have ids of their own";
}

}  // namespace
}  // namespace swapfly
