#pragma once

#include <deque>
#include <string>
#include <utility>

#include "testbench/waves/wave_file.hpp"

namespace swapfly {

// What VCD and FST have in common. The two trace classes of Verilator look the same but share no
// base; a Format names one of them:
//   using Trace = VerilatedVcd;
//   static void declare(Trace&, std::uint32_t code, const char* name, unsigned width);

template <class Format>
class TraceDeclarer final : public SignalDeclarer {
 public:
  using Trace = typename Format::Trace;

  TraceDeclarer(Trace& trace, std::uint32_t first_code) : trace_(trace), next_code_(first_code) {}

  // A space ends a level of the hierarchy.
  void enter(const std::string& scope) override { trace_.pushNamePrefix(scope + ' '); }
  void leave() override { trace_.popNamePrefix(); }

  Signal declare(const std::string& name, unsigned width) override {
    // The old value of a wide signal is kept in two words, which are read as one.
    if (width > 32) next_code_ += next_code_ % 2;
    const Signal signal{next_code_, width};
    Format::declare(trace_, signal.code, name.c_str(), width);
    next_code_ += width > 32 ? 2 : 1;
    return signal;
  }

 private:
  Trace& trace_;
  std::uint32_t next_code_;
};

template <class Buffer>
class FullWriter final : public SignalWriter {
 public:
  explicit FullWriter(Buffer& buffer) : buffer_(buffer) {}

  void write(const Signal& signal, std::uint64_t value) override {
    std::uint32_t* const old = buffer_.oldp(signal.code);
    const int width = static_cast<int>(signal.width);
    if (width == 1) {
      buffer_.fullBit(old, static_cast<std::uint8_t>(value));
    } else if (width <= 8) {
      buffer_.fullCData(old, static_cast<std::uint8_t>(value), width);
    } else if (width <= 16) {
      buffer_.fullSData(old, static_cast<std::uint16_t>(value), width);
    } else if (width <= 32) {
      buffer_.fullIData(old, static_cast<std::uint32_t>(value), width);
    } else {
      buffer_.fullQData(old, value, width);
    }
  }

 private:
  Buffer& buffer_;
};

template <class Buffer>
class ChangeWriter final : public SignalWriter {
 public:
  explicit ChangeWriter(Buffer& buffer) : buffer_(buffer), full_(buffer) {}

  void write(const Signal& signal, std::uint64_t value) override {
    const std::uint32_t* const old = buffer_.oldp(signal.code);
    const std::uint64_t high = signal.width > 32 ? std::uint64_t{old[1]} << 32U : 0;
    if ((old[0] | high) != value) full_.write(signal, value);
  }

 private:
  Buffer& buffer_;
  FullWriter<Buffer> full_;
};

/// Registers sources with a trace. The trace calls back with what it was given here, so this must
/// outlive it.
template <class Format>
class TraceSources {
 public:
  using Trace = typename Format::Trace;
  using Buffer = typename Trace::Buffer;

  explicit TraceSources(Trace& trace) : trace_(trace) {}

  void add(WaveSource& source) {
    trace_.addInitCb(&declare, &source);
    trace_.addFullCb(&dump_full, &source);
    trace_.addChgCb(&dump_change, &source);
  }

  void within(const std::string& scope, const std::function<void()>& add_models) {
    std::string prefix = scope + ' ';
    for (char& letter : prefix) {
      if (letter == '.') letter = ' ';
    }
    prefixes_.push_back(std::move(prefix));
    trace_.addInitCb(&push, &prefixes_.back());
    add_models();
    trace_.addInitCb(&pop, nullptr);
  }

 private:
  static void declare(void* source, Trace* trace, std::uint32_t code) {
    TraceDeclarer<Format> declarer(*trace, code);
    static_cast<WaveSource*>(source)->declare(declarer);
  }
  static void dump_full(void* source, Buffer* buffer) {
    FullWriter<Buffer> writer(*buffer);
    static_cast<WaveSource*>(source)->dump_full(writer);
  }
  static void dump_change(void* source, Buffer* buffer) {
    ChangeWriter<Buffer> writer(*buffer);
    static_cast<WaveSource*>(source)->dump_change(writer);
  }
  static void push(void* prefix, Trace* trace, std::uint32_t /*code*/) {
    trace->pushNamePrefix(*static_cast<std::string*>(prefix));
  }
  static void pop(void* /*unused*/, Trace* trace, std::uint32_t /*code*/) {
    trace->popNamePrefix();
  }

  Trace& trace_;
  std::deque<std::string> prefixes_;  // a deque: their addresses are what the trace keeps
};

}  // namespace swapfly
