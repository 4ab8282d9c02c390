#pragma once

#include <string>
#include <vector>

#include "model/network/run_control.hpp"
#include "testbench/records/line_file.hpp"

namespace swapfly {

/// A CSV file (RFC 4180, but with line feeds alone) with a line for every copy of a packet that a
/// NIC accepted, in the order of the clocks of ejection, then of nodes, then of the ports by which
/// the copies came, those of a node to itself last. docs/packets.md describes the columns.
class PacketLog final : public DeliveryObserver, public ClockObserver {
 public:
  enum class Which {
    final_copies,  ///< what RunFigures counts as delivered
    all_copies,    ///< also those that NICs hand over to one another
  };

  /// The fabric, which must outlive this, tells of its deliveries from now on.
  PacketLog(Fabric& fabric, Which which);
  /// Finishes, if finish() was not called; an error is lost then.
  ~PacketLog() override { finish(); }
  PacketLog(const PacketLog&) = delete;
  PacketLog& operator=(const PacketLog&) = delete;

  /// "-" is standard output. Throws std::runtime_error, naming the absolute path and the reason, if
  /// the file cannot be opened.
  void open(const std::string& path);

  void delivered(const NicCore& nic, const Arrival& arrival) override;
  void clock_done(const Fabric& fabric) override;

  /// Writes what is left and closes the file. Empty if everything was written, else one line with
  /// path and reason: a full disk does not end a run, but is told here. Later calls return the
  /// same.
  std::string finish();

 private:
  struct Line {
    RouterId node = 0;
    Port port = 0;  ///< by which the copy came
    std::string text;
  };

  void append_clock();

  const Fabric& fabric_;
  Which which_;
  std::string name_;
  LineFile file_;
  std::vector<Line> clock_;  ///< of this clock, not in order yet
  std::string text_;         ///< whole lines that are not in the file yet
};

}  // namespace swapfly
