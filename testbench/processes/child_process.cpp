#include "testbench/processes/child_process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

namespace swapfly {
namespace {

/// Bytes; no result comes near. A child that writes more has gone astray.
constexpr std::size_t largest_output = 64U << 20U;

int checked(int value, const char* what) {
  if (value < 0) throw std::system_error(errno, std::generic_category(), what);
  return value;
}

/// A nameless file that holds `text`, to be read from its beginning.
Descriptor file_with(const std::string& text) {
  Descriptor file(checked(memfd_create("input", MFD_CLOEXEC), "memfd_create"));
  for (std::size_t written = 0; written < text.size();) {
    const ssize_t count = write(file.number(), text.data() + written, text.size() - written);
    written += static_cast<std::size_t>(checked(static_cast<int>(count), "write"));
  }
  checked(static_cast<int>(lseek(file.number(), 0, SEEK_SET)), "lseek");
  return file;
}

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;

  Pipe() {
    std::array<int, 2> ends{};
    checked(pipe2(ends.data(), O_CLOEXEC), "pipe2");
    read_end = Descriptor(ends[0]);
    write_end = Descriptor(ends[1]);
    checked(fcntl(read_end.number(), F_SETFL, O_NONBLOCK), "fcntl");
  }
};

/// In the child, between fork and exec: only calls that are safe there.
[[noreturn]] void become(const char* program, char* const* words, pid_t parent, bool leads_group,
                         int input, int output, int errors) {
  constexpr int not_started = 127;
  if (leads_group) setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(not_started);  // it was killed before it was watched
  if (dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
      dup2(errors, STDERR_FILENO) >= 0) {
    execv(program, words);
  }
  const char* reason = strerrordesc_np(errno);
  if (write(STDERR_FILENO, reason, std::strlen(reason)) < 0) _exit(not_started);
  _exit(not_started);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t break_before = text.rfind('\n', end);
  const std::size_t start = break_before == std::string::npos ? 0 : break_before + 1;
  return text.substr(start, end + 1 - start);
}

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this == &other) return *this;
  close();
  number_ = other.release();
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

int Descriptor::release() {
  const int number = number_;
  number_ = -1;
  return number;
}

ChildProcess::ChildProcess(const std::filesystem::path& program, const ChildRun& run)
    : leads_group_(run.leads_group) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), run.arguments.begin(), run.arguments.end());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  const Descriptor input = file_with(run.input);
  Pipe output;
  Pipe errors;
  const pid_t parent = getpid();
  process_ = checked(fork(), "fork");
  if (process_ == 0) {
    become(pointers.front(), pointers.data(), parent, leads_group_, input.number(),
           output.write_end.number(), errors.write_end.number());
  }
  running_ = true;
  output_.end = std::move(output.read_end);
  errors_.end = std::move(errors.read_end);
}

ChildProcess::~ChildProcess() {
  if (!running_) return;
  kill_process();
  while (waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
  }
}

void ChildProcess::kill_process() const {
  if (leads_group_) kill(-process_, SIGKILL);
  kill(process_, SIGKILL);  // it may not have come to lead a group yet
}

void ChildProcess::watch(std::vector<pollfd>& watched) const {
  for (const Stream* stream : {&output_, &errors_}) {
    if (stream->end.is_open()) watched.push_back({stream->end.number(), POLLIN, 0});
  }
}

bool ChildProcess::ending() const { return !output_.end.is_open() && !errors_.end.is_open(); }

void ChildProcess::take(Stream& stream) {
  std::array<char, 1U << 16U> block{};
  while (stream.end.is_open() && !too_much_) {
    const ssize_t count = read(stream.end.number(), block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      stream.end.close();
      return;
    }
    stream.text.append(block.data(), static_cast<std::size_t>(count));
    too_much_ = stream.text.size() > largest_output;
  }
}

bool ChildProcess::advance() {
  // First whether it has ended, then what it wrote: afterwards nothing more can come.
  const pid_t ended = waitpid(process_, &status_, WNOHANG);
  if (ended == process_) running_ = false;
  take(output_);
  take(errors_);
  if (too_much_ && running_) kill_process();
  return !running_;
}

ChildOutcome ChildProcess::outcome() const {
  ChildOutcome outcome;
  const std::string said = last_line(errors_.text);
  const std::string last_words = said.empty() ? "" : "; its last words: " + said;
  if (too_much_) {
    outcome.error = fmt::format("wrote more than {} bytes, and was ended", largest_output);
    return outcome;
  }
  if (WIFSIGNALED(status_)) {
    outcome.error = fmt::format("was ended by signal {} ({}){}", WTERMSIG(status_),
                                sigdescr_np(WTERMSIG(status_)), last_words);
    return outcome;
  }
  outcome.exit_status = WEXITSTATUS(status_);
  outcome.result = Json::parse(output_.text, nullptr, false);
  if (outcome.result.is_discarded()) {
    outcome.result = nullptr;
    outcome.output = output_.text;
    outcome.error =
        fmt::format("ended with status {} and wrote no result{}", outcome.exit_status, last_words);
  }
  return outcome;
}

}  // namespace swapfly
