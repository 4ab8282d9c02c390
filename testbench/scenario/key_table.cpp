#include "testbench/scenario/key_table.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <cmath>
#include <set>

#include "model/packet/header.hpp"

namespace swapfly {
namespace {

[[noreturn]] void not_accepted() { throw std::invalid_argument("not accepted"); }

/// A plain integer: no sign, no fraction, no quotes.
std::uint64_t unsigned_of(const YAML::Node& value) {
  if (!value.IsScalar() || value.Tag() == "!") not_accepted();
  const std::string& digits = value.Scalar();
  if (digits.empty() || digits.size() > 19 ||
      digits.find_first_not_of("0123456789") != std::string::npos) {
    not_accepted();
  }
  return std::stoull(digits);
}

std::string word_of(const YAML::Node& value) {
  if (!value.IsScalar() || value.Scalar().empty()) not_accepted();
  return value.Scalar();
}

bool holds(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string range(std::uint64_t least, std::uint64_t most) {
  return fmt::format("an integer from {} to {}", least, most);
}

std::string parent_of(const std::string& path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

bool leads_to(const std::string& above, const std::string& path) {
  return path == above || path.compare(0, above.size() + 1, above + ".") == 0;
}

/// Walks the scenario once; every map key must be a key of the table or lead to one.
class Reader {
 public:
  Reader(const std::vector<Key>& table, const Origin& origin) : table_(table), origin_(origin) {}

  void walk(const YAML::Node& map, const std::string& path) {
    std::set<std::string> seen;
    for (const auto& entry : map) {
      if (!entry.first.IsScalar()) {
        fail(entry.first, path,
             fmt::format("a key of {} is {}; accepted: a name",
                         path.empty() ? "the scenario" : path, shown(entry.first)));
      }
      const std::string name = entry.first.Scalar();
      if (name.empty() || name.find('.') != std::string::npos) {
        fail(entry.first, path,
             fmt::format("a key of {} is '{}'; accepted: a name without dots",
                         path.empty() ? "the scenario" : path, name));
      }
      const std::string below = path.empty() ? name : fmt::format("{}.{}", path, name);
      if (!seen.insert(name).second) {
        fail(entry.first, below,
             fmt::format("{} is given twice; accepted: once", shown_path(below)));
      }
      visit(entry.first, entry.second, below);
    }
  }

  Json config() {
    Json config = Json::object();
    for (const Key& key : table_) {
      const auto found = values_.find(key.path);
      if (found != values_.end()) {
        put(config, key.path, found->second);
      } else if (key.required) {
        throw ConfigurationError(fmt::format("{}: {} is missing; accepted: {}", origin_.file,
                                             key.path, key.type.accepted));
      } else if (!key.fallback.is_null()) {
        put(config, key.path, key.fallback);
      }
    }
    return config;
  }

 private:
  void visit(const YAML::Node& name, const YAML::Node& value, const std::string& path) {
    for (const Key& key : table_) {
      if (key.path != path) continue;
      if (value.IsNull()) return;  // left out
      try {
        values_[path] = key.type.read(value);
      } catch (const std::exception&) {
        fail(value, path,
             fmt::format("{} is {}; accepted: {}", path, shown(value), key.type.accepted));
      }
      return;
    }
    const std::vector<std::string> below = children(path);
    if (below.empty()) {
      fail(name, path,
           fmt::format("unknown key {} (value {}); accepted{}: {}", shown_path(path), shown(value),
                       parent_of(path).empty() ? "" : " in " + parent_of(path),
                       fmt::join(children(parent_of(path)), ", ")));
    }
    if (!value.IsMap()) {
      fail(value, path,
           fmt::format("{} is {}; accepted: a map of {}", path, shown(value),
                       fmt::join(below, ", ")));
    }
    walk(value, path);
  }

  /// Names of the keys, or groups of keys, right below a path.
  std::vector<std::string> children(const std::string& path) const {
    std::vector<std::string> names;
    const std::string prefix = path.empty() ? "" : path + ".";
    for (const Key& key : table_) {
      if (key.path.compare(0, prefix.size(), prefix) != 0) continue;
      const std::string rest = key.path.substr(prefix.size());
      const std::string name = rest.substr(0, rest.find('.'));
      if (!holds(names, name)) names.push_back(name);
    }
    return names;
  }

  static std::string shown_path(const std::string& path) {
    return path.size() <= 80 ? path : path.substr(0, 77) + "...";
  }

  [[noreturn]] void fail(const YAML::Node& node, const std::string& path,
                         const std::string& line) const {
    throw ConfigurationError(place(node, path) + ": " + line);
  }

  /// What was set on the command line has no line in the file.
  std::string place(const YAML::Node& node, const std::string& path) const {
    for (const std::string& set : origin_.set) {
      if (leads_to(set, path) || leads_to(path, set)) return "command line";
    }
    const YAML::Mark mark = node.Mark();
    return mark.is_null() ? origin_.file : fmt::format("{}:{}", origin_.file, mark.line + 1);
  }

  const std::vector<Key>& table_;
  const Origin& origin_;
  std::map<std::string, Json> values_;
};

}  // namespace

ValueType integer(std::uint64_t least, std::uint64_t most) {
  return {range(least, most), [least, most](const YAML::Node& value) {
            const std::uint64_t found = unsigned_of(value);
            if (found < least || found > most) not_accepted();
            return Json(found);
          }};
}

ValueType integer_or(std::uint64_t least, std::uint64_t most, std::vector<std::string> words) {
  const ValueType plain = integer(least, most);
  return {fmt::format("{}, or {}", plain.accepted, fmt::join(words, ", ")),
          [plain, words](const YAML::Node& value) {
            if (value.IsScalar() && holds(words, value.Scalar())) return Json(value.Scalar());
            return plain.read(value);
          }};
}

ValueType number(double least, double most) {
  return {fmt::format("a number from {:g} to {:g}", least, most),
          [least, most](const YAML::Node& value) {
            if (value.Tag() == "!") not_accepted();  // in quotes
            const auto found = value.as<double>();
            if (!std::isfinite(found) || found < least || found > most) not_accepted();
            return Json(found);
          }};
}

ValueType positive_number(double most) {
  const ValueType plain = number(0, most);
  return {fmt::format("a number above 0, up to {:g}", most), [plain](const YAML::Node& value) {
            Json found = plain.read(value);
            if (found.get<double>() <= 0) not_accepted();
            return found;
          }};
}

ValueType truth() {
  return {"true or false", [](const YAML::Node& value) {
            const bool plain = value.IsScalar() && value.Tag() != "!";
            if (!plain || (value.Scalar() != "true" && value.Scalar() != "false")) not_accepted();
            return Json(value.Scalar() == "true");
          }};
}

ValueType choice(std::vector<std::string> words) {
  return {fmt::format("{}", fmt::join(words, ", ")), [words](const YAML::Node& value) {
            const std::string word = word_of(value);
            if (!holds(words, word)) not_accepted();
            return Json(word);
          }};
}

ValueType choice_or_file(std::vector<std::string> words) {
  const std::string accepted = fmt::format("{}, or {{file: PATH}}", fmt::join(words, ", "));
  return {accepted, [words = std::move(words)](const YAML::Node& value) -> Json {
            if (!value.IsMap()) {
              std::string word = word_of(value);
              if (!holds(words, word)) not_accepted();
              return word;
            }
            if (value.size() != 1 || !value["file"].IsDefined()) not_accepted();
            return Json::object({{"file", word_of(value["file"])}});
          }};
}

ValueType text(std::string accepted) {
  return {std::move(accepted), [](const YAML::Node& value) { return Json(word_of(value)); }};
}

ValueType node() {
  return {"[c,d,p] or the number of a node", [](const YAML::Node& value) {
            if (value.IsScalar()) return Json(unsigned_of(value));
            if (!value.IsSequence() || value.size() != 3) not_accepted();
            Json place = Json::array();
            for (const auto& part : value) place.push_back(unsigned_of(part));
            return place;
          }};
}

ValueType group() {
  const ValueType one = choice({"cyclic", "boolean"});
  return {"cyclic, boolean, or {c: cyclic|boolean, p: cyclic|boolean}",
          [one](const YAML::Node& value) {
            if (!value.IsMap()) return one.read(value);
            Json both = {{"c", "cyclic"}, {"p", "cyclic"}};
            std::set<std::string> seen;
            for (const auto& entry : value) {
              const std::string name = word_of(entry.first);
              if (!both.contains(name) || !seen.insert(name).second) not_accepted();
              both[name] = one.read(entry.second);
            }
            return both;
          }};
}

ValueType headers() {
  return {"a list of [γ,π,δ]", [](const YAML::Node& value) {
            if (!value.IsSequence() || value.size() == 0) not_accepted();
            Json list = Json::array();
            for (const auto& header : value) {
              if (!header.IsSequence() || header.size() != 3) not_accepted();
              Json fields = Json::array();
              for (const auto& part : header) fields.push_back(unsigned_of(part));
              list.push_back(fields);
            }
            return list;
          }};
}

ValueType header_texts() {
  return {"a list of headers in quotes, such as \"[3;1,2,0]\"", [](const YAML::Node& value) {
            if (!value.IsSequence() || value.size() == 0) not_accepted();
            Json list = Json::array();
            for (const auto& header : value) {
              if (!parse_header(word_of(header))) not_accepted();
              list.push_back(header.Scalar());
            }
            return list;
          }};
}

ValueType integer_set(std::uint64_t most) {
  return {fmt::format("a list of integers from 0 to {}, each once", most),
          [most](const YAML::Node& value) {
            if (!value.IsSequence() || value.size() == 0) not_accepted();
            Json list = Json::array();
            std::set<std::uint64_t> seen;
            for (const auto& part : value) {
              const std::uint64_t found = unsigned_of(part);
              if (found > most || !seen.insert(found).second) not_accepted();
              list.push_back(found);
            }
            return list;
          }};
}

Json read_keys(const YAML::Node& scenario, const std::vector<Key>& table, const Origin& origin) {
  if (!scenario.IsMap()) {
    throw ConfigurationError(fmt::format("{}: the scenario is {}; accepted: a map of keys",
                                         origin.file, shown(scenario)));
  }
  Reader reader(table, origin);
  reader.walk(scenario, "");
  return reader.config();
}

const Json* find(const Json& config, const std::string& path) {
  const Json* at = &config;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    const auto found = at->find(path.substr(start, dot - start));
    if (!at->is_object() || found == at->end()) return nullptr;
    at = &*found;
    start = dot + 1;
  }
  return at;
}

void put(Json& config, const std::string& path, Json value) {
  Json* at = &config;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t dot = std::min(path.find('.', start), path.size());
    at = &(*at)[path.substr(start, dot - start)];
    start = dot + 1;
  }
  *at = std::move(value);
}

std::string shown(const YAML::Node& value) {
  constexpr std::size_t longest = 40;
  std::string out;
  if (!value.IsDefined() || value.IsNull()) {
    out = "empty";
  } else if (value.IsScalar()) {
    out = value.Scalar().empty() ? "an empty text" : value.Scalar();
  } else if (value.IsSequence() && value.size() <= 8) {
    for (const auto& part : value)
      out += (out.empty() ? "[" : ",") + (part.IsScalar() ? part.Scalar() : "[...]");
    out += out.empty() ? "[]" : "]";
  } else {
    out = value.IsSequence() ? fmt::format("a list of {}", value.size()) : "a map";
  }
  for (char& letter : out) {
    if (static_cast<unsigned char>(letter) < ' ') letter = ' ';
  }
  return out.size() <= longest ? out : out.substr(0, longest - 3) + "...";
}

}  // namespace swapfly
