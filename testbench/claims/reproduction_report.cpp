#include "testbench/claims/reproduction_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace swapfly {
namespace {

constexpr std::array<const char*, 9> columns = {"network",   "parameters",         "unit",
                                                "published", "expected",           "measured",
                                                "ratio",     "conflicts + stalls", "verdict"};
using Row = std::array<std::string, columns.size()>;

std::optional<double> ratio(const MeasuredFigure& figure) {
  const std::optional<double>& published = figure.figure.published;
  if (!figure.value || !published || *published <= 0) return std::nullopt;
  return static_cast<double>(*figure.value) / *published;
}

std::string shown(const std::optional<std::uint64_t>& number) {
  return number ? std::to_string(*number) : "-";
}

Row row_of(const MeasuredCase& measured, const MeasuredFigure& figure) {
  const std::optional<double>& published = figure.figure.published;
  const std::optional<double> part = ratio(figure);
  return {measured.what.network,
          measured.what.parameters,
          figure.figure.unit,
          published ? fmt::format("{:.10g}", *published) : "-",
          std::to_string(figure.figure.expected),
          shown(figure.value),
          part ? fmt::format("{:.3f}", *part) : "-",
          measured.conflicts ? fmt::format("{} + {}", *measured.conflicts, shown(measured.stalls))
                             : "-",
          name_of(measured.verdict)};
}

std::vector<Row> rows_of(const MeasuredClaim& claim) {
  std::vector<Row> rows;
  for (const MeasuredCase& measured : claim.cases) {
    for (const MeasuredFigure& figure : measured.figures) rows.push_back(row_of(measured, figure));
  }
  return rows;
}

/// Letters, not bytes.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) >> 6U) != 2;
  }));
}

std::string padded(const std::string& text, std::size_t to, bool right) {
  const std::string blanks(to - std::min(to, width(text)), ' ');
  return right ? blanks + text : text + blanks;
}

bool is_number_column(std::size_t column) { return column >= 3 && column <= 7; }

std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, columns.size()> widths{};
  Row heading;
  std::copy(columns.begin(), columns.end(), heading.begin());
  std::vector<Row> all{heading};
  all.insert(all.end(), rows.begin(), rows.end());
  for (const Row& row : all) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const Row& row : all) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line += "  " + padded(row[i], widths[i], is_number_column(i));
    }
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  return out;
}

std::string markdown_table(const std::vector<Row>& rows) {
  std::string out = "|";
  std::string under = "|";
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out += fmt::format(" {} |", columns[i]);
    under += is_number_column(i) ? "---:|" : "---|";
  }
  out += "\n" + under + "\n";
  for (const Row& row : rows) {
    out += "|";
    for (const std::string& cell : row) out += fmt::format(" {} |", cell);
    out += "\n";
  }
  return out;
}

std::string head(const PublishedClaim& claim) {
  std::string out = fmt::format("{}: {}\n", claim.id, claim.statement);
  out += fmt::format("  expected   {}\n", claim.formula);
  out += fmt::format("  published  {}, {}\n", claim.published, claim.source);
  if (!claim.note.empty()) out += fmt::format("  note       {}\n", claim.note);
  return out;
}

std::string summary(const Reproduction& reproduction) {
  std::size_t met = 0;
  for (const MeasuredClaim& claim : reproduction.claims) {
    met += std::all_of(claim.cases.begin(), claim.cases.end(), [](const MeasuredCase& measured) {
      return measured.verdict == MeasuredCase::Verdict::ok;
    });
  }
  return fmt::format("{} of {} claims hold in every case", met, reproduction.claims.size());
}

Json number_or_null(const std::optional<std::uint64_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json entry(const PublishedClaim& claim, const MeasuredCase& measured,
           const MeasuredFigure& figure) {
  const std::optional<double> part = ratio(figure);
  Json json;
  json["id"] = claim.id;
  json["network"] = measured.what.network;
  json["parameters"] = measured.what.parameters;
  json["unit"] = figure.figure.unit;
  json["formula"] = claim.formula;
  json["published"] = claim.published;
  json["published_figure"] =
      figure.figure.published ? Json(*figure.figure.published) : Json(nullptr);
  json["expected"] = figure.figure.expected;
  json["measured"] = number_or_null(figure.value);
  json["ratio"] = part ? Json(*part) : Json(nullptr);
  json["conflicts"] = nullptr;
  if (measured.conflicts) {
    json["conflicts"] = {{"link", *measured.conflicts},
                         {"stalls", number_or_null(measured.stalls)}};
  }
  const bool known = measured.verdict != MeasuredCase::Verdict::not_run;
  json["ok"] = known ? Json(measured.verdict == MeasuredCase::Verdict::ok) : Json(nullptr);
  json["verdict"] = name_of(measured.verdict);
  json["error"] = measured.error.empty() ? Json(nullptr) : Json(measured.error);
  json["command"] = measured.what.command;
  for (const std::string& option : measured.what.options) {
    json["command"] = json["command"].get<std::string>() + " " + option;
  }
  json["scenario"] = measured.what.scenario;
  return json;
}

}  // namespace

Json to_json(const Reproduction& reproduction) {
  Json json;
  json["status"] = name_of(reproduction.status);
  json["error"] = reproduction.error.empty() ? Json(nullptr) : Json(reproduction.error);
  if (!reproduction.details.empty()) json["details"] = reproduction.details;
  json["claims"] = Json::array();
  for (const MeasuredClaim& claim : reproduction.claims) {
    for (const MeasuredCase& measured : claim.cases) {
      for (const MeasuredFigure& figure : measured.figures) {
        json["claims"].push_back(entry(claim.what, measured, figure));
      }
    }
  }
  return json;
}

std::string to_text(const Reproduction& reproduction) {
  std::string out;
  for (const MeasuredClaim& claim : reproduction.claims) {
    out += head(claim.what) + table(rows_of(claim)) + "\n";
  }
  return out + summary(reproduction) + fmt::format("\nstatus  {}\n", name_of(reproduction.status));
}

std::string to_markdown(const Reproduction& reproduction) {
  std::string out;
  for (const MeasuredClaim& claim : reproduction.claims) {
    const PublishedClaim& what = claim.what;
    out += fmt::format("## {}\n\n{}.\n\n", what.id, what.statement);
    out += fmt::format("- Expected: {}\n- Published: {} ({})\n", what.formula, what.published,
                       what.source);
    if (!what.note.empty()) out += fmt::format("- Note: {}\n", what.note);
    out += "\n" + markdown_table(rows_of(claim)) + "\n";
  }
  return out + summary(reproduction) + ".\n";
}

Json claims_json(const std::vector<PublishedClaim>& claims) {
  Json list = Json::array();
  for (const PublishedClaim& claim : claims) {
    list.push_back({{"id", claim.id},
                    {"statement", claim.statement},
                    {"formula", claim.formula},
                    {"published", claim.published},
                    {"source", claim.source},
                    {"note", claim.note.empty() ? Json(nullptr) : Json(claim.note)},
                    {"cases", claim.cases.size()}});
  }
  return list;
}

std::string claims_text(const std::vector<PublishedClaim>& claims) {
  std::string out;
  for (const PublishedClaim& claim : claims) {
    out += head(claim) + fmt::format("  cases      {}\n", claim.cases.size());
  }
  return out;
}

}  // namespace swapfly
