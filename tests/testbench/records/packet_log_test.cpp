#include "testbench/records/packet_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <tuple>

#include "tests/support/networks.hpp"
#include "tests/support/packet_csv.hpp"
#include "tests/support/program.hpp"
#include "tests/support/random_traffic.hpp"

namespace swapfly {
namespace {

using test::departure;
using test::PacketLine;
using test::Random;
using test::TemporaryFolder;
using testing::HasSubstr;
using Which = PacketLog::Which;

constexpr const char* columns =
    "id,source,destination,header,created,injected,ejected,hops,path,first_arbitrated,label,kind\n";

/// A network whose deliveries go to a file.
struct LoggedNetwork {
  explicit LoggedNetwork(const SwappedDragonfly& of, Which which = Which::final_copies,
                         unsigned receive = NicParameters::all)
      : topology(of), router(test::router_for(topology)), nic(test::nic_for(router)) {
    nic.receive = receive;
    fabric = std::make_unique<Fabric>(topology, router, nic);
    log = std::make_unique<PacketLog>(*fabric, which);
    log->open((folder / "packets.csv").string());
  }

  std::string run() {
    RunControl control(*fabric, {log.get()});
    EXPECT_EQ(run_plain(*fabric, control), RunEnd::drained);
    return text();
  }
  std::string text() {
    EXPECT_EQ(log->finish(), "");
    return test::read_file(folder / "packets.csv");
  }

  TemporaryFolder folder;
  SwappedDragonfly topology;
  RouterParameters router;
  NicParameters nic;
  std::unique_ptr<Fabric> fabric;
  std::unique_ptr<PacketLog> log;
};

TEST(PacketLog, OfAQuietNetworkIsTheNamesOfTheColumns) {
  LoggedNetwork network(SwappedDragonfly(2, 2));
  EXPECT_EQ(network.run(), columns);
}

TEST(PacketLog, SaysEverythingOfAUnicastPacket) {
  LoggedNetwork network(SwappedDragonfly(4, 4));
  // From (0,0,1) by l1 to (0,0,2), by g3 to (3,2,0), by l2 to (3,2,2).
  Departure sent = departure(7, {3, true, 3, 2, 1}, 5);
  sent.created = 2;
  network.fabric->nic(1).send(sent);
  EXPECT_EQ(network.run(), std::string(columns) +
                               "67108864,1,58,\"[3;g3,p2,d1]s\",2,7,10,3,"
                               "1 l1 2 g3 56 l2 58,7,5,final\n");
}

TEST(PacketLog, ShowsTheHeaderAsTheNicSentItAndHoldsOnThePath) {
  LoggedNetwork network(SwappedDragonfly(2, 2));
  network.fabric->nic(0).send(departure(1, {3, true, 1, 1, 0}));   // the first hop is passed over
  network.fabric->nic(0).send(departure(9, {3, false, 1, 1, 0}));  // the first hop holds
  const std::string text = network.run();
  EXPECT_THAT(text, HasSubstr(",\"[2;g1,p0,d1]s\",1,1,3,2,0 g1 4 l1 5,"));
  EXPECT_THAT(text, HasSubstr(",\"[3;g1,p1,d0]\",9,9,12,3,0 l0 0 g1 4 l1 5,"));
}

TEST(PacketLog, OfANodeToItselfHasNoHops) {
  LoggedNetwork network(SwappedDragonfly(2, 2));
  network.fabric->nic(3).send(departure(4, {}, 8));
  EXPECT_THAT(network.run(), HasSubstr(",3,3,\"[0;g0,p0,d0]\",4,4,4,0,3,4,8,final\n"));
}

TEST(PacketLog, HoldsHandOversOnRequestOnly) {
  for (const Which which : {Which::final_copies, Which::all_copies}) {
    LoggedNetwork network(SwappedDragonfly(2, 2), which);
    Departure handed_over = departure(1, {1, false, 0, 0, 1});
    handed_over.final = false;
    network.fabric->nic(0).send(handed_over);
    network.fabric->nic(0).send(departure(2, {1, false, 0, 0, 1}));
    const std::string text = network.run();
    EXPECT_EQ(test::packet_lines(text).size(), which == Which::all_copies ? 2U : 1U);
    EXPECT_EQ(text.find("hand_over") != std::string::npos, which == Which::all_copies);
  }
}

/// Random traffic, some of it answered, some from a node to itself.
std::string random_run(const SwappedDragonfly& topology, std::uint64_t seed, unsigned receive,
                       bool shuffled) {
  LoggedNetwork network(topology, Which::all_copies, receive);
  Fabric& fabric = *network.fabric;
  test::Recorder recorder(test::answering(topology));
  test::run_everywhere(fabric, recorder);
  Random traffic(seed);
  test::send_all(fabric, test::mixed_traffic(traffic, topology, 1, 3 * topology.routers(), 20));
  for (std::uint32_t label = 1; label <= 3; ++label) {
    fabric.nic(0).send(departure(9, {}, 1000000 + label));
  }
  if (!shuffled) return network.run();
  Random order(seed + 1000);
  RunControl control(fabric, {network.log.get()});
  std::vector<unsigned> drawers;
  for (unsigned drawer = 0; drawer < fabric.drawers(); ++drawer) drawers.push_back(drawer);
  do {
    order.shuffle(drawers);
    for (const unsigned drawer : drawers) {
      if (fabric.alarm(drawer) <= fabric.now()) fabric.wake(drawer);
    }
    for (const unsigned drawer : drawers) {
      if (!fabric.awake(drawer)) continue;
      for (unsigned p = topology.M(); p-- > 0;) fabric.step_router(drawer * topology.M() + p);
      fabric.settle_drawer(drawer);
    }
  } while (!control.end_clock().has_value());
  return network.text();
}

TEST(PacketLog, IsInTheOrderOfClocksThenNodesThenPortsWhateverIsSteppedFirst) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const SwappedDragonfly topology(2, 3);
    const unsigned receive = seed % 2 == 0 ? 2 : NicParameters::all;
    const std::string natural = random_run(topology, seed, receive, false);
    ASSERT_EQ(natural, random_run(topology, seed, receive, true));

    const std::vector<PacketLine> lines = test::packet_lines(natural);
    ASSERT_GT(lines.size(), 100U);
    std::tuple<Clock, RouterId, Port> last{0, 0, 0};
    for (const PacketLine& line : lines) {
      Port port = topology.ports();  // what comes from the node itself comes last
      if (!line.path.empty()) {
        // It came by the port that reaches back to the last router on the way.
        const std::string& by = line.path.back().port;
        const unsigned number = static_cast<unsigned>(std::stoul(by.substr(1)));
        port = topology.opposite(by.front() == 'l' ? topology.local_port(number)
                                                   : topology.global_port(number));
      }
      const std::tuple<Clock, RouterId, Port> place{line.ejected, line.destination, port};
      ASSERT_LE(last, place);
      last = place;
    }
  }
}

TEST(PacketLog, LeavesPathAndHopsEmptyWhereACopyComesToTheWrongNode) {
  LoggedNetwork network(SwappedDragonfly(2, 2));
  Arrival stray;
  stray.record.header = {1, false, 0, 0, 1};  // from node 0 to node 1
  network.log->delivered(network.fabric->nic(5), stray);
  EXPECT_THAT(network.text(), HasSubstr("0,0,5,\"[1;g0,p0,d1]\",0,0,0,,,0,0,final\n"));
}

TEST(PacketLog, NamesAFileThatCannotBeOpened) {
  const TemporaryFolder folder;
  const SwappedDragonfly topology(1, 1);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  PacketLog log(fabric, Which::final_copies);
  const std::string path = (folder / "none/p.csv").string();
  try {
    log.open(path);
    FAIL() << "opened";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(error.what(), "cannot open the packet file " + path + ": No such file or directory");
  }
}

TEST(PacketLog, ThatIsNotFinishedHoldsWhatWasDelivered) {
  const TemporaryFolder folder;
  const SwappedDragonfly topology(1, 2);
  const RouterParameters router = test::router_for(topology);
  Fabric fabric(topology, router, test::nic_for(router));
  fabric.nic(0).send(departure(1, {1, false, 0, 0, 1}));
  {
    PacketLog log(fabric, Which::final_copies);
    log.open((folder / "p.csv").string());
    RunControl control(fabric, {&log});
    EXPECT_EQ(run_plain(fabric, control), RunEnd::drained);
  }
  EXPECT_EQ(test::packet_lines(test::read_file(folder / "p.csv")).size(), 1U);
}

}  // namespace
}  // namespace swapfly
