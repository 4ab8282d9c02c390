#include "testbench/waves/wave_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/testbench/waves/vcd_reader.hpp"
#include "tests/testbench/waves/wave_network.hpp"

namespace swapfly::test {
namespace {

/// One signal of every width from 1 to 64, in a scope of its own below "network".
class EveryWidth final : public WaveSource {
 public:
  explicit EveryWidth(std::string scope) : scope_(std::move(scope)) {}

  void declare(SignalDeclarer& declarer) override {
    declarer.enter("network");
    declarer.enter(scope_);
    for (unsigned width = 1; width <= 64; ++width) {
      signals_.push_back(declarer.declare(name(width), width));
    }
    declarer.leave();
    declarer.leave();
  }
  void dump_full(SignalWriter& writer) override { write(writer); }
  void dump_change(SignalWriter& writer) override { write(writer); }

  static std::string name(unsigned width) { return "bits" + std::to_string(width); }
  static std::uint64_t ones(unsigned width) { return ~0ULL >> (64 - width); }

  std::uint64_t value = 0;

 private:
  void write(SignalWriter& writer) {
    for (const Signal& signal : signals_) writer.write(signal, value & ones(signal.width));
  }

  std::string scope_;
  std::vector<Signal> signals_;
};

class WaveFileTest : public testing::TestWithParam<const char*> {
 protected:
  std::string path_ = scratch_path(GetParam());
};

TEST_P(WaveFileTest, KeepsSignalsOfAllWidthsFromSeveralSources) {
  EveryWidth one("one");
  EveryWidth two("two");
  const auto file = WaveFile::create(path_);
  file->add(one);
  file->add(two);
  file->open();
  const std::vector<std::uint64_t> values{0,
                                          ~0ULL,
                                          0xAAAAAAAAAAAAAAAA,
                                          0x5555555555555555,
                                          0x8000000000000001,
                                          0x0000000100000000,
                                          0x0000000200000000,
                                          1};
  for (std::size_t i = 0; i < values.size(); ++i) {
    one.value = values[i];
    two.value = ~values[i];
    file->dump(i * 1000);
  }
  EXPECT_EQ(file->close(), "");

  const VcdReader vcd(as_vcd(path_));
  for (unsigned width = 1; width <= 64; ++width) {
    const std::string name = EveryWidth::name(width);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint64_t ones = EveryWidth::ones(width);
      EXPECT_EQ(vcd.at("network.one." + name, i * 1000), values[i] & ones) << name << " " << i;
      EXPECT_EQ(vcd.at("network.two." + name, i * 1000), ~values[i] & ones) << name << " " << i;
    }
  }
}

TEST_P(WaveFileTest, ShowsFurtherSourcesBesideTheNetwork) {
  WaveNetwork network(2, 2);
  network.send(0, 5, {1, false, 0, 0, 1});
  EveryWidth other("cabinet0");  // a scope that the network has as well
  other.value = 1;
  WaveWriter writer(*network.fabric, {path_});
  writer.file().add(other);
  writer.open();
  RunControl control(*network.fabric, {&writer});
  run_plain(*network.fabric, control);
  EXPECT_EQ(writer.finish(), "");
  const VcdReader vcd(as_vcd(path_));
  EXPECT_EQ(vcd.in_clock("network.cabinet0.bits7", 3), 1U);
  EXPECT_EQ(vcd.in_clock("network.cabinet0.drawer0.router0.local1.valid", 5), 1U);
}

TEST_P(WaveFileTest, OffersTheTraceOfItsFormatToVerilatedModels) {
  const auto file = WaveFile::create(path_);
  EXPECT_EQ(file->fst() != nullptr, path_.back() == 't');
  EXPECT_EQ(file->vcd() != nullptr, path_.back() != 't');
}

INSTANTIATE_TEST_SUITE_P(Formats, WaveFileTest, testing::Values("waves.vcd", "waves.fst"));

}  // namespace
}  // namespace swapfly::test
