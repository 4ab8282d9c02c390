#include "testbench/results/output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace swapfly {
namespace {

/// Line breaks and other control characters, from a path or a key, as blanks.
std::string on_one_line(std::string text) {
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\x7F') letter = ' ';
  }
  return text;
}

bool same_file(const std::filesystem::path& a, const std::filesystem::path& b) {
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) return true;
  const auto full = [&error](const std::filesystem::path& path) {
    return std::filesystem::weakly_canonical(std::filesystem::absolute(path), error);
  };
  return full(a) == full(b);
}

/// Empty, or a line about two options that name the same file.
std::string shared_file(const std::vector<NamedPath>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const std::filesystem::path& path = paths[i].path;
      // Devices may be shared; standard output cannot take two documents.
      if (path.empty() || paths[j].path.empty() || path.string().rfind("/dev/", 0) == 0) continue;
      if (!same_file(path, paths[j].path)) continue;
      return fmt::format("{} is {}, the file of {}; accepted: another file", paths[i].option,
                         path.string(), paths[j].option);
    }
  }
  return "";
}

}  // namespace

void say_error(const std::string& error) {
  fmt::print(stderr, "swapfly: {}\n", on_one_line(error));
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
}

std::string OutputFile::open(const std::filesystem::path& path) {
  if (path == "-") {
    file_ = stdout;
    name_ = "standard output";
    return "";
  }
  name_ = std::filesystem::absolute(path).lexically_normal().string();
  const int descriptor = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  file_ = descriptor < 0 ? nullptr : fdopen(descriptor, "w");
  return file_ != nullptr ? ""
                          : fmt::format("{} cannot be written: {}", name_, std::strerror(errno));
}

std::string OutputFile::write(const std::string& text) {
  if (file_ != stdout && ftruncate(fileno(file_), 0) != 0) {
    // A device has no length; a file that cannot be cut will say so when written.
  }
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), file_) == text.size();
  const bool flushed = std::fflush(file_) == 0;
  std::string error;
  if (!written || !flushed) {
    error = fmt::format("{} cannot be written: {}", name_, std::strerror(errno));
  }
  if (file_ != stdout) std::fclose(file_);
  file_ = nullptr;
  return error;
}

Reporter::Reporter(const OutputOptions& options) : quiet_(options.quiet) {
  if (options.json.empty()) return;
  const std::string error = json_.open(options.json);
  if (error.empty()) return;
  say_error(error);
  ready_ = false;
}

int Reporter::report(Status status, const std::string& error,
                     const std::vector<std::string>& details, const Json& json,
                     const std::string& text) {
  if (!error.empty()) say_error(error);
  for (const std::string& detail : details) fmt::print(stderr, "  {}\n", on_one_line(detail));
  int exit = exit_status(status);
  const auto write = [&exit](OutputFile& file, const std::string& what) {
    const std::string failure = file.write(what);
    if (failure.empty()) return;
    say_error(failure);
    exit = exit_status(Status::failed);
  };
  if (!quiet_ && !json_.is_standard_output() && !text.empty()) {
    OutputFile standard_output;
    standard_output.open("-");
    write(standard_output, text);
  }
  if (json_.is_open()) {
    // Invalid UTF-8, from a path for instance, is replaced: a result is a result.
    write(json_, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  }
  return exit;
}

int Reporter::report(const Result& result) {
  // A bad configuration is one line; there is nothing else to say.
  const std::string text = result.status == Status::bad_config ? "" : to_text(result);
  return report(result.status, result.error, result.details, to_json(result), text);
}

int refuse(const std::string& error, const OutputOptions& output) {
  Result result;
  result.status = Status::bad_config;
  result.error = error;
  Reporter reporter(output);
  if (reporter.ready()) return reporter.report(result);
  say_error(error);
  return exit_status(Status::failed);
}

std::optional<int> refuse_shared_file(const std::vector<NamedPath>& paths,
                                      const OutputOptions& output) {
  for (const NamedPath& path : paths) {
    const std::string clash = shared_file({path, {"--json", output.json}});
    if (!clash.empty()) return refuse(clash, {});  // the result has nowhere to go
  }
  const std::string clash = shared_file(paths);
  if (!clash.empty()) return refuse(clash, output);
  return std::nullopt;
}

}  // namespace swapfly
