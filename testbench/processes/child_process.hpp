#pragma once

#include <poll.h>
#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "testbench/processes/child_runs.hpp"

namespace swapfly {

/// A file descriptor with an owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;

  int number() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void close();

 private:
  int release();

  int number_;
};

/// One process: started by the constructor, gone when the destructor returns.
class ChildProcess {
 public:
  /// Throws std::system_error if it cannot be started.
  ChildProcess(const std::filesystem::path& program, const ChildRun& run);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Adds what it may write to, for poll().
  void watch(std::vector<pollfd>& watched) const;
  /// It has closed its outputs: the end is near.
  bool ending() const;
  /// Takes what it has written so far. True if it has ended.
  bool advance();
  /// Once it has ended.
  ChildOutcome outcome() const;

 private:
  struct Stream {
    Descriptor end;
    std::string text;
  };

  void take(Stream& stream);
  void kill_process() const;

  pid_t process_ = -1;
  bool leads_group_ = false;
  bool running_ = false;
  bool too_much_ = false;  ///< more output than any result has
  int status_ = 0;
  Stream output_;
  Stream errors_;
};

}  // namespace swapfly
