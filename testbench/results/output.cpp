#include "testbench/results/output.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>

namespace swapfly {

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
  file_ = std::fopen(name_.c_str(), "w");
  return file_ != nullptr ? ""
                          : fmt::format("{} cannot be written: {}", name_, std::strerror(errno));
}

std::string OutputFile::write(const std::string& text) {
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
  fmt::print(stderr, "swapfly: {}\n", error);
  ready_ = false;
}

int Reporter::report(Status status, const std::string& error,
                     const std::vector<std::string>& details, const Json& json,
                     const std::string& text) {
  if (!error.empty()) fmt::print(stderr, "swapfly: {}\n", error);
  for (const std::string& detail : details) fmt::print(stderr, "  {}\n", detail);
  int exit = exit_status(status);
  const auto write = [&exit](OutputFile& file, const std::string& what) {
    const std::string failure = file.write(what);
    if (failure.empty()) return;
    fmt::print(stderr, "swapfly: {}\n", failure);
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

}  // namespace swapfly
