#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

namespace swapfly {

/// A file's bytes, up to one more than `limit`, so that a caller can tell that there are too many
/// without reading a device that never ends. Nothing if it cannot be read; errno says why.
inline std::optional<std::string> read_up_to(const std::filesystem::path& path,
                                             std::uintmax_t limit) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream.is_open()) return std::nullopt;
  std::string bytes;
  std::string block(1U << 16U, '\0');
  while (stream && bytes.size() <= limit) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    bytes.append(block, 0, static_cast<std::size_t>(stream.gcount()));
  }
  if (stream.bad()) return std::nullopt;
  if (bytes.size() > limit) bytes.resize(limit + 1);
  return bytes;
}

}  // namespace swapfly
