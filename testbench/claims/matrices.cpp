// Vector and matrix products ([D2]). What is expected is written down here from the
// formulas of docs/matrix.md; the schedules of model/schedules have no part in it.
#include <fmt/core.h>

#include "testbench/claims/claim_scenario.hpp"
#include "testbench/claims/published_claim.hpp"

namespace swapfly {
namespace {

constexpr Group boolean = Group::boolean;

/// L x L cabinets of a network, or L x 1.
struct Setting {
  SwappedDragonfly topology;
  std::uint64_t L = 1;
  HopClocks clocks = {};

  std::uint64_t unit() const { return L * topology.M(); }
  /// Two hops of each kind and two NICs.
  std::uint64_t round() const {
    return 2 * clocks.local() + 2 * clocks.global() + std::uint64_t{2} * clocks.nic;
  }
  std::uint64_t round_in_place() const { return round() + clocks.global() + clocks.nic; }
  /// Of a round, as the literature counts it.
  std::uint64_t hops() const { return 2 * clocks.local() + 2 * clocks.global(); }
};

/// Networks and clocks on which every claim is measured.
std::vector<Setting> settings() {
  return {{{4, 4}, 2, {}},           {{4, 4, boolean, boolean}, 2, {2, 0, 0, 3}},
          {{9, 3}, 3, {1, 2, 2, 2}}, {{4, 8}, 2, {3, 0, 0, 1}},
          {{7, 5}, 2, {1, 0, 0, 4}}, {{16, 4, boolean, Group::cyclic}, 4, {1, 1, 4, 2}}};
}

ClaimCase case_of(const Setting& setting, const std::string& what, Json workload,
                  std::vector<ClaimFigure> figures) {
  workload["rows"] = setting.L;
  return {to_string(setting.topology), fmt::format("{}{}", what, to_string(setting.clocks)),
          scenario_for(setting.topology, setting.clocks, std::move(workload)), std::move(figures)};
}

ClaimCase product(const Setting& setting, const char* layout, std::uint64_t blocks,
                  std::uint64_t clocks, std::uint64_t published) {
  const std::uint64_t n = blocks * setting.unit();
  return case_of(setting,
                 fmt::format("{}n = {}, ", layout[0] == 's' ? "" : layout + std::string(" "), n),
                 {{"kind", "vector_matrix"}, {"n", n}, {"layout", layout}},
                 {{"clocks", "/cycles", clocks, static_cast<double>(published)}});
}

/// The time of one block as a t_w + b t_s + c, fitted to runs with many t_w and t_s.
ClaimCase fitted(const Setting& setting, const char* layout, std::uint64_t a, std::uint64_t b) {
  const std::uint64_t n = setting.unit();
  ClaimCase one = case_of(setting, "", {{"kind", "vector_matrix"}, {"n", n}, {"layout", layout}},
                          {{"t_w", "/fit/t_w", a, {}},
                           {"t_s", "/fit/t_s", b, {}},
                           {"clocks more", "/fit/constant", 0, {}},
                           {"clocks off", "/fit/largest_residual", 0, {}},
                           {"conflicts", "/conflicts", 0, {}}});
  one.parameters = fmt::format("{}, n = {}, 20 pairs of t_w and t_s", layout, n);
  one.command = "costs vector_matrix";
  return one;
}

PublishedClaim swapped() {
  PublishedClaim claim{
      "vecmat.swapped",
      "a vector times an LM x LM matrix on D3(L^2,M), into the swapped layout; "
      "mirrored, the matrix times a vector",
      "4 t_w + 2 t_s",
      "four router hops",
      "[D2]",
      "the hops, and t_s to multiply and to add; the sums take the order of the erratum",
      {}};
  for (const Setting& setting : settings()) {
    claim.cases.push_back(product(setting, "swapped", 1, setting.round(), setting.hops()));
    claim.cases.push_back(product(setting, "mirrored", 1, setting.round(), setting.hops()));
  }
  claim.cases.push_back(fitted({{4, 4}, 2}, "swapped", 4, 2));
  claim.cases.push_back(fitted({{9, 3}, 3}, "mirrored", 4, 2));
  return claim;
}

PublishedClaim in_place() {
  PublishedClaim claim{"vecmat.in_place",
                       "a vector times a matrix, the result where the vector was",
                       "5 t_w + 3 t_s",
                       "four router hops",
                       "[D2]",
                       "by the accumulation that gives V*A the result lies with d and p swapped; a "
                       "fifth hop brings it home",
                       {}};
  for (const Setting& setting : settings()) {
    for (const char* layout : {"in_place", "out_of_place"}) {
      claim.cases.push_back(product(setting, layout, 1, setting.round_in_place(), setting.hops()));
    }
  }
  claim.cases.push_back(fitted({{4, 4}, 2}, "in_place", 5, 3));
  return claim;
}

PublishedClaim erratum() {
  PublishedClaim claim{"vecmat.erratum",
                       "accumulation by the way back of the broadcast, as printed, is not V*A",
                       "0 elements of V*A, all n are V(i) times the sum of row i",
                       "V*A",
                       "[D2]",
                       "the printed order sums over the columns (t',v'); adding over t by global "
                       "ports and then over "
                       "v by local ones gives V*A",
                       {}};
  for (const Setting& setting : settings()) {
    const std::uint64_t n = setting.unit();
    claim.cases.push_back(
        case_of(setting, fmt::format("n = {}, ", n),
                {{"kind", "vector_matrix"}, {"n", n}, {"accumulation", "reversed"}},
                {{"elements of V*A", "/matrix/elements/of_product", 0, static_cast<double>(n)},
                 {"row sums", "/matrix/elements/of_row_sums", n, {}}}));
  }
  return claim;
}

PublishedClaim blocks() {
  PublishedClaim claim{"vecmat.blocks",
                       "n-vectors in X = n / LM blocks, broadcasts and sums a clock apart",
                       "4 t_w + 2 t_s + 2(X - 1)",
                       "X rounds of four hops",
                       "[D2]",
                       "better than published: all X broadcasts before all X sums",
                       {}};
  for (const Setting& setting : settings()) {
    for (const std::uint64_t X : {2U, 5U}) {
      for (const char* layout : {"swapped", "mirrored"}) {
        claim.cases.push_back(
            product(setting, layout, X, setting.round() + 2 * (X - 1), X * setting.hops()));
      }
    }
  }
  return claim;
}

PublishedClaim replicated() {
  PublishedClaim claim{"vecmat.replicated",
                       "a vector times a KM x KM matrix on plain D3(K,M), each router standing for "
                       "K of D3(K^2,M)",
                       "4 t_w + 2 t_s + K - 1; X blocks: + (X - 1) + (X K - 1)",
                       "K rounds of four hops; X K for X blocks",
                       "[D2]",
                       "better than published: one broadcast serves all K rounds, whose sums are a "
                       "clock apart",
                       {}};
  for (const Setting& setting : std::vector<Setting>{{{3, 4}, 3, {}},
                                                     {{4, 4, boolean, boolean}, 4, {2, 0, 0, 3}},
                                                     {{5, 3}, 5, {1, 2, 2, 2}},
                                                     {{8, 4}, 8, {1, 0, 0, 5}}}) {
    for (const std::uint64_t X : {1U, 3U}) {
      const std::uint64_t rounds = X * setting.L;
      ClaimCase one = product(setting, "swapped", X, setting.round() + (X - 1) + (rounds - 1),
                              rounds * setting.hops());
      one.scenario["workload"]["columns"] = 1;
      claim.cases.push_back(std::move(one));
    }
  }
  return claim;
}

Json matrix_product(std::uint64_t n, const char* schedule) {
  return {{"kind", "matrix_matrix"}, {"n", n}, {"schedule", schedule}};
}

PublishedClaim rounds() {
  PublishedClaim claim{"matmul.rounds",
                       "an n x n matrix product on D3(L^2,M), a round after the other",
                       "n^2 / LM rounds; n (4 t_w + 2 t_s + 2(X - 1)) clocks, X = n / LM",
                       "n^2 / LM rounds of four hops",
                       "[D2]",
                       "the X rounds of a row overlap",
                       {}};
  for (const Setting& setting : settings()) {
    for (const std::uint64_t X : {1U, 2U}) {
      const std::uint64_t n = X * setting.unit();
      const std::uint64_t count = n * n / setting.unit();
      claim.cases.push_back(
          case_of(setting, fmt::format("n = {}, ", n), matrix_product(n, "rounds"),
                  {{"rounds", "/matrix/rounds", count, static_cast<double>(count)},
                   {"clocks", "/cycles", n * (setting.round() + 2 * (X - 1)),
                    static_cast<double>(count * setting.hops())}}));
    }
  }
  return claim;
}

PublishedClaim phases() {
  PublishedClaim claim{
      "matmul.phases",
      "an n x n matrix product on D3(L^2,M), M rows a clock broadcast, then L rows "
      "a clock summed",
      "4 t_w + 2 t_s + X^2 (L + M) - 2 clocks, X = n / LM",
      "n^2 / LM rounds of four hops",
      "[D2]",
      "better than published: rows with different u do not meet in broadcasts, rows "
      "with different s not in sums",
      {}};
  for (const Setting& setting : settings()) {
    for (const std::uint64_t X : {1U, 3U}) {
      const std::uint64_t n = X * setting.unit();
      const std::uint64_t clocks = setting.round() + X * X * (setting.L + setting.topology.M()) - 2;
      const std::uint64_t published_hops = n * n / setting.unit() * setting.hops();
      claim.cases.push_back(
          case_of(setting, fmt::format("n = {}, ", n), matrix_product(n, "phases"),
                  {{"clocks", "/cycles", clocks, static_cast<double>(published_hops)}}));
    }
  }
  for (ClaimCase& one : claim.cases) {
    Json& workload = one.scenario["workload"];
    workload["columns"] = workload["rows"];
  }
  return claim;
}

PublishedClaim transpose() {
  PublishedClaim claim{"transpose.one_hop",
                       "a matrix transposed where it lies",
                       "t_w; X^2 - 1 clocks more for X blocks a side",
                       "one global hop",
                       "[D2]",
                       "",
                       {}};
  for (const Setting& setting : settings()) {
    for (const std::uint64_t X : {1U, 3U}) {
      const std::uint64_t n = X * setting.unit();
      const std::uint64_t hop = setting.clocks.global();
      claim.cases.push_back(
          case_of(setting, fmt::format("n = {}, ", n), {{"kind", "transpose"}, {"n", n}},
                  {{"clocks", "/cycles", hop + X * X - 1,
                    X == 1 ? std::optional<double>(static_cast<double>(hop)) : std::nullopt}}));
    }
  }
  return claim;
}

}  // namespace

std::vector<PublishedClaim> matrix_claims() {
  return {swapped(),    in_place(), erratum(), blocks(),
          replicated(), rounds(),   phases(),  transpose()};
}

}  // namespace swapfly
