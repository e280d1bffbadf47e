// SPDX-License-Identifier: Apache-2.0
#include "migrate/objects/csv_cell.h"

#include <algorithm>

#include "bfa/text/utf8.h"

namespace bfa {
namespace {

bool is_formula_start(char32_t c) {
  constexpr char32_t kStarts[] = {U'=', U'+', U'-', U'@', U'\uff1d', U'\uff0b', U'\uff0d', U'\uff20'};
  return std::find(std::begin(kStarts), std::end(kStarts), c) != std::end(kStarts);
}

bool needs_guard(std::string_view value) {
  if (value.starts_with('\'')) return true;
  for (std::size_t at = 0; at < value.size();) {
    const char32_t c = next_code_point(value, at);
    if (c > U' ' && !is_space_char(c)) return is_formula_start(c);
  }
  return false;
}

}  // namespace

CsvChange append_csv_cell(std::string& row, std::string_view value, bool exact) {
  CsvChange change;
  std::string repaired;
  if (!is_valid_utf8(value) || value.find('\0') != std::string_view::npos) {
    change.repaired = true;
    repaired = repair_utf8(value);
    repaired.erase(std::remove(repaired.begin(), repaired.end(), '\0'), repaired.end());
    value = repaired;
  }
  change.guarded = !exact && needs_guard(value);
  const bool quoted = value.find_first_of("\",\r\n") != std::string_view::npos ||
                      (!value.empty() && (value.front() == ' ' || value.back() == ' '));
  if (quoted) row += '"';
  if (change.guarded) row += '\'';
  for (const char c : value) {
    if (c == '"') row += '"';
    row += c;
  }
  if (quoted) row += '"';
  return change;
}

}  // namespace bfa
