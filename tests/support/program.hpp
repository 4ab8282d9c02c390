#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

namespace swapfly::test {

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// A folder that is gone with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "swapfly.XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// What a run of the swapfly program came to.
struct ProgramRun {
  int exit_status = -1;
  std::string output;
  std::string errors;

  nlohmann::json json() const { return nlohmann::json::parse(output); }
};

/// Runs swapfly in `folder` with the given words, as a shell would read them.
inline ProgramRun run_swapfly(const TemporaryFolder& folder, const std::string& arguments,
                              const std::string& before = "") {
  const std::string command = "cd '" + folder.path().string() + "' && { " + before +
                              " " SWAPFLY_PROGRAM " " + arguments +
                              "; } >'stdout.txt' 2>'stderr.txt' </dev/null";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          read_file(folder / "stdout.txt"), read_file(folder / "stderr.txt")};
}

}  // namespace swapfly::test
