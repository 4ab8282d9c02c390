#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/network/run_control.hpp"
#include "testbench/waves/network_view.hpp"
#include "testbench/waves/wave_file.hpp"

namespace swapfly {

struct WaveOptions {
  std::string path;         ///< ends in ".fst" for FST; anything else is VCD
  Clock from = 0;           ///< the first clock shown
  Clock to = never;         ///< the last clock shown
  std::string scope = "*";  ///< which routers; see routers_in_scope()
};

/// Shows what is on the wires of a network, clock by clock, in a VCD or FST file: see NetworkProbe
/// for the signals. Clock n is the nanosecond from n ns on, `network.clock` high in its first half.
///
/// Beside "waves.vcd", finish() writes "waves.gtkw", which GTKWave opens with all signals arranged,
/// and "waves.headers.txt", by which it shows headers as text.
class WaveWriter final : public ClockObserver {
 public:
  /// Opens nothing yet, so that other sources can be added to file(). The fabric must outlive this;
  /// its ejections are watched from now on. Throws std::invalid_argument for an empty window, a
  /// scope that matches no router, too many signals, or a path that ends in ".gtkw".
  WaveWriter(Fabric& fabric, WaveOptions options);
  /// Finishes, if finish() was not called; an error is lost then.
  ~WaveWriter() override;
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;

  /// For further sources, before open().
  WaveFile& file() { return *file_; }
  /// The routers that it shows.
  const std::vector<RouterId>& routers() const { return routers_; }
  /// Signals of further sources that the save file shows, in the scope of a router.
  void show(RouterId router, std::vector<ForeignSignal> signals) {
    foreign_[router] = std::move(signals);
  }
  /// Wires that the save file shows together, before the routers.
  void show(std::vector<WireGroup> groups) { groups_ = std::move(groups); }
  /// Called before every dump with the level of the clock in it.
  void before_dump(std::function<void(bool clock_high)> listener) {
    before_dump_ = std::move(listener);
  }

  /// Throws std::runtime_error, naming the absolute path and the reason, if the file cannot be
  /// opened. Call it before the run.
  void open();

  /// Costs nothing worth mentioning outside the window.
  void clock_done(const Fabric& fabric) override;

  /// Clocks that were written so far. 0 after a run that ended before the window began.
  std::uint64_t clocks_written() const { return clocks_written_; }

  /// Closes the file and writes the two beside it. Returns an empty string if everything was
  /// written, else one line with path and reason: a full disk does not end a run, but is told here.
  /// Later calls return the same.
  std::string finish();

 private:
  std::string write_companions() const;
  void dump(Instant instant, Clock picoseconds);

  WaveOptions options_;
  std::vector<RouterId> routers_;
  ForeignSignals foreign_;
  std::vector<WireGroup> groups_;
  std::function<void(bool)> before_dump_ = [](bool) {};
  std::unique_ptr<NetworkProbe> probe_;
  std::unique_ptr<WaveFile> file_;
  std::uint64_t clocks_written_ = 0;
  Clock end_ = 0;  // the clock after the last that was written
  bool opened_ = false;
  bool finished_ = false;
  std::string error_;
};

}  // namespace swapfly
