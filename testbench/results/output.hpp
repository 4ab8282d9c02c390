#pragma once

#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/results/result.hpp"

namespace swapfly {

/// An error, on one line of standard error whatever is in it.
void say_error(const std::string& error);

/// A path on the command line and the option it belongs to.
struct NamedPath {
  std::string option;
  std::filesystem::path path;
};

/// A file that a command writes its result to, opened before the work starts, so that a path that
/// cannot be written is known at once; "-" is standard output.
class OutputFile {
 public:
  OutputFile() = default;
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Empty, or one line with the absolute path and the reason. What the file holds stays until
  /// write().
  std::string open(const std::filesystem::path& path);
  bool is_open() const { return file_ != nullptr; }
  bool is_standard_output() const { return file_ == stdout; }
  /// Writes everything and closes. Empty, or one line with the path and the reason.
  std::string write(const std::string& text);

 private:
  std::FILE* file_ = nullptr;
  std::string name_;
};

/// Options that every command has.
struct OutputOptions {
  std::string json;  ///< a path, "-", or empty
  bool quiet = false;
};

/// Where a command says what came of it: JSON to where it was asked for, text for people to
/// standard output (unless quiet, or the JSON goes there), errors to standard error.
class Reporter {
 public:
  explicit Reporter(const OutputOptions& options);

  /// False if the JSON has nowhere to go; then the error has been said and the exit status is 1.
  bool ready() const { return ready_; }
  /// Says the outcome. `details` follow the error. Returns the exit status, which is 1 if the
  /// result could not be written.
  int report(Status status, const std::string& error, const std::vector<std::string>& details,
             const Json& json, const std::string& text);
  int report(const Result& result);

 private:
  bool quiet_;
  bool ready_ = true;
  OutputFile json_;
};

/// Ends a command whose command line cannot be obeyed: the error, and a result that says
/// bad_config. Returns the exit status.
int refuse(const std::string& error, const OutputOptions& output);

/// Refuses two options that name the same file, which one of them would overwrite. Nothing where
/// all differ.
std::optional<int> refuse_shared_file(const std::vector<NamedPath>& paths,
                                      const OutputOptions& output);

}  // namespace swapfly
