#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "tests/testbench/waves/vcd_reader.hpp"
#include "tests/testbench/waves/wave_network.hpp"

namespace swapfly::test {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

std::string open_error(const std::string& path) {
  WaveNetwork network(2, 2);
  WaveWriter writer(*network.fabric, {path});
  try {
    writer.open();
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(writer.finish(), "") << "there is nothing to finish";
    return error.what();
  }
  return "";
}

/// Runs traffic with more than 100 kB of waveforms; returns what finish() says.
std::string run_error(const std::string& path) {
  WaveNetwork network(2, 3);
  network.send_at_random(3, 200);
  WaveWriter writer(*network.fabric, {path});
  writer.open();
  RunControl control(*network.fabric, {&writer});
  EXPECT_EQ(run_plain(*network.fabric, control), RunEnd::drained);
  const std::string error = writer.finish();
  EXPECT_EQ(writer.finish(), error) << "told again";
  return error;
}

class WaveFailure : public testing::TestWithParam<const char*> {
 protected:
  std::string path_ = scratch_path(GetParam());
  std::filesystem::path directory_ = std::filesystem::path(path_).parent_path();
};

TEST_P(WaveFailure, NamesAMissingDirectory) {
  const std::string path = directory_ / "none" / GetParam();
  EXPECT_EQ(open_error(path), "cannot open the wave file " + path + ": No such file or directory");
}

TEST_P(WaveFailure, NamesADirectoryThatIsAFile) {
  std::ofstream(directory_ / "file") << "text";
  const std::string path = directory_ / "file" / GetParam();
  EXPECT_EQ(open_error(path), "cannot open the wave file " + path + ": Not a directory");
}

TEST_P(WaveFailure, NamesAFileThatIsADirectory) {
  std::filesystem::create_directory(path_);
  EXPECT_EQ(open_error(path_), "cannot open the wave file " + path_ + ": Is a directory");
}

TEST_P(WaveFailure, NamesTheAbsolutePath) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory_);
  const std::string error = open_error(std::string("none/") + GetParam());
  const std::string absolute = std::filesystem::current_path() / "none" / GetParam();
  std::filesystem::current_path(before);
  EXPECT_THAT(error, HasSubstr(" " + absolute + ": "));
}

TEST_P(WaveFailure, NamesACompanionThatCannotBeWritten) {
  const std::filesystem::path filter = directory_ / "waves.headers.txt";
  std::filesystem::create_directory(filter);
  EXPECT_EQ(run_error(path_), "cannot write " + filter.string() + ": Is a directory");
}

/// The file cannot grow beyond `bytes`; the run must go on to its end, and tell. In a process of
/// its own, since the limit cannot be taken back. Its exit status tells whether it did.
[[noreturn]] void run_with_little_space(const std::string& path, std::uint64_t bytes) {
  std::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{bytes, bytes};
  if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(3);
  std::string error;
  try {
    error = run_error(path);
  } catch (const std::runtime_error& cannot_open) {
    error = cannot_open.what();
  }
  const std::string reason = " the wave file " + path + ": File too large";
  _exit(error.find(reason) != std::string::npos ? 0 : 1);
}

TEST_P(WaveFailure, OfAFullDiskEndsNoRun) {
  for (const std::uint64_t bytes : {0U, 100U, 1000U, 5000U, 10000U, 20000U, 50000U}) {
    SCOPED_TRACE(bytes);
    EXPECT_EXIT(run_with_little_space(path_, bytes), testing::ExitedWithCode(0), "");
    ASSERT_TRUE(std::filesystem::exists(path_));
    EXPECT_LE(std::filesystem::file_size(path_), bytes);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, WaveFailure, testing::Values("waves.vcd", "waves.fst"));

TEST(WaveFailureOfVcd, LeavesWholeLines) {
  const std::string path = scratch_path("waves.vcd");
  EXPECT_EXIT(run_with_little_space(path, 400001), testing::ExitedWithCode(0), "");
  const std::string text = file_text(path);
  EXPECT_GT(text.size(), 380000U);
  EXPECT_EQ(text.back(), '\n');
  const VcdReader vcd(path);
  EXPECT_GT(vcd.times().size(), 2U);
}

TEST(WaveFailureOfVcd, OfADeviceIsTold) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EXPECT_EQ(run_error("/dev/full"),
            "cannot write the wave file /dev/full: No space left on device; it is incomplete");
  EXPECT_FALSE(std::filesystem::exists("/dev/full.gtkw"));
}

TEST(WaveWriterThatIsNotFinished, LeavesAReadableFile) {
  for (const char* name : {"waves.vcd", "waves.fst"}) {
    WaveNetwork network(2, 2);
    network.send(0, 5, {1, false, 0, 0, 1});
    const std::string path = scratch_path(name);
    {
      WaveWriter writer(*network.fabric, {path});
      writer.open();
      const std::atomic<bool> stop{true};
      RunControl control(*network.fabric, {&writer}, &stop);
      EXPECT_EQ(run_plain(*network.fabric, control), RunEnd::interrupted);
    }
    EXPECT_EQ(VcdReader(as_vcd(path)).in_clock("network.cycle", 0), 0U);
  }
}

}  // namespace
}  // namespace swapfly::test
