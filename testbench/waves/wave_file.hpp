#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

class VerilatedVcdC;
class VerilatedFstC;

namespace swapfly {

/// A signal of a wave file, as SignalDeclarer::declare() gave it.
struct Signal {
  std::uint32_t code = 0;
  std::uint32_t width = 0;
};

/// Takes the declarations of a source, scope by scope.
class SignalDeclarer {
 public:
  virtual ~SignalDeclarer() = default;
  /// Opens a scope within the one that is open. Scopes of one name are one, whoever opens them.
  virtual void enter(const std::string& scope) = 0;
  virtual void leave() = 0;
  /// A signal of 1 to 64 bits in the open scope; a file knows none outside every scope.
  virtual Signal declare(const std::string& name, unsigned width) = 0;
};

/// Takes the values of a source. Of the values that do not change, none is written.
class SignalWriter {
 public:
  virtual ~SignalWriter() = default;
  /// Bits of `value` beyond the signal's width must be 0.
  virtual void write(const Signal& signal, std::uint64_t value) = 0;
};

/// Something that has signals. One file may show several sources: the network's wires, and whatever
/// else steps in time with them.
class WaveSource {
 public:
  virtual ~WaveSource() = default;
  /// Called once, when the file is opened.
  virtual void declare(SignalDeclarer& declarer) = 0;
  /// Writes the value of every signal: what the file starts with.
  virtual void dump_full(SignalWriter& writer) = 0;
  /// Writes at least the values that may have changed since the dump before.
  virtual void dump_change(SignalWriter& writer) = 0;
};

/// A file of waveforms, by the library that Verilator ships, so that Verilated models can declare
/// their signals into the same file. Times are picoseconds.
///
/// Use: add all sources, open(), dump() at growing times, close().
class WaveFile {
 public:
  /// An FST file where the path ends in ".fst", a VCD file anywhere else. Nothing is opened yet.
  static std::unique_ptr<WaveFile> create(const std::string& path);

  virtual ~WaveFile() = default;
  WaveFile(const WaveFile&) = delete;
  WaveFile& operator=(const WaveFile&) = delete;

  /// Absolute.
  const std::string& path() const { return path_; }

  /// The source must outlive the file.
  virtual void add(WaveSource& source) = 0;

  /// What a Verilated model's trace() wants; null if the file has the other format.
  virtual VerilatedVcdC* vcd() { return nullptr; }
  virtual VerilatedFstC* fst() { return nullptr; }
  /// Calls `add_models`, which calls trace() of Verilated models, and shows these models inside
  /// `scope` ("network.cabinet0.drawer0.router1").
  virtual void within(const std::string& scope, const std::function<void()>& add_models) = 0;

  /// Throws std::runtime_error, naming path and reason, if there can be no such file.
  virtual void open() = 0;
  virtual bool is_open() const = 0;

  /// Asks every source for its values. Once writing has failed this does nothing, and close()
  /// tells.
  void dump(std::uint64_t picoseconds);
  /// Makes what was dumped so far readable in the file, if that is cheap in this format.
  virtual void flush() = 0;

  /// Writing has failed, for instance since the disk is full. What was written before stays.
  virtual bool failed() const = 0;
  /// Closes the file, if it is open. Empty if all was written; else one line with path and reason.
  virtual std::string close() = 0;

 protected:
  explicit WaveFile(std::string path) : path_(std::move(path)) {}
  virtual void dump_sources(std::uint64_t picoseconds) = 0;
  [[noreturn]] void throw_cannot_open(int error) const;
  std::string write_failure(int error) const;

 private:
  std::string path_;
};

}  // namespace swapfly
