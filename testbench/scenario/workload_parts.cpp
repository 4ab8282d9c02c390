#include "testbench/scenario/workload_parts.hpp"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <optional>

#include "testbench/scenario/file_reading.hpp"

namespace swapfly {
namespace {

constexpr std::uint64_t most_memory = 4ULL << 30U;
constexpr std::uint64_t most_bytes = 1ULL << 30U;

}  // namespace

Key data_key() {
  return {"workload.data", text("the path of a file"), nullptr,
          "file to send, cut into flits; relative to the scenario file", "generated flits"};
}

std::string read_file(const WorkloadRequest& request, const char* key) {
  const auto given = std::filesystem::path(find(request.keys, key)->get<std::string>());
  const std::filesystem::path path =
      std::filesystem::absolute(request.folder / given).lexically_normal();
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) {
    throw ConfigurationError(fmt::format("workload.{} is {}; accepted: a file, but {} is a folder",
                                         key, given.string(), path.string()));
  }
  errno = 0;
  std::optional<std::string> bytes = read_up_to(path, most_bytes);
  if (!bytes) {
    throw ConfigurationError(
        fmt::format("workload.{} is {}; accepted: a file that can be read, {}: {}", key,
                    given.string(), path.string(), std::strerror(errno)));
  }
  if (bytes->size() > most_bytes) {
    throw ConfigurationError(
        fmt::format("workload.{} is {}; accepted: a file of up to {} bytes, {} has more", key,
                    given.string(), most_bytes, path.string()));
  }
  if (bytes->empty()) {
    throw ConfigurationError(
        fmt::format("workload.{} is {}; accepted: a file of at least one byte, {} is empty", key,
                    given.string(), path.string()));
  }
  return std::move(*bytes);
}

Content content_of(const WorkloadRequest& request, std::uint64_t fallback) {
  const Json* data = find(request.keys, "data");
  const Json* messages = find(request.keys, "messages");
  if (data != nullptr && messages != nullptr) {
    throw ConfigurationError(
        fmt::format("workload.messages is {} and workload.data is {}; accepted: one of the two",
                    messages->dump(), data->get<std::string>()));
  }
  const unsigned bits = request.context.payload_bits;
  if (data == nullptr) {
    const std::uint64_t count = messages != nullptr ? messages->get<std::uint64_t>() : fallback;
    request.keys["messages"] = count;
    return generated_flits(count, bits, request.context.seed);
  }
  const std::string bytes = read_file(request, "data");
  Content content = cut_into_flits({bytes.begin(), bytes.end()}, bits);
  if (content.size() > most_messages) {
    throw ConfigurationError(
        fmt::format("workload.data is {} of {} flits; accepted: up to {} flits",
                    data->get<std::string>(), content.size(), most_messages));
  }
  return content;
}

void require_memory(std::uint64_t nodes, std::uint64_t flits, const char* key) {
  const std::uint64_t bytes = NodeMemories::bytes(nodes, flits);
  if (bytes <= most_memory) return;
  throw ConfigurationError(
      fmt::format("{} is {}, for which {} nodes need {} bytes of memory; accepted: up to {} bytes",
                  key, flits, nodes, bytes, most_memory));
}

Coordinates place_of(const WorkloadRequest& request, const char* key) {
  const SwappedDragonfly& topology = request.context.topology;
  const Json& value = request.keys.at(key);
  const auto refuse = [&]() -> Coordinates {
    throw ConfigurationError(
        fmt::format("workload.{} is {}; accepted on {}: [c,d,p] up to [{},{},{}], or 0 to {}", key,
                    value.dump(), to_string(topology), topology.K() - 1, topology.M() - 1,
                    topology.M() - 1, topology.routers() - 1));
  };
  const auto below = [](const Json& part, unsigned size) {
    return part.get<std::uint64_t>() < size;
  };
  if (!value.is_array()) {
    if (!below(value, topology.routers())) return refuse();
    return topology.coordinates(value.get<RouterId>());
  }
  if (!below(value[0], topology.K()) || !below(value[1], topology.M()) ||
      !below(value[2], topology.M())) {
    return refuse();
  }
  return {value[0].get<unsigned>(), value[1].get<unsigned>(), value[2].get<unsigned>()};
}

}  // namespace swapfly
