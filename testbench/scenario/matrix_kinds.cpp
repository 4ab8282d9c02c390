// Vectors and matrices, generated or from Matrix Market files.
#include <fmt/core.h>

#include <array>
#include <optional>

#include "model/workloads/matrix_matrix.hpp"
#include "model/workloads/power_iteration.hpp"
#include "model/workloads/transpose.hpp"
#include "model/workloads/vector_matrix.hpp"
#include "testbench/scenario/matrix_market.hpp"
#include "testbench/scenario/workload_parts.hpp"

namespace swapfly {
namespace {

// What a small network still does in a minute.
constexpr std::uint64_t largest_n = 4096;
constexpr std::uint64_t largest_transpose = 1024;
constexpr std::uint64_t largest_product = 512;

/// [s,u]
ValueType slot() {
  return {"[s,u]", [](const YAML::Node& value) {
            const ValueType part = integer(0, SwappedDragonfly::largest_size - 1);
            if (!value.IsSequence() || value.size() != 2) {
              throw std::invalid_argument("no pair");
            }
            return Json{part.read(value[0]), part.read(value[1])};
          }};
}

VectorSlot slot_of(const WorkloadRequest& request, const char* key) {
  const Json* pair = find(request.keys, key);
  if (pair == nullptr) return {};
  return {(*pair)[0].get<unsigned>(), (*pair)[1].get<unsigned>()};
}

std::optional<MarketMatrix> market_of(const WorkloadRequest& request, const char* key) {
  const Json* path = find(request.keys, key);
  if (path == nullptr) return std::nullopt;
  return parse_matrix_market(read_file(request, key),
                             fmt::format("workload.{} {}", key, path->get<std::string>()));
}

/// A file of the operands.
struct MarketFile {
  const char* key;
  bool vector;  ///< one row, or one column
  std::optional<MarketMatrix> matrix;

  std::uint64_t n() const { return std::max(matrix->rows, matrix->columns); }
  bool fits() const {
    return vector ? std::min(matrix->rows, matrix->columns) == 1 : matrix->rows == matrix->columns;
  }
};

/// n, by the key or by the files, which must agree.
std::uint64_t size_of(const WorkloadRequest& request, std::array<MarketFile, 2>& files,
                      std::uint64_t most) {
  const Json* given = find(request.keys, "n");
  std::optional<std::uint64_t> n;
  if (given != nullptr) n = given->get<std::uint64_t>();
  for (const MarketFile& file : files) {
    if (!file.matrix) continue;
    if (!file.fits() || file.n() > most || (n && file.n() != *n)) {
      const std::string size = n ? std::to_string(*n) : "n";
      throw ConfigurationError(
          fmt::format("workload.{} is a matrix of {} x {}; accepted: {} x {}{}", file.key,
                      file.matrix->rows, file.matrix->columns, file.vector ? "1" : size, size,
                      n ? "" : fmt::format(" with n up to {}", most)));
    }
    n = file.n();
  }
  if (!n) {
    unsigned side = 1;
    while ((side + 1) * (side + 1) <= request.context.topology.K()) ++side;
    n = std::uint64_t{side} * request.context.topology.M();
  }
  if (*n > most) {
    throw ConfigurationError(fmt::format("workload.n is {}; accepted: 1 to {}", *n, most));
  }
  request.keys["n"] = *n;
  return *n;
}

NumberKind numbers_of(const WorkloadRequest& request, const std::array<MarketFile, 2>& files) {
  const Json* given = find(request.keys, "numbers");
  NumberKind numbers = NumberKind::integer;
  if (given != nullptr) numbers = named(*given, {NumberKind::integer, NumberKind::real});
  for (const MarketFile& file : files) {
    if (!file.matrix || file.matrix->numbers == NumberKind::integer) continue;
    if (given != nullptr && numbers == NumberKind::integer) {
      throw ConfigurationError(fmt::format(
          "workload.numbers is integer; accepted for workload.{}, which has real numbers: real",
          file.key));
    }
    numbers = NumberKind::real;
  }
  if (numbers == NumberKind::real && request.context.payload_bits != 64) {
    throw ConfigurationError(fmt::format("router.payload is {}; accepted for real numbers: 64",
                                         request.context.payload_bits));
  }
  request.keys["numbers"] = name_of(numbers);
  return numbers;
}

unsigned size_or_best(const WorkloadRequest& request, const char* key) {
  const Json& value = request.keys.at(key);
  return value.is_string() ? 0 : value.get<unsigned>();
}

/// The operands, of which `files` name the left one and the right one.
Operands operands_of(const WorkloadRequest& request, std::array<MarketFile, 2> files,
                     std::uint64_t most) {
  if (!request.context.multicast) {
    throw ConfigurationError(
        "router.multicast is false; accepted for products, which broadcast: true");
  }
  for (MarketFile& file : files) file.matrix = market_of(request, file.key);
  Operands operands;
  operands.n = size_of(request, files, most);
  operands.numbers = numbers_of(request, files);
  operands.shape = {size_or_best(request, "rows"), size_or_best(request, "columns")};
  const Arithmetic arithmetic(operands.numbers, request.context.payload_bits);
  const auto dense_of = [&](const MarketFile& file) {
    return file.matrix ? std::optional(dense(*file.matrix, arithmetic)) : std::nullopt;
  };
  operands.left = dense_of(files[0]);
  operands.right = dense_of(files[1]);
  return operands;
}

void put_shape(const WorkloadRequest& request, const MatrixLayout& layout) {
  request.keys["rows"] = layout.L();
  request.keys["columns"] = layout.R();
}

std::unique_ptr<Workload> make_vector_matrix(const WorkloadRequest& request) {
  VectorMatrixParameters parameters;
  parameters.operands =
      operands_of(request, {{{"vector", true, {}}, {"matrix", false, {}}}}, largest_n);
  parameters.layout =
      named(request.keys.at("layout"), {ProductLayout::swapped, ProductLayout::in_place,
                                        ProductLayout::mirrored, ProductLayout::out_of_place});
  parameters.accumulation =
      named(request.keys.at("accumulation"), {Accumulation::forward, Accumulation::reversed});
  if (parameters.accumulation == Accumulation::reversed &&
      parameters.layout != ProductLayout::swapped) {
    throw ConfigurationError(
        fmt::format("workload.accumulation is reversed; accepted with workload.layout {}: forward",
                    name_of(parameters.layout)));
  }
  if (parameters.layout != ProductLayout::out_of_place && find(request.keys, "to") != nullptr) {
    throw ConfigurationError(
        fmt::format("workload.to is {}; accepted only with workload.layout out_of_place",
                    request.keys["to"].dump()));
  }
  parameters.from = slot_of(request, "from");
  parameters.to = slot_of(request, "to");
  auto workload = std::make_unique<VectorMatrix>(request.context, std::move(parameters));
  put_shape(request, workload->layout());
  return workload;
}

std::unique_ptr<Workload> make_matrix_matrix(const WorkloadRequest& request) {
  MatrixMatrixParameters parameters;
  parameters.operands =
      operands_of(request, {{{"left", false, {}}, {"right", false, {}}}}, largest_product);
  parameters.schedule =
      named(request.keys.at("schedule"),
            {MatrixSchedule::rounds, MatrixSchedule::densest, MatrixSchedule::phases});
  auto workload = std::make_unique<MatrixMatrix>(request.context, std::move(parameters));
  put_shape(request, workload->layout());
  return workload;
}

std::unique_ptr<Workload> make_transpose(const WorkloadRequest& request) {
  auto workload = std::make_unique<Transpose>(
      request.context,
      operands_of(request, {{{"", false, {}}, {"matrix", false, {}}}}, largest_transpose));
  put_shape(request, workload->layout());
  return workload;
}

std::unique_ptr<Workload> make_power_iteration(const WorkloadRequest& request) {
  request.keys["numbers"] = name_of(NumberKind::real);
  Operands operands =
      operands_of(request, {{{"", false, {}}, {"matrix", false, {}}}}, largest_product);
  PowerIterationParameters parameters{std::move(*operands.right), operands.shape};
  for (std::uint64_t i = 0; i < operands.n; ++i) {
    for (std::uint64_t j = 0; j < i; ++j) {
      if (parameters.matrix.at(i, j) == parameters.matrix.at(j, i)) continue;
      throw ConfigurationError(fmt::format(
          "workload.matrix {} has {:g} in row {}, column {}, and {:g} in row {}, column {}; "
          "accepted: a symmetric matrix",
          request.keys["matrix"].get<std::string>(), Arithmetic::value(parameters.matrix.at(i, j)),
          i + 1, j + 1, Arithmetic::value(parameters.matrix.at(j, i)), j + 1, i + 1));
    }
  }
  parameters.iterations = request.keys.at("iterations").get<std::uint64_t>();
  parameters.tolerance = request.keys.at("tolerance").get<double>();
  auto workload = std::make_unique<PowerIteration>(request.context, std::move(parameters));
  put_shape(request, workload->layout());
  request.keys.erase("numbers");
  request.keys.erase("n");
  return workload;
}

Key file_key(const char* path, const char* meaning) {
  return {path, text("the path of a Matrix Market file"), nullptr, meaning, "generated"};
}

/// Which cabinets take part.
std::vector<Key> with_shape_keys(std::vector<Key> keys) {
  constexpr unsigned most_cabinets = SwappedDragonfly::largest_size;
  keys.push_back(
      {"workload.rows", integer_or(1, most_cabinets, {"best"}), "best",
       "L of the L x R cabinets that take part, c = t + r L (docs/matrix.md); best takes "
       "fewest clocks"});
  keys.push_back({"workload.columns", integer_or(1, most_cabinets, {"best"}), "best",
                  "R: as many as rows on D3(L^2,M), 1 where each router stands for L"});
  return keys;
}

/// The keys that kinds with generated operands have after their own.
std::vector<Key> with_common_keys(std::vector<Key> keys, std::uint64_t most) {
  keys.push_back({"workload.n", integer(1, most), nullptr, "rows and columns",
                  "those of the files, or one block of the largest square of cabinets"});
  keys.push_back({"workload.numbers", choice({"integer", "real"}), nullptr,
                  "integers modulo 2^payload, or doubles",
                  "real if a file has real numbers, else integer"});
  return with_shape_keys(std::move(keys));
}

}  // namespace

std::vector<WorkloadKind> matrix_kinds() {
  return {
      {"vector_matrix", "a vector times a matrix, V*A or (mirrored) A*V (docs/matrix.md)",
       with_common_keys(
           {{"workload.layout", choice({"swapped", "in_place", "mirrored", "out_of_place"}),
             "swapped",
             "V*A into the swapped layout, back in place, or to another row vector's place; or A*V "
             "from the swapped layout"},
            {"workload.accumulation", choice({"forward", "reversed"}), "forward",
             "reversed is the published way, which does not give V*A (with layout swapped)"},
            {"workload.from", slot(), nullptr, "the row vector's place", "[0, 0]"},
            {"workload.to", slot(), nullptr, "the result's place, with out_of_place", "[0, 0]"},
            file_key("workload.vector", "the vector, one row or one column"),
            file_key("workload.matrix", "the matrix, square")},
           largest_n),
       make_vector_matrix},
      {"matrix_matrix", "a matrix times a matrix, row by row (docs/matrix.md)",
       with_common_keys({{"workload.schedule", choice({"rounds", "densest", "phases"}), "phases",
                          "a row after the other; as dense as rows of fixed phases can start; or M "
                          "rows a clock broadcast, then L rows a clock summed"},
                         file_key("workload.left", "the matrix whose rows are broadcast, square"),
                         file_key("workload.right", "the matrix that stays, square")},
                        largest_product),
       make_matrix_matrix},
      {"transpose", "a matrix transposed in one global hop (docs/matrix.md)",
       with_common_keys({file_key("workload.matrix", "the matrix, square")}, largest_transpose),
       make_transpose},
      {"power_iteration",
       "the dominant eigenvalue of a symmetric matrix, by V*A and A*V in turn (docs/matrix.md)",
       with_shape_keys({{"workload.matrix",
                         text("the path of a Matrix Market file"),
                         nullptr,
                         "the matrix, square and symmetric",
                         {},
                         true},
                        {"workload.iterations", integer(1, PowerIteration::most_iterations), 100,
                         "at most so many, of two products each"},
                        {"workload.tolerance", number(0, 1), 1e-12,
                         "stop when the eigenvalue changes by no more than this, relative to it"}}),
       make_power_iteration},
  };
}

}  // namespace swapfly
