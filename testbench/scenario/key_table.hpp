#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace swapfly {

/// Keys in the order of the table, so that results read like scenarios.
using Json = nlohmann::ordered_json;

/// A bad scenario or command line: one line that names the key, the value, and what is accepted.
class ConfigurationError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a value of a key may be.
struct ValueType {
  std::string accepted;
  /// The value as JSON; throws anything for one that is not accepted.
  std::function<Json(const YAML::Node&)> read;
};

ValueType integer(std::uint64_t least, std::uint64_t most);
/// An integer, or one of `words`.
ValueType integer_or(std::uint64_t least, std::uint64_t most, std::vector<std::string> words);
ValueType number(double least, double most);
/// A number above 0.
ValueType positive_number(double most);
ValueType truth();
ValueType choice(std::vector<std::string> words);
/// Any text that is not empty, such as a path.
ValueType text(std::string accepted);
/// [c,d,p] or an id.
ValueType node();
/// One of `words`, or {file: PATH}.
ValueType choice_or_file(std::vector<std::string> words);
/// cyclic, boolean, or {c: ..., p: ...}
ValueType group();
/// [[γ,π,δ], ...]
ValueType headers();
/// ["[3;1,2,0]", ...]: headers as text.
ValueType header_texts();
/// [0, 2, 5]: at least one integer from 0 to `most`, each once.
ValueType integer_set(std::uint64_t most);

/// One key of a scenario. A table of these is all there is to know about what a scenario may hold:
/// it checks scenarios, fills in what they leave out, and documents the keys.
struct Key {
  std::string path;  ///< dotted
  ValueType type;
  /// What is taken where the scenario is silent; null if the program works it out from the rest
  /// (then `absent` says how); see `required`.
  Json fallback;
  std::string meaning;
  std::string absent = {};
  bool required = false;
};

/// Where the values of a scenario come from, for error lines.
struct Origin {
  std::string file;
  std::vector<std::string> set;  ///< dotted paths set on the command line
};

/// Checks `scenario` against the table and returns all of its keys that have a value, nested, in
/// the table's order. Throws ConfigurationError for an unknown, doubled, missing or unaccepted key.
Json read_keys(const YAML::Node& scenario, const std::vector<Key>& table, const Origin& origin);

/// The value at a dotted path; null if it has none.
const Json* find(const Json& config, const std::string& path);
/// Sets the value at a dotted path.
void put(Json& config, const std::string& path, Json value);

/// A value as an error line shows it: short, on one line.
std::string shown(const YAML::Node& value);

}  // namespace swapfly
